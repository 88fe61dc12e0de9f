// Choosing the kind of positions: a row of chips for each filter of the game, and the seed.
// @ts-check
import { el } from '../dom.js';
import { filtersOf } from '../games/filters.js';
import { strings } from '../strings.js';
import { featureName, valueName } from './feature_words.js';

/**
 * @param {{ game: string, chosen: Record<string, string>, choose: (name: string, value: string | null) => void }} view
 */
export function filterRows({ game, chosen, choose }) {
    return el('div', { class: 'filters' }, ...filtersOf(game).map(({ name, values, standard, title = featureName(name), names }) => {
        const all = standard ? values : ['', ...values];
        const at = chosen[name] ?? standard ?? '';
        return el('div', { class: 'filter', role: 'group', 'aria-label': title },
            el('span', { class: 'filter-name', 'aria-hidden': 'true' }, title),
            el('div', { class: 'filter-values' }, ...all.map(value => el('button', {
                type: 'button', class: 'filter-chip', 'aria-pressed': String(value === at),
                    'data-key': `filter-${name}-${value}`,
                onclick: () => choose(name, value === '' || value === standard ? null : value),
            }, value === '' ? strings.practice.any : names?.[value] ?? valueName(value)))));
    }));
}

/** What is chosen, in a few words. @param {string} game @param {Record<string, string>} chosen */
export function filterSummary(game, chosen) {
    const say = (/** @type {string} */ name, /** @type {string} */ value) =>
        filtersOf(game).find(one => one.name === name)?.names?.[value] ?? (/^\d+$/.test(value) ? `${featureName(name)} ${value}` : valueName(value));
    const values = Object.entries(chosen).map(([name, value]) => say(name, value));
    return values.join(' · ') || strings.practice.anyPosition;
}
