// One to three reasons why the best move is better, each with its points; or what speaks for it, in a sentence or two. The
// sentences are the engine's.
// @ts-check
/** @import { Reason } from '../types.js' */
import { el } from '../dom.js';
import { nameSeats } from '../names.js';
import { strings } from '../strings.js';
import { formatValue } from './words.js';

/**
 * Puts names for "player 2" of the engine's sentences.
 * @param {string} text @param {(seat: number) => string} nameOf
 */
function withNames(text, nameOf) {
    const named = nameSeats(text, Array.from({ length: 8 }, (_, seat) => nameOf(seat)));
    const ended = /[.!?]$/.test(named) ? named : `${named}.`;
    return ended.charAt(0).toUpperCase() + ended.slice(1);
}

const most = 3;

/**
 * What many sentences begin with is said once, above them.
 * @param {Reason[]} feedback
 * @returns {{ opening: string, rest: Reason[] }[]}
 */
function byOpening(feedback) {
    const openings = feedback.map(({ text }) => /^((?:So far )?[Ii]n the expected play) /.exec(text)?.[1] ?? '');
    return [...new Set(openings)].sort().map(opening => ({
        opening, rest: feedback.filter((_, i) => openings[i] === opening).map(reason => ({ ...reason,
            text: reason.text.slice(opening ? opening.length + 1 : 0) })),
    }));
}

/** @param {Reason[]} feedback @param {(seat: number) => string} nameOf */
export function reasons(feedback, nameOf) {
    const groups = byOpening(feedback.slice(0, most));
    return el('div', { class: 'reasons-part' }, ...groups.flatMap(({ opening, rest }) => [
        opening ? el('p', { class: 'reasons-opening' }, `${opening}:`) : null,
        el('ul', { class: 'reasons', 'aria-label': opening || strings.coach.reasons },
            ...rest.map(reason => reasonRow(reason, nameOf))),
    ]).filter(part => part !== null),
    feedback.length > 1 && el('p', { class: 'reasons-note' }, strings.coach.reasonsNote));
}

/** @param {Reason[]} why what speaks for the best move @param {(seat: number) => string} nameOf */
export const whyText = (why, nameOf) => why.map(({ text }) => withNames(text, nameOf)).join(' ');

/** @param {Reason} reason @param {(seat: number) => string} nameOf */
function reasonRow({ text, amount }, nameOf) {
    const points = el('span', { class: 'reason-points', title: strings.coach.reasonPoints },
        formatValue(Math.abs(amount)));
    return el('li', {}, points, el('span', {}, withNames(text, nameOf)));
}
