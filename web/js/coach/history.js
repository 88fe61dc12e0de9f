// How the answers were: the last of them as a strip of bars that hang down by what they lost, and a small chart of what
// is lost on average by stage, theme and difficulty.
// @ts-check
/** @import { Graded } from './grades.js' */
import { el } from '../dom.js';
import { fill, strings } from '../strings.js';
import { button } from '../parts/button.js';
import { meanLost } from './grades.js';
import { featureName, valueName } from './feature_words.js';
import { gradeName } from './verdict.js';
import { formatValue } from './words.js';

const last = 24;
const natural = ['EARLY', 'OPENING', 'EASY', 'MID', 'MIDDLE', 'MEDIUM', 'LATE', 'END', 'HARD'];
const worst = 5; // what hangs to the bottom of the strip

/** @param {{ grades: Graded[], clear: () => void, open: (graded: Graded) => void, wide: boolean }} view */
export function history({ grades, clear, open, wide }) {
    if (!grades.length) return el('div', { class: 'history empty' }, el('p', {}, strings.practice.historyEmpty));
    return el('div', { class: 'history' }, strip(grades, open), chart(grades, !wide),
        button({ text: strings.practice.clear, kind: 'quiet', small: true, run: clear }));
}

/** @param {Graded[]} grades @param {(graded: Graded) => void} open */
function strip(grades, open) {
    const shown = grades.slice(-last);
    const words = strings.practice;
    const bars = shown.map((graded, i) => {
        const name = fill(words.stripOne, { grade: gradeName(graded.grade),
            lost: formatValue(Math.max(0, graded.lost)), n: graded.number, seed: graded.seed });
        const bar = el('button', { type: 'button',
            class: `strip-bar grade-${graded.grade}${i === shown.length - 1 ? ' latest' : ''}`, title: name,
            'aria-label': name, onclick: () => open(graded) },
            el('span', { class: 'strip-fill' }));
        bar.style.setProperty('--lost', String(Math.min(1, Math.max(0, graded.lost) / worst)));
        return el('li', {}, bar);
    });
    return el('div', { class: 'strip-part' },
        el('div', { class: 'strip-head' }, el('h2', {}, fill(words.last, { n: shown.length })),
            el('span', {}, fill(words.average, { n: formatValue(meanLost(shown)) }))),
        el('ol', { class: 'strip' }, ...bars));
}

/** @param {Graded[]} grades @param {boolean} open */
function chart(grades, open) {
    const names = [...new Set(grades.flatMap(({ tags }) => Object.keys(tags)))];
    const groups = names.map(name => group(grades, name)).filter(rows => rows.rows.length > 0);
    if (!groups.length) return null;
    const most = Math.max(0.5, ...groups.flatMap(({ rows }) => rows.map(({ mean }) => mean)));
    return el('details', { class: 'chart', open }, el('summary', {}, strings.practice.byFeature),
        ...groups.map(({ name, rows }) => el('table', { class: 'chart-group' }, el('caption', {}, featureName(name)),
            el('tbody', {}, ...rows.map(one => chartRow(one, most))))));
}

/** @param {Graded[]} grades @param {string} name */
function group(grades, name) {
    const values = [...new Set(grades.flatMap(({ tags }) => tags[name] ?? []))].sort(byNature);
    const rows = values.map(value => {
        const with_ = grades.filter(({ tags }) => tags[name]?.includes(value));
        return { value: valueName(value), mean: meanLost(with_), count: with_.length };
    });
    return { name, rows };
}

/** As things follow each other; what has no such order by number and name. @param {string} a @param {string} b */
const byNature = (a, b) => natural.indexOf(a) - natural.indexOf(b) || a.localeCompare(b, 'en', { numeric: true });

/** @param {{ value: string, mean: number, count: number }} row @param {number} most */
function chartRow({ value, mean, count }, most) {
    const bar = el('span', { class: 'chart-bar' });
    bar.style.setProperty('--part', String(mean / most));
    return el('tr', {}, el('th', { scope: 'row' }, value), el('td', { class: 'chart-cell' }, bar),
        el('td', { class: 'chart-mean' }, formatValue(mean)),
            el('td', { class: 'chart-count' }, fill(count === 1 ? strings.practice.once : strings.practice.times,
            { n: count })));
}
