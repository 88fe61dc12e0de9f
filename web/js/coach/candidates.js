// The candidates, one row each: what is taken, where it goes, and its value as a bar from a common zero, or, where all are far from it
// and near each other, from a common beginning. A hard cap is
// proven, whiskers are two standard errors. A row that is pointed at shows its move on the board.
// @ts-check
/** @import { Best, Candidate, Scene } from '../types.js' */
/** @import { Move } from './words.js' */
import { el } from '../dom.js';
import { fill, strings } from '../strings.js';
import { moveWords, takenTiles } from './move_row.js';
import { drawSeal } from './shapes.js';
import { findMove, formatCount, formatValue, sameAction } from './words.js';
import { Worth } from './worth.js';

const fewRows = 6;
const allRows = 400;

/**
 * @typedef {object} CandidatesView
 * @property {string} game
 * @property {Best} best
 * @property {Worth} worth
 * @property {Move[]} moves
 * @property {Scene} scene
 * @property {boolean} all whether the table of all is open
 * @property {(all: boolean) => void} openAll
 * @property {(move: Move | null) => void} look shows a move on the board; null ends that
 */

/** @param {CandidatesView} view */
export function candidates(view) {
    const { best, all } = view;
    const shown = inOrder(all ? best.candidates.slice(0, allRows) : pickRows(best), best);
    const scale = scaleOf(shown);
    const head = all ? tableHead() : null;
    const flags = ['candidates', all && 'all', !shown.some(({ exact }) => exact) && 'unproven'].filter(Boolean);
    const table = el('table', { class: flags.join(' '), 'aria-label': strings.coach.candidates }, head,
        el('tbody', {}, ...shown.map(candidate => row(candidate, scale, view))));
    const hidden = best.candidates.filter(({ visits }) => visits > 0 || all).length > shown.length || all;
    return el('div', { class: 'candidates-part' },
        all ? scrolled(table) : table,
        hidden && el('button', { type: 'button', class: 'button quiet small candidates-more',
            'data-key': 'candidates-more', 'aria-expanded': String(all), onclick: () => view.openAll(!all) },
            all ? strings.coach.fewer : fill(strings.coach.allOf, { n: formatCount(best.count) })));
}

/** The best first, then by value; what was not searched comes last. @param {Candidate[]} rows @param {Best} best */
function inOrder(rows, best) {
    const rank = (/** @type {Candidate} */ { action, value, visits }) =>
        (sameAction(action, best.best) ? Infinity : visits > 0 ? value : -Infinity);
    const ranked = rows.map(row => ({ row, at: rank(row) }));
    return ranked.sort((a, b) => (a.at === b.at ? 0 : b.at - a.at)).map(({ row }) => row);
}

/** @param {HTMLElement} table */
function scrolled(table) {
    const name = strings.coach.candidates;
    return el('div', { class: 'candidates-scroll', tabindex: 0, role: 'region', 'aria-label': name }, table);
}

/** The first rows, and the person's move if it is not among them. @param {Best} best */
function pickRows(best) {
    const searched = best.candidates.filter(({ visits }) => visits > 0);
    const first = searched.slice(0, fewRows);
    const yours = best.user && best.candidates.find(({ action }) => sameAction(action, best.user?.action));
    if (!yours || first.includes(yours)) return first;
    return [...first.slice(0, fewRows - 1), yours];
}

/** @param {Candidate} candidate */
const spread = ({ stderr, exact }) => (exact || stderr === null ? 0 : 2 * stderr);

/** @typedef {(value: number) => number} Scale where a value lies between 0 and 100 % */

/** Bars begin at `from`. @param {Candidate[]} rows @returns {{ from: number, at: Scale }} */
function scaleOf(rows) {
    const values = rows.filter(({ visits }) => visits > 0);
    const from = beginningOf(values);
    const low = Math.min(from, ...values.map(one => one.value - spread(one)));
    const high = Math.max(from, ...values.map(one => one.value + spread(one)));
    const room = high - low || 1;
    return { from, at: value => Math.min(100, Math.max(0, (100 * (value - low)) / room)) };
}

/** Zero, or if that is so far that all bars would look alike, what is a little less than all. @param {Candidate[]} values */
function beginningOf(values) {
    const low = Math.min(...values.map(one => one.value - spread(one)));
    const high = Math.max(...values.map(one => one.value + spread(one)));
    const room = high - low;
    return values.length > 1 && Math.min(Math.abs(low), Math.abs(high)) > 2 * room && room > 0 ? low - room / 4 : 0;
}

function tableHead() {
    const { columns } = strings.coach;
    const column = (/** @type {string} */ name, /** @type {string} */ cell, /** @type {boolean} */ unseen = false) =>
        el('th', { scope: 'col', class: cell }, unseen ? el('span', { class: 'unseen' }, name) : name);
    return el('thead', {}, el('tr', {},
        column(columns.taken, 'cell-taken', true), column(columns.move, 'cell-move'),
        column(columns.proven, 'cell-seal', true), column(columns.number, 'cell-value'),
        column(columns.error, 'cell-error'), column(columns.visits, 'cell-visits')));
}

/** @param {Candidate} candidate @param {{ from: number, at: Scale }} scale @param {CandidatesView} view */
function row(candidate, scale, { game, best, worth, moves, scene, all, look }) {
    const move = findMove(moves, candidate.action);
    const isBest = sameAction(candidate.action, best.best);
    const isYours = !!best.user && sameAction(candidate.action, best.user.action);
    const tone = isBest ? 'is-best' : isYours ? `is-yours grade-${best.user?.grade ?? 'GOOD'}` : '';
    const told = isBest ? strings.coach.best : isYours ? strings.coach.yours : '';
    const seen = candidate.visits > 0;
    const button = el('button', { type: 'button', class: 'candidate-move',
        'data-key': `candidate-${JSON.stringify(candidate.action)}`,
        onfocus: () => look(move), onblur: () => look(null), onclick: () => look(move) },
        moveWords(move), told && el('span', { class: 'unseen' }, ` (${told})`));
    return el('tr', { class: `candidate ${tone} ${candidate.exact ? 'is-exact' : ''}`,
        onpointerenter: () => look(move), onpointerleave: () => look(null) },
        el('td', { class: 'cell-taken' }, takenTiles(game, scene, move)),
        el('td', { class: 'cell-move' }, button),
        el('td', { class: 'cell-seal' }, candidate.exact && drawSeal(true)),
        !all && el('td', { class: 'cell-bar' }, seen && bar(candidate, scale)),
        el('td', { class: 'cell-value' }, seen ? worth.show(candidate.value) : strings.coach.unknown),
        all && el('td', { class: 'cell-error' }, candidate.exact || !seen ? '' : `±${formatValue(spread(candidate))}`),
        all && el('td', { class: 'cell-visits' }, formatCount(candidate.visits)));
}

/** @param {Candidate} candidate @param {{ from: number, at: Scale }} scale */
function bar(candidate, { from: beginning, at: scale }) {
    const part = (/** @type {string} */ name, /** @type {number} */ from, /** @type {number} */ to) => {
        const element = el('span', { class: name });
        element.style.setProperty('--from', `${Math.min(from, to)}%`);
        element.style.setProperty('--to', `${Math.max(from, to)}%`);
        return element;
    };
    const { value, exact } = candidate;
    const end = scale(value);
    const error = spread(candidate);
    return el('span', { class: 'bar', 'aria-hidden': 'true' },
        part('bar-zero', scale(beginning), scale(beginning)),
        part(`bar-fill ${value < beginning ? 'down' : 'up'}`, scale(beginning), end),
        exact && part('bar-cap', end, end),
        error > 0 && part('bar-whisker', scale(value - error), scale(value + error)));
}
