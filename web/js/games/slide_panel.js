// slide's panel: how far it is to the goal, the shortest solution of this board if it is known, the way to the solver, and
// the picture on the tiles.
// @ts-check
/** @import { GameRecord, TableLike } from '../types.js' */
import { el } from '../dom.js';
import { ask, think } from '../engine/engine.js';
import { button } from '../parts/button.js';
import { goTo } from '../router.js';
import { linkForState } from '../share.js';
import { fill, strings } from '../strings.js';
import { pictureControl } from './slide_picture.js';

/** @typedef {{ rows: number, cols: number, tiles: (number | null)[], goal: string, moves_made: number }} Board */
/** @typedef {{ moves: number, optimal: boolean }} Solved the moves that the board as dealt needs, or at least needs, counted as the game counts */

const solveMs = 5000;

/** @param {TableLike} table */
export function slidePanel(table) {
    const away = el('span', { class: 'strong' });
    const least = el('span', { class: 'quiet' });
    const solve = button({ text: strings.games.slide.solve, icon: 'target', small: true, run: () => { openSolver(table); } });
    /** @type {Solved | null} */
    let solved = null;
    const show = () => {
        const board = /** @type {Board} */ (/** @type {unknown} */ (table.state));
        away.textContent = table.over ? fill(board.moves_made === 1 ? strings.games.slide.solvedOne : strings.games.slide.solvedIn, { n: board.moves_made }) :
            fill(strings.games.slide.away, { n: distance(board) });
        least.textContent = solved ? sayShortest(solved, table.over ? board.moves_made : null) : '';
        solve.hidden = table.over;
    };
    table.addEventListener('change', show);
    show();
    solveStart(table.record).then(found => { solved = found; show(); }, () => {});
    return el('div', { class: 'slide-panel' }, el('p', { class: 'spread' }, away, least),
        solve,
        el('details', {}, el('summary', {}, strings.games.slide.picture.title), pictureControl()));
}

/** @param {TableLike} table */
const openSolver = async ({ state }) => goTo(await linkForState(state, 'solve'));

/** The sum of the tiles' distances from home. @param {Board} board */
export function distance({ cols, tiles, goal }) {
    const first = goal === 'blank_first' ? 0 : 1;
    return tiles.reduce((/** @type {number} */ sum, tile, at) => {
        if (!tile) return sum;
        const home = tile - first;
        return sum + Math.abs(Math.floor(home / cols) - Math.floor(at / cols)) + Math.abs((home % cols) - (at % cols));
    }, 0);
}

/** Solves the board as it was dealt, in a worker. @param {GameRecord} record @returns {Promise<Solved>} */
async function solveStart({ events, ...head }) {
    const dealt = events.slice(0, events.findIndex(({ who }) => who !== 'chance') >>> 0);
    const { state } = await ask({ cmd: 'replay', record: { ...head, events: dealt } });
    const { length, least, optimal } = await think({ cmd: 'solve', state, budget_ms: solveMs }).answer;
    return { moves: (state.moves_made ?? 0) + (optimal ? length : least), optimal };
}

/** How good a solution is, or how short one could be. @param {Solved} solved @param {number | null} made the moves of one that is done */
function sayShortest({ moves, optimal }, made) {
    const { slide } = strings.games;
    if (made === null) return fill(optimal ? slide.shortest : slide.least, { n: moves });
    if (!optimal) return fill(slide.leastWas, { n: moves });
    return made <= moves ? slide.isShortest : fill(slide.shortestWas, { n: moves });
}
