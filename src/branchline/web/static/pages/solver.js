// Who solves puzzles in this browser: a token that the server gave, kept here.
const KEY = "branchline.solver";

/** @returns {string|null} */
export function solverToken() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/** @param {string} token */
export function keepSolver(token) {
  try {
    localStorage.setItem(KEY, token);
  } catch {
    // a browser that keeps nothing solves each puzzle as somebody new
  }
}
