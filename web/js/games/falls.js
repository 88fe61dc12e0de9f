// falls beyond its scene: the bottle's glass, the way down of the capsule, a ring around what its landing would clear,
// a dot a virus, the key of each move, and a word over a field that is lost or cleared.
// @ts-check
/** @import { Board } from '../board/board.js' */
/** @import { Area, Colour, Scene, Tile } from '../types.js' */
/** @import { Refinements } from './index.js' */
import { el, svg } from '../dom.js';
import { findGame } from '../engine/engine.js';
import { capOf } from '../keys.js';
import { strings } from '../strings.js';

const RUN = 4;
/** What the buttons do, in order. */
const MOVES = ['Left', 'Right', 'RotateCcw', 'RotateCw', 'Drop', 'Fall'];

/** @typedef {{ row: number, col: number, colour: Colour }} Half in a field, rows and columns from 0 */
/** @typedef {{ row: number, col: number, rows: number, cols: number, colour: Colour }} Run */

/**
 * Joins the ghosts of a capsule as the capsule is joined. In a column, ghosts and halves match from below: an upper
 * ghost may be covered by the capsule itself.
 * @param {Scene} scene @returns {Scene}
 */
export function prepare(scene) {
    const falling = scene.tiles.filter(isFalling), ghosts = scene.tiles.filter(isGhost);
    const halfOf = (/** @type {Tile} */ ghost) =>
        falling.find(half => half.col === ghost.col && countBelow(half, falling) === countBelow(ghost, ghosts));
    const joins = new Map(ghosts.map(ghost => [ghost, halfOf(ghost)?.joins]));
    return { ...scene, tiles: scene.tiles.map(tile => (joins.get(tile) ? { ...tile, joins: joins.get(tile) } : tile)) };
}

/** @param {Tile} tile @param {Tile[]} tiles */
const countBelow = (tile, tiles) => tiles.filter(({ row, col }) => col === tile.col && row > tile.row).length;

/** @param {Tile} tile */
const isFalling = tile => tile.kind === 'tile' && tile.name !== undefined && tile.name.startsWith('falling');
/** @param {Tile} tile where a half will land; those above a bottle have no spot */
const isGhost = tile => tile.kind === 'ghost' && tile.spot !== undefined;

/** @param {Board} board @param {Scene} scene */
function refine(board, scene) {
    seatOthers(board, scene.areas.filter(area => area.class === 'bottle' && area.small));
    for (const area of scene.areas) {
        const element = board.areaElement(area);
        if (!element) continue;
        const tiles = scene.tiles.filter(tile => isIn(tile, area));
        if (area.class === 'bottle') refineBottle(element, area, tiles, scene);
        if (area.class === 'buttons') showKeys(element);
        if (area.class === 'viruses') element.append(...tiles.filter(isCount).map(tile => drawDots(tile, area)));
    }
}

/**
 * Tells the style sheet where each other's bottle stands: two columns, or four if there are more than four. One that
 * is alone in the last row stands in its middle.
 * @param {Board} board @param {Area[]} others
 */
function seatOthers(board, others) {
    const cols = others.length > 4 ? 4 : Math.min(others.length, 2);
    const set = (/** @type {HTMLElement | undefined} */ element, /** @type {Record<string, number>} */ values) =>
        Object.entries(values).forEach(([name, value]) => element?.style.setProperty(name, String(value)));
    const rows = Math.ceil(others.length / cols) || 1;
    board.areas.dataset.others = String(others.length);
    set(board.element, { '--others-count': others.length, '--others-cols': cols, '--others-rows': rows });
    for (const [i, area] of others.entries()) {
        const row = Math.floor(i / cols);
        board.areaElement(area)?.classList.toggle('alone', cols === 2 && i === others.length - 1 && i % cols === 0);
        set(board.areaElement(area), { '--other-nth': i, '--other-col': i % cols, '--other-row': row });
    }
}

/** @param {HTMLElement} element @param {Area} area @param {Tile[]} tiles @param {Scene} scene */
function refineBottle(element, area, tiles, scene) {
    const fate = findFate(area, scene);
    element.classList.toggle('is-over', fate !== null);
    element.append(glassOf(element));
    if (fate) element.append(el('strong', { class: `fate fate-${fate}` }, strings.games.falls[fate]));
    if (area.small) return;
    const field = tiles.map(tile => ({ ...tile, row: tile.row - area.row, col: tile.col - area.col }));
    const landing = findLanding(field, area.rows);
    if (!landing) return;
    element.append(...landing.ways.map(drawWay), ...findRuns(landing.settled, landing.halves).map(drawRing));
}

/** Writes its first key on each button; where there is no keyboard, the style sheet leaves the sign. @param {HTMLElement} element */
async function showKeys(element) {
    if (element.dataset.keys) return;
    element.dataset.keys = 'yes';
    const { keys } = await findGame('falls');
    for (const [i, move] of MOVES.entries()) {
        const key = keys.find(({ action }) => /** @type {{ move?: string } | null} */ (action)?.move === move)?.key;
        const label = element.querySelector(`[data-spot="${i}"] > .label`);
        if (key) label?.setAttribute('data-key', capOf(key));
    }
}

/** @param {{ row: number, col: number }} tile @param {Area} area */
const isIn = ({ row, col }, area) =>
    row >= area.row && row < area.row + area.rows && col >= area.col && col < area.col + area.cols;

/** @param {Tile} tile a number in the list of viruses */
const isCount = tile => tile.kind === 'text' && /^\s*\d+$/.test(tile.label);

/**
 * How a field ended. Small ones tell it in their value ("out 7", "won"), the own one in the status.
 * @param {Area} area @param {Scene} scene @returns {'out' | 'cleared' | null}
 */
export function findFate(area, scene) {
    const status = scene.areas.find(each => each.class === 'status');
    const words = scene.tiles.filter(tile => status && isIn(tile, status)).map(({ label }) => label);
    const said = area.small ? area.value ?? '' : words.join(' ');
    if (/^out|^P?\d? ?defeated/.test(said)) return 'out';
    return /^won|^P?\d? ?cleared/.test(said) ? 'cleared' : null;
}

/**
 * Where the capsule lands, as the scene shows it: halves that fall have names that say so, and only a capsule that can
 * be steered has ghosts.
 * @param {Tile[]} field rows and columns from 0 @param {number} rows
 */
export function findLanding(field, rows) {
    const falling = field.filter(isFalling);
    const settled = field.filter(tile => (tile.kind === 'tile' || tile.kind === 'mark') && !falling.includes(tile));
    if (!falling.length || !field.some(isGhost)) return null;
    const taken = new Set(settled.map(placeOf));
    const isFree = (/** @type {{ row: number, col: number }} */ place) => place.row < rows && !taken.has(placeOf(place));
    let drop = 0;
    while (falling.every(({ row, col }) => isFree({ row: row + drop + 1, col }))) drop++;
    const halves = falling.map(({ row, col, colour }) => ({ row: row + drop, col, colour }));
    const lowest = falling.filter(({ row, col }) => !falling.some(other => other.col === col && other.row > row));
    const ways = lowest.map(({ row, col, colour }) => {
        const rest = drop - falling.filter(half => half.col === col).length;
        return { row: row + 1, col, rows: rest, cols: 1, colour };
    });
    return { settled, halves, ways: ways.filter(way => way.rows > 0) };
}

/** @param {{ row: number, col: number }} place */
const placeOf = ({ row, col }) => row * 100 + col;

/**
 * The runs of four or more of a colour that these halves would make.
 * @param {Half[]} settled @param {Half[]} halves @returns {Run[]}
 */
export function findRuns(settled, halves) {
    const colours = new Map([...settled, ...halves].map(half => [placeOf(half), half.colour]));
    const lines = halves.flatMap(half => [stretch(half, colours, 0, 1), stretch(half, colours, 1, 0)]);
    const runs = lines.filter(({ rows, cols }) => Math.max(rows, cols) >= RUN);
    const isSame = (/** @type {Run} */ a, /** @type {Run} */ b) => placeOf(a) === placeOf(b) && a.rows === b.rows;
    return runs.filter((run, i) => runs.findIndex(other => isSame(other, run)) === i);
}

/** @param {Half} half @param {Map<number, Colour>} colours @param {number} down @param {number} right @returns {Run} */
function stretch({ row, col, colour }, colours, down, right) {
    const same = (/** @type {number} */ step) =>
        colours.get(placeOf({ row: row + down * step, col: col + right * step })) === colour;
    let [first, last] = [0, 0];
    while (same(first - 1)) first--;
    while (same(last + 1)) last++;
    const long = last - first + 1;
    return { row: row + down * first, col: col + right * first, rows: down ? long : 1, cols: right ? long : 1, colour };
}

/** @param {Run} run @param {string} name @returns {HTMLElement} */
function over({ row, col, rows, cols, colour }, name) {
    const element = el('span', { class: `over ${name} colour-${colour}`, 'aria-hidden': 'true' });
    element.style.setProperty('grid-area', `${row + 1} / ${col + 1} / span ${rows} / span ${cols}`);
    return element;
}

/** @param {Run} way */
const drawWay = way => over(way, 'way-down');
/** @param {Run} run */
const drawRing = run => over(run, 'run-ring');

/** @param {Tile} tile @param {Area} area */
function drawDots(tile, area) {
    const colours = /** @type {Colour[]} */ (['red', 'yellow', 'blue']);
    const row = tile.row - area.row;
    const dots = over({ row: row + 1, col: 2, rows: 1, cols: 1, colour: colours[row] ?? 'plain' }, 'virus-dots');
    dots.textContent = '•'.repeat(Number(tile.label));
    return dots;
}

/** @type {WeakMap<HTMLElement, SVGSVGElement>} fields are painted at every tick, their glass is drawn once */
const glasses = new WeakMap();

/** @param {HTMLElement} element */
function glassOf(element) {
    const glass = glasses.get(element) ?? drawGlass();
    glasses.set(element, glass);
    return glass;
}

/** The glass around a field of 8 by 16 cells of 40 units. */
function drawGlass() {
    const outline = 'M122 7V17Q122 30 109 30H28Q1.5 30 1.5 57V665Q1.5 692 28 692' +
        'H316Q342.5 692 342.5 665V57Q342.5 30 316 30H235Q222 30 222 17V7';
    return svg('svg', { class: 'glass', viewBox: '0 0 344 694', 'aria-hidden': 'true' },
        svg('path', { class: 'glass-body', d: `${outline}Z` }),
        svg('path', { class: 'glass-wall', d: outline }),
        svg('path', { class: 'glass-lid', d: 'M112 4H232' }),
        svg('path', { class: 'glass-spark', d: 'M9 100V262' }));
}

/** @type {Record<string, string>} */
const pieces = { tile: 'half', ghost: 'half-ghost', mark: 'virus', empty: 'text' };

/** Marks without a colour are the buttons. @param {Tile} tile */
const piece = ({ kind, colour }) => (kind === 'mark' && colour === 'plain' ? 'text' : pieces[kind]);

/** @type {Refinements} */
export const falls = { piece, prepare, refine };
