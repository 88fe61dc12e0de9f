// The panel before the answer: the one question, and what is known of the position without telling the answer.
// @ts-check
/** @import { GameInfo } from '../types.js' */
/** @import { Question } from './quiz.js' */
import { el } from '../dom.js';
import { fill, strings } from '../strings.js';
import { featureName, valueName } from './feature_words.js';

const secret = ['themes', 'theme']; // they would tell what to look for

/**
 * @typedef {object} CardView
 * @property {GameInfo} game
 * @property {Question} question
 * @property {number} number
 * @property {boolean} given
 * @property {string} seed
 * @property {boolean} first nothing was answered yet, so the aim of the game is told
 * @property {number | null} count the keys pressed so far, where an answer is several
 */

/** @param {CardView} view
 */
export function questionCard({ game, question, number, given, seed, first, count }) {
    const words = strings.practice;
    const texts = Object.entries(question.features).filter(([, value]) => typeof value === 'string');
    const facts = texts.filter(([name]) => !secret.includes(name));
    return el('div', { class: 'question' },
        el('p', { class: 'question-number', title: given ? null : fill(words.seedHelp, { seed }) },
            given ? words.givenPosition : fill(words.number, { n: number, seed })),
        el('h2', { class: 'verdict-head' }, words.question),
        first && el('p', {}, game.goal),
        count !== null && el('p', { class: 'question-keys' }, fill(words.keys, { n: count })),
        facts.length > 0 && el('dl', { class: 'facts' },
            ...facts.flatMap(([name, value]) => [el('dt', {}, featureName(name)),
            el('dd', {}, valueName(String(value)))])),
        count === null && el('p', { class: 'question-help' }, words.help));
}

export function thinkingCard() {
    return el('div', { class: 'question' }, el('div', { class: 'coach-wait' },
        el('span', { class: 'busy', 'aria-hidden': 'true' }),
        el('h2', { class: 'verdict-head' }, strings.practice.making)));
}

/** @param {string} why */
export function stuckCard(why) {
    return el('div', { class: 'question' }, el('h2', { class: 'verdict-head' }, strings.practice.stuck),
        el('p', { role: 'alert' }, why), el('p', {}, strings.practice.stuckHelp));
}
