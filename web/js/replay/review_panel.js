// The panel of a review: the verdict on one move, and the list of all.
// @ts-check
/** @import { Review, ReviewMove, Seat } from '../types.js' */
import { el, svg } from '../dom.js';
import { strings } from '../strings.js';

/** @param {number | null} delta */
const lost = delta => (delta == null || delta < 0.05 ? '' : `−${delta.toFixed(1)}`);

/** @param {ReviewMove} one @param {{ words: string, best: string }} told @returns {Node[]} */
export function showMove(one, { words, best }) {
    const text = strings.review;
    const grade = one.grade ?? null;
    const same = JSON.stringify(one.best) === JSON.stringify(one.action);
    return [
        el('h2', { class: `verdict-title grade-${(grade ?? 'none').toLowerCase()}` }, one.forced ? text.forced : grade ? `${text.grades[grade]} ${lost(one.delta)}` : text.unknown),
        !same && best ? pair('best', text.best, best) : null,
        pair('played', text.played, words),
        same && !one.forced ? el('p', { class: 'quiet' }, text.same) : null,
        ...one.feedback.map(({ text: why, amount }) => el('p', { class: 'reason' }, el('b', {}, String(Math.round(amount * 10) / 10)), ' ', why)),
    ].filter(node => node != null);
}

/** @param {string} kind @param {string} label @param {string} words */
function pair(kind, label, words) {
    return el('p', { class: `move-told ${kind}` },
        svg('svg', { class: 'move-arrow', viewBox: '0 0 34 14', 'aria-hidden': 'true' }, svg('path', { d: kind === 'best' ? 'M1 5H20V0L33 7L20 14V9H1Z' : 'M1.5 5.5H20.5V1.5L32 7L20.5 12.5V8.5H1.5Z' })),
        el('b', {}, label), ' ', words);
}

/** @param {Review} review @param {Seat[]} seats @param {(move: number) => string} wordsOf @param {(move: number) => void} go */
export function moveList(review, seats, wordsOf, go) {
    const turning = new Set(review.turning_points.map(({ move }) => move));
    return el('ol', { class: 'steps', 'aria-label': strings.review.moves }, ...review.moves.map(one => el('li', {},
        el('button', { type: 'button', class: `step ${turning.has(one.move) ? 'turning' : ''} grade-${(one.grade ?? 'none').toLowerCase()}`, 'data-move': one.move, onclick: () => go(one.move) },
            el('span', { class: 'step-number' }, String(one.move + 1)), seats.length > 1 && el('span', { class: 'step-seat' }, seats[one.who]?.name ?? ''),
            el('span', { class: 'step-text' }, wordsOf(one.move)), gradeMark(one.grade), el('span', { class: 'step-points' }, lost(one.delta))))));
}

/** A grade as a shape: a star, a circle, a diamond, a cross. @param {ReviewMove['grade']} grade */
function gradeMark(grade) {
    const paths = { EXCELLENT: 'M8 1L10 5.8L15 6.2L11.2 9.6L12.4 15L8 12L3.6 15L4.8 9.6L1 6.2L6 5.8Z', GOOD: 'M8 3A5 5 0 1 1 8 13A5 5 0 1 1 8 3Z', OKAY: 'M8 2L14 8L8 14L2 8Z', MISS: 'M3 3L13 13M13 3L3 13' };
    return svg('svg', { class: `grade-mark mark-${(grade ?? 'none').toLowerCase()}`, viewBox: '0 0 16 16', role: 'img', 'aria-label': grade ? strings.review.grades[grade] : strings.review.unknown },
        grade && svg('path', { d: paths[grade] }));
}
