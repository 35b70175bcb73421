// Sentences with the numbers of a board put in, so that what is written about a board cannot be wrong.

const WORDS = "no one two three four five six seven eight nine ten eleven twelve".split(" ");
const HOLE = /\{([\w.]+)(?: ([^}]+))?\}/g;

/**
 * "You keep {numbers.keep ticket}." -> "You keep two tickets." A hole names a fact by its path, and maybe the noun
 * that it counts. What begins a sentence gets its capital letter. A path that leads nowhere is an error: better no
 * page than a wrong one.
 * @param {string} text
 * @param {Record<string, any>} facts
 */
export function filled(text, facts) {
  return text.replace(HOLE, (_, path, noun, /** @type {number} */ at) => {
    const words = inWords(factAt(facts, path), noun);
    return at === 0 || /[.:?]\s$/.test(text.slice(0, at)) ? words.charAt(0).toUpperCase() + words.slice(1) : words;
  });
}

/**
 * @param {Record<string, any>} facts
 * @param {string} path  like "extras.start.max_length"
 */
export function factAt(facts, path) {
  const found = path.split(".").reduce((value, key) => value?.[key], /** @type {any} */ (facts));
  if (found === undefined) throw new Error(`There is no fact "${path}".`);
  return found;
}

/**
 * @param {unknown} value
 * @param {string} [noun]
 * @returns {string}
 */
function inWords(value, noun) {
  if (Array.isArray(value)) {
    const all = value.map((each) => (typeof each === "number" ? String(each) : inWords(each)));
    return all.length < 2 ? all.join("") : `${all.slice(0, -1).join(", ")} and ${all[all.length - 1]}`;
  }
  if (typeof value !== "number") return named(String(value));
  const number = WORDS[value] ?? String(value);
  return noun ? `${number} ${noun}${value === 1 ? "" : "s"}` : number;
}

/**
 * Ids as names: "new_york" -> "New York"; what has capital letters or spaces is a name already.
 * @param {string} words
 */
function named(words) {
  return /^[a-z_]+$/.test(words)
    ? words.replace(/(^|_)([a-z])/g, (_, gap, letter) => (gap && " ") + letter.toUpperCase())
    : words;
}
