// Compiles Python sources for the Python of the browser, by that Python itself: node compile.mjs PYODIDE FOLDER
// Beside each source comes a .pyc that is taken as it is: without what only developers read, but with the words of
// classes, as some are shown to people.
import { pathToFileURL } from "node:url";

const [pyodide, folder] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`).href);
const python = await loadPyodide({ indexURL: pyodide, env: { PYTHONNODEBUGRANGES: "1" } });
python.mountNodeFS("/sources", folder);
python.runPython(`
import ast
from importlib._bootstrap_external import _code_to_hash_pyc
from pathlib import Path

def without_words(tree):
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.FunctionDef, ast.AsyncFunctionDef)) and ast.get_docstring(node) is not None:
            node.body = node.body[1:] or [ast.copy_location(ast.Pass(), node.body[0])]
    return tree

for path in sorted(Path("/sources").rglob("*.py")):
    tree = without_words(ast.parse(path.read_bytes()))
    code = compile(tree, str(path.relative_to("/sources")), "exec", dont_inherit=True)
    path.with_suffix(".pyc").write_bytes(_code_to_hash_pyc(code, bytes(8), False))
`);
process.exit(0);
