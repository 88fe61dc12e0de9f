// The verdict on a move: a grade as a word with its colour and shape, what it lost, one sentence, and how sure that is.
// @ts-check
/** @import { Best, Grade } from '../types.js' */
import { el } from '../dom.js';
import { fill, strings } from '../strings.js';
import { drawGrade, drawSeal } from './shapes.js';
import { objectiveName, Worth } from './worth.js';
import { formatCount, formatValue, sameAction } from './words.js';

/** Whether it is proven that the best is the best, and what the move is worth. @param {Best} best */
export function isProven(best) {
    const { user, candidates, diagnostics } = best;
    const action = user ? user.action : best.best;
    return diagnostics.exact && !!candidates.find(one => sameAction(one.action, action))?.exact;
}

/** @param {Grade} grade */
export const gradeName = grade => strings.coach.grades[grade];

/** @param {number} delta what a move lost, as "−2"; nothing if it lost nothing */
export function lostText(delta) {
    const lost = formatValue(Math.max(0, delta));
    return lost === '0' ? '' : `−${lost}`;
}

/** How sure the grade is, in words. @param {Best} best @param {boolean} rounds whether luck comes with a new round */
function suretyText(best, rounds) {
    const words = strings.coach;
    const { user, diagnostics } = best;
    const error = user?.stderr ?? 0;
    const around = error > 0 ? fill(words.around, { n: formatValue(2 * error) }) : '';
    if (diagnostics.solved) return fill(rounds ? words.solvedRound : words.solved, { around });
    if (user?.stability == null || error === 0) return fill(words.estimate, { around });
    return fill(words.sure, { n: Math.min(99, Math.floor(100 * user.stability)), around });
}

/**
 * @param {Best} best @param {Worth} worth
 * @param {{ other?: { best: Best, worth: Worth } | null, rounds?: boolean }} [beside] the answer of another objective,
 *     told if it is proven and this one is not; whether luck comes with a new round
 */
export function verdict(best, worth, { other = null, rounds = false } = {}) {
    const proven = isProven(best);
    const aside = !proven && other && isProven(other.best) ? provenAside(best, other.best, other.worth) : null;
    const explained = worth.explain(best);
    return el('div', { class: 'verdict' },
        heading(best),
        el('p', { class: 'verdict-sentence' }, worth.sentence(best)),
        explained && el('p', { class: 'surety' }, explained),
        proven ? provenBox(best, worth) : best.user && el('p', { class: 'surety' }, suretyText(best, rounds)),
        aside);
}

/** @param {Best} best */
function heading({ user }) {
    const grade = user?.grade;
    if (!user) return el('h2', { class: 'verdict-head' }, strings.coach.bestMove);
    if (!grade) return el('h2', { class: 'verdict-head' }, strings.coach.noGrade);
    return el('h2', { class: `verdict-head grade-${grade}` }, drawGrade(grade),
        el('span', { class: 'verdict-word' }, gradeName(grade)),
        el('span', { class: 'verdict-number' }, lostText(user.delta ?? 0)));
}

/** @param {Best} best @param {Worth} worth */
function provenBox({ diagnostics }, worth) {
    const words = strings.coach;
    const known = /** @type {Record<string, string>} */ (words.every);
    const every = worth.unit === 'left' ? words.shortest : known[worth.objective] ?? words.every.game;
    const text = fill(words.positions, { n: formatCount(diagnostics.nodes), every });
    return el('div', { class: 'proven' }, drawSeal(),
        el('div', {}, el('strong', {}, words.proven), el('p', {}, text)));
}

/** @param {Best} shown @param {Best} other @param {Worth} worth of the other */
function provenAside(shown, { best, user }, worth) {
    if (!user && !sameAction(shown.best, best)) return null;
    const words = strings.coach;
    const lost = lostText(user?.delta ?? 0).slice(1);
    const text = fill(!user ? words.asideSame : lost ? words.aside : words.asideBest,
        { objective: objectiveName(worth.objective).toLowerCase(), lost });
    return el('p', { class: 'proven-aside' }, drawSeal(), el('span', {}, text));
}
