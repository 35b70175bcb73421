// Going through a game turn by turn: where in the row of decisions turns end.

/** @typedef {{step: number, turn: number}} Move  a decision: the game after that many of them, and its turn */

/**
 * The step at which the turn after the present moment ends.
 * @param {Move[]} moves
 * @param {number} at  decisions taken
 */
export function turnAfter(moves, at) {
  const turn = moves.find((move) => move.step === at + 1)?.turn;
  return moves.findLast((move) => move.turn === turn)?.step ?? at;
}

/**
 * The step at which the turn before the present moment began.
 * @param {Move[]} moves
 * @param {number} at
 */
export function turnBefore(moves, at) {
  const turn = moves.find((move) => move.step === at)?.turn;
  return (moves.find((move) => move.turn === turn)?.step ?? 1) - 1;
}
