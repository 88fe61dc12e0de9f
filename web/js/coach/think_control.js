// How long the coach thinks: a quarter of a second, three quarters, one and a half, or until it is stopped.
// @ts-check
import { el } from '../dom.js';
import { fill, strings } from '../strings.js';
import { budgets } from './advice.js';
import { formatCount } from './words.js';

/** @param {number} budget */
const budgetName = budget => (Number.isFinite(budget) ? fill(strings.coach.seconds, { n: budget / 1000 })
    : strings.coach.untilStopped);

/** The next longer one. @param {number} budget */
export const longerThan = budget => budgets.find(other => other > budget) ?? Infinity;

/**
 * @param {{ budget: number, thinking: boolean, proven: boolean, nodes: number, run: (budget: number) => void,
 *     stop: () => void }} view
 */
export function thinkControl({ budget, thinking, proven, nodes, run, stop }) {
    const words = strings.coach;
    const stopping = thinking && !Number.isFinite(budget);
    return el('div', { class: 'think' },
        el('div', { class: 'switch-row', role: 'group', 'aria-label': words.time }, ...budgets.map(one =>
            el('button', { type: 'button', class: 'switch-choice', 'aria-pressed': String(one === budget),
                'data-key': `budget-${one}`, onclick: () => run(one) }, budgetName(one)))),
        (thinking || !proven) && el('p', { class: 'think-state' },
            thinking && el('span', { class: 'busy', 'aria-hidden': 'true' }),
            nodes ? fill(thinking ? words.soFar : words.searched, { n: formatCount(nodes) }) : thinking
                ? words.thinking : '',
            stopping && el('button', { type: 'button', class: 'button small plain', 'data-key': 'think-stop',
                onclick: stop }, words.stop)));
}
