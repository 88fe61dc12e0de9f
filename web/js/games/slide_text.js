// Boards of slide as rows of numbers: "1,2,3/4,0,5" in a link; with spaces, commas or tabs between numbers and a line or
// a slash for each row where people write. The blank is 0. A list in one row is a square board.
// @ts-check
import { fill, strings } from '../strings.js';

const sideMax = 255;

/** @param {any} state */
function write({ rows, cols, tiles, goal = 'blank_last' }) {
    if (!Array.isArray(tiles) || tiles.includes(null) || goal !== 'blank_last') return null;
    return Array.from({ length: rows }, (_, row) => tiles.slice(row * cols, (row + 1) * cols).join(',')).join('/');
}

/** @param {string} text */
function read(text) {
    const given = text.split(/[\n/;]/).map(row => row.split(/[\s,|]+/).filter(Boolean)).filter(row => row.length > 0);
    given.forEach((row, i) => row.forEach(word => {
        if (!/^(\d{1,5}|[_.·-])$/.test(word)) throw new Error(fill(strings.share.badTile, { row: i + 1, word: word.slice(0, 20) }));
    }));
    const side = Math.sqrt(given[0]?.length ?? 0);
    const rows = given.length === 1 && Number.isInteger(side) && side > 1 ? split(given[0], side) : given;
    const cols = rows[0]?.length ?? 0;
    const odd = rows.findIndex(row => row.length !== cols);
    if (odd >= 0) throw new Error(fill(strings.share.oddRow, { row: odd + 1, count: rows[odd].length, cols }));
    if (rows.length > sideMax || cols > sideMax) throw new Error(fill(strings.share.largeBoard, { most: sideMax }));
    const tiles = rows.flat().map(word => (/^\d+$/.test(word) ? Number(word) : 0));
    return { state_version: 1, ruleset_id: 'slide_v1', rows: rows.length, cols, tiles };
}

/** @param {string[]} list @param {number} side */
const split = (list, side) => Array.from({ length: side }, (_, row) => list.slice(row * side, (row + 1) * side));

/** @param {string} text */
const fits = text => /^[\d\s,/;|_.·-]+$/.test(text) && /\d/.test(text);

export const slideText = { write, read, fits };
