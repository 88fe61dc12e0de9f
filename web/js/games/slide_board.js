// Boards of slide as plain lists of numbers, 0 the blank: for charts and strips over hundreds of positions. The engine
// still judges every move that is played.
// @ts-check

/** @typedef {'Up' | 'Down' | 'Left' | 'Right'} Move the way the blank goes */
/** @typedef {{ ruleset_id?: string, rows: number, cols: number, tiles: number[], goal?: string, moves_made?: number }} SlideState */

/** @type {Record<Move, [number, number]>} */
const steps = { Up: [-1, 0], Down: [1, 0], Left: [0, -1], Right: [0, 1] };
/** @type {Record<Move, Move>} */
export const opposite = { Up: 'Down', Down: 'Up', Left: 'Right', Right: 'Left' };
/** @type {Record<Move, string>} */
export const arrows = { Up: '↑', Down: '↓', Left: '←', Right: '→' };

/** The board after a move, which must be legal. @param {number[]} tiles @param {number} cols @param {Move} move */
export function moveBlank(tiles, cols, move) {
    const blank = tiles.indexOf(0);
    const to = blank + steps[move][0] * cols + steps[move][1];
    const next = tiles.slice();
    [next[blank], next[to]] = [next[to], next[blank]];
    return next;
}

/** @param {SlideState} state @param {Move[]} moves @returns {SlideState[]} all positions on the way, the first included */
export function walkOf(state, moves) {
    const states = [state];
    for (const move of moves) {
        const last = states[states.length - 1];
        states.push({ ...last, tiles: moveBlank(last.tiles, last.cols, move), moves_made: (last.moves_made ?? 0) + 1 });
    }
    return states;
}

/** The sum of the tiles' distances from home. @param {SlideState} state */
export function manhattan({ tiles, cols, goal }) {
    const shift = goal === 'blank_first' ? 0 : 1;
    return tiles.reduce((sum, tile, cell) => {
        if (tile === 0) return sum;
        const home = tile - shift;
        return sum + Math.abs(Math.floor(home / cols) - Math.floor(cell / cols)) + Math.abs((home % cols) - (cell % cols));
    }, 0);
}

/** @param {SlideState} state */
export const isSolved = state => manhattan(state) === 0;
