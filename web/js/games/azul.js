// What azul's picture has beyond its scene: the centre's tiles lie side by side, a wall place shows what its line will
// score, bag and lid are counted in small tiles, and marks below the wall count towards a full column.
// @ts-check
/** @import { Area, Colour, Tile } from '../types.js' */
/** @import { Board } from '../board/board.js' */
/** @import { Refinements } from './index.js' */
import { el } from '../dom.js';
import { tileChip } from '../board/tile.js';
import { fill, strings } from '../strings.js';

const SIDE = 5;
const COLUMN_POINTS = 7;
/** @type {Record<string, Colour>} */
const colours = { B: 'blue', Y: 'yellow', R: 'red', K: 'black', W: 'white' };

/** @param {Tile} tile @param {Area} area */
function piece(tile, area) {
    if (tile.kind !== 'mark') return undefined;
    return area.class === 'wall' ? 'promise' : 'token';
}

/** Of the centre's tiles one stands for all of its colour, labelled as "3B"; plates are known by their number.
 * @param {Tile} tile @param {Area} area */
function split(tile, area) {
    if (area.class === 'factory' && tile.kind === 'text') return [{ ...tile, label: tile.face ?? tile.label }];
    const [, count, label] = /^(\d+)(\D)$/.exec(tile.label) ?? [];
    return area.class === 'center' && count ? Array.from({ length: Number(count) }, () => ({ ...tile, label })) : undefined;
}

/** @param {Board} board */
function refine(board) {
    const players = board.areas.querySelectorAll('.area-player');
    board.areas.dataset.players = String(players.length);
    for (const player of players) refinePlayer(/** @type {HTMLElement} */ (player));
    const center = /** @type {HTMLElement} */ (board.areas.querySelector('.area-center'));
    fitCenter(center, center.querySelectorAll('.kind-tile, .kind-mark').length);
    for (const supply of board.areas.querySelectorAll('.area-supply > .tile')) countSupply(/** @type {HTMLElement} */ (supply));
}

/** Finds how many tiles lie across the round centre for the largest to fit: their side is a part of its radius.
 * @param {HTMLElement} center @param {number} count */
function fitCenter(center, count) {
    const shapes = [1, 2, 3, 4, 5, 6].map(across => ({ across, side: 1.83 / Math.hypot(across, Math.ceil(count / across)) }));
    const { across, side } = shapes.reduce((best, shape) => (shape.side >= best.side ? shape : best));
    for (const [name, value] of Object.entries({ count, across, side })) center.style.setProperty(`--${name}`, String(value));
}

/** @param {HTMLElement} player */
function refinePlayer(player) {
    const cells = [...player.querySelectorAll('.area-lines > .tile:not(.kind-text)')];
    const numbers = player.querySelectorAll('.area-lines > .kind-text');
    numbers.forEach((number, row) => {
        const line = cells.slice((row * (row + 1)) / 2, ((row + 1) * (row + 2)) / 2);
        number.classList.toggle('full', line.every(cell => cell.classList.contains('kind-tile')));
    });
    const wall = [...player.querySelectorAll('.area-wall > .tile')].map(cell => cell.classList.contains('kind-tile'));
    const counts = Array.from({ length: SIDE }, (_, col) => wall.filter((laid, i) => laid && i % SIDE === col).length);
    const marks = counts.map(count => el('span', { class: 'column-mark', 'data-count': count }, ...Array.from({ length: SIDE }, () => el('i'))));
    player.querySelector('.area-wall')?.append(el('div', { class: 'column-marks', 'aria-hidden': 'true' }, ...marks));
    if (player.classList.contains('own')) player.querySelector('.area-floor')?.append(el('span', { class: 'floor-note' }, fill(strings.azul.column, { points: COLUMN_POINTS })));
}

/** Shows "Bag 7B 11Y" as small tiles with numbers. @param {HTMLElement} supply */
function countSupply(supply) {
    const text = supply.querySelector('.label')?.textContent ?? '';
    if (supply.dataset.counted === text && supply.querySelector('.counts')) return;
    supply.dataset.counted = text;
    const [name, ...counts] = text.split(' ');
    const parts = counts.map(count => /^(\d+)([BYRKW])$/.exec(count)).filter(match => match !== null);
    const total = parts.reduce((sum, [, count]) => sum + Number(count), 0);
    const shown = Object.entries(colours).map(([letter, colour]) => {
        const count = parts.find(match => match[2] === letter)?.[1] ?? '0';
        return el('span', { class: 'count', 'data-count': count }, tileChip({ colour, label: letter }), count);
    });
    const label = el('span', { class: 'label unseen' }, text);
    supply.replaceChildren(label, el('span', { class: 'counts', 'aria-hidden': 'true' }, el('b', {}, name), el('span', { class: 'total' }, String(total)), ...shown));
}

/** Bag and lid once more, for where the picture has no room for them. @param {Board} board */
function showSupply(board) {
    const element = el('div', { class: 'supply' });
    board.element.addEventListener('painted', () => {
        const rows = [...board.areas.querySelectorAll('.area-supply > .tile')];
        element.replaceChildren(...rows.map(row => el('p', {}, ...[...row.childNodes].map(part => part.cloneNode(true)))));
    });
    return element;
}

/** @type {Refinements} */
export const azul = {
    piece, split, refine,
    aside: { title: strings.azul.bag, make: showSupply },
    moves: ['TAKE', 'TOKEN', 'FALL'],
    hoist: ['supply'],
    groups: { pool: ['status', 'factories', 'center', 'supply'], boards: ['player'] },
    ground: area => (area.class === 'factory' ? 'piece-plate' : undefined),
};
