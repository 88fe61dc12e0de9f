// Moves and numbers in words. What a move is called comes from the engine; here it is found, shortened and counted.
// @ts-check
/** @import { Action, Area, Effect, Legal, Scene, Tile } from '../types.js' */

/** @typedef {{ action: Action, words: string, spots: number[], short?: string }} Move `short`: for little room */

/** @param {Action} a @param {Action} b */
export const sameAction = (a, b) => JSON.stringify(a) === JSON.stringify(b);

/** The legal moves of a seat. @param {Legal | null} legal @param {number} who @returns {Move[]} */
export function movesOf(legal, who) {
    const mover = legal?.movers.find(other => other.who === who);
    return mover?.actions.map((action, i) => ({ action, words: mover.words[i] ?? '', spots: mover.spots[i] ?? [] }))
        ?? [];
}

/** @param {Move[]} moves @param {Action} action @returns {Move} */
export function findMove(moves, action) {
    return moves.find(move => sameAction(move.action, action)) ?? { action, words: '', spots: [] };
}

/**
 * Splits "2 Blue from center to line 1" into what, from and to, so that a row can say it in less room.
 * @param {string} words @returns {{ what: string, from: string, to: string }}
 */
export function splitWords(words) {
    const [, what, from, to] = /^(?:(.*?) from )?(.+?) to (.+)$/.exec(words) ?? ['', '', words, ''];
    return { what: what ?? '', from, to };
}

/** Whether the words do not say what goes where, as "Right" does not. @param {Move} move */
export const isBare = ({ words, spots }) => spots.length === 1 && !splitWords(words).to;

/**
 * A move whose words do not say what goes where is told by its effect: "Tile 4 moves left".
 * @param {Move} move @param {Effect[]} effects @returns {Move}
 */
export function byEffect(move, effects) {
    const [{ kind, routine, text } = { kind: '', routine: false, text: '' }] = effects;
    return kind === 'MOVE' && !routine && isBare(move) ? { ...move, words: text, short: text.split(' ').at(-1) } : move;
}

/** The tile that a move takes, and how many of it. @param {Scene} scene @param {Move} move */
export function takenBy(scene, move) {
    const tiles = scene.tiles.filter(tile => tile.spot === move.spots[0] && tile.kind !== 'text');
    const tile = tiles[0];
    if (!tile) return null;
    const counted = Number(/^(\d+)\D/.exec(tile.label)?.[1] ?? 0);
    return { tile, count: tile.kind === 'tile' ? Math.max(counted, tiles.length) : 1, area: areaOf(scene, tile) };
}

/** @param {Scene} scene @param {Tile} tile @returns {Area} */
export function areaOf(scene, tile) {
    const holds = scene.areas.filter(({ row, col, rows, cols }) =>
        tile.row >= row && tile.row < row + rows && tile.col >= col && tile.col < col + cols);
    return holds.sort((a, b) => a.rows * a.cols - b.rows * b.cols)[0];
}

/** As many decimals as help, as the terminal has them. @param {number} value */
export function formatValue(value) {
    const size = Math.abs(value) < 0.005 ? 0 : Math.abs(value);
    const digits = Number.isInteger(size) ? 0 : size < 0.995 ? 2 : 1;
    return `${value < 0 && size ? '−' : ''}${size.toFixed(digits)}`;
}

/** @param {number} value with its sign, for leads */
export const formatSigned = value => (value >= 0.005 ? `+${formatValue(value)}` : formatValue(value));

/** @param {number} count @param {string} [locale] */
export const formatCount = (count, locale) => count.toLocaleString(locale ?? 'en');
