// The expected play, to step through: a chip a move, with back and forward. Each step shows its position on the board.
// @ts-check
/** @import { Step } from './walk.js' */
import { el } from '../dom.js';
import { fill, strings } from '../strings.js';
import { iconButton } from '../parts/button.js';
import { takenTiles } from './move_row.js';
import { splitWords } from './words.js';

/**
 * @typedef {object} LineView
 * @property {string} game
 * @property {'best' | 'yours'} which
 * @property {boolean} alone whether one plays alone
 * @property {boolean} both whether there is a line of the other move, too
 * @property {Step[]} steps
 * @property {number} at the step that is shown, from 1; 0 is the position itself
 * @property {number} who the seat that is advised
 * @property {(seat: number) => string} nameOf
 * @property {(at: number) => void} go
 * @property {(which: 'best' | 'yours') => void} choose
 */

/** @param {LineView} view */
export function line(view) {
    const { steps, at, which, both, go } = view;
    const words = strings.coach.line;
    return el('div', { class: 'line-part' },
        el('div', { class: 'line-head' },
            both ? chooser(view) : el('h3', {}, nameOf(which, view)),
            el('span', { class: 'line-end' }, endOf(steps))),
        el('div', { class: 'line-row' },
            iconButton({ text: words.back, icon: 'back', run: () => go(at - 1), disabled: at <= 0 }),
            el('ol', { class: 'line-steps' }, ...steps.map((step, i) => chip(step, i + 1, view))),
            iconButton({ text: words.forward, icon: 'next', run: () => go(at + 1), disabled: at >= steps.length })),
        at > 0 && el('p', { class: 'line-now' }, describe(view)));
}

/** @param {LineView} view */
function chooser(view) {
    const { which, choose } = view;
    const words = strings.coach.line;
    return el('div', { class: 'switch-row', role: 'group', 'aria-label': words.whose },
        ...(/** @type {const} */ (['best', 'yours'])).map(one =>
        el('button', { type: 'button', class: 'switch-choice', 'aria-pressed': String(one === which),
            'data-key': `line-${one}`, onclick: () => choose(one) }, nameOf(one, view))));
}

/** @param {'best' | 'yours'} which @param {LineView} view */
function nameOf(which, { alone }) {
    const words = strings.coach.line;
    return which === 'best' && alone ? words.bestAlone : words[which];
}

/** The points when the line ends, as "17 to 9". @param {Step[]} steps */
function endOf(steps) {
    const scores = steps.at(-1)?.scores;
    if (!scores || scores.length < 2) return '';
    return scores.join(strings.coach.line.to);
}

/** @param {LineView} view */
function describe({ steps, at, nameOf }) {
    const step = steps[at - 1];
    const several = step.scores.length > 1;
    return fill(several ? strings.coach.line.now : strings.coach.line.nowAlone,
        { n: at, of: steps.length, who: nameOf(step.who), move: step.move.words });
}

/** @param {Step} step @param {number} number @param {LineView} view */
function chip(step, number, { game, at, who, nameOf, go }) {
    const { to, from } = splitWords(step.move.words);
    const text = step.move.short ?? shorten(to || from);
    const own = step.who === who ? 'own' : 'other';
    return el('li', {}, el('button', { type: 'button', class: `line-step ${own}`,
        'aria-current': number === at ? 'step' : null,
        'data-key': `step-${number}`, onclick: () => go(number === at ? 0 : number),
        'aria-label': fill(strings.coach.line.step, { n: number, who: nameOf(step.who), move: step.move.words }) },
        takenTiles(game, step.before, step.move), el('span', { class: 'line-to' }, text)));
}

/** "line 4" is 4 under a small tile. @param {string} text */
const shorten = text => /^line (\d+)$/.exec(text)?.[1] ?? text;
