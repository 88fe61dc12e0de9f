// How falls is played in real time: moves go on while a key is held, until the next capsule comes; of all that happens,
// only what matters to several is told. At home the panel has the time and the speed.
// @ts-check
/** @import { Effect, TableLike } from '../types.js' */
import { el } from '../dom.js';
import { clockText } from '../parts/time.js';
import { fill, strings } from '../strings.js';

const held = ['Left', 'Right', 'Drop'];
const told = ['SEND', 'OUT', 'WIN', 'OVER'];

export const fallsPlay = {
    /** @param {{ move?: string }} action */
    goesOn: action => held.includes(action.move ?? ''),
    /** @param {Effect} effect */
    ends: effect => effect.kind === 'SPAWN',
    /** @param {Effect} effect */
    tells: effect => told.includes(effect.kind),
    panel: fallsPanel,
};

/** @typedef {TableLike & { paused?: boolean, agents?: { period?: number } }} Timed a table whose clock is the page's own */

/** @param {TableLike} given */
function fallsPanel(given) {
    const table = /** @type {Timed} */ (given);
    const time = el('b', {});
    const speed = el('b', {});
    let played = 0;
    let from = performance.now();
    const show = () => {
        const now = performance.now();
        if (!table.paused && !table.over) played += now - from;
        from = now;
        time.textContent = clockText(played / 1000);
        speed.textContent = fill(strings.games.falls.rows, { n: (1000 / (table.agents?.period ?? 400)).toFixed(1) });
    };
    const element = el('div', { class: 'falls-panel' },
        el('p', { class: 'spread' }, el('span', {}, strings.games.falls.time), time),
        el('p', { class: 'spread' }, el('span', {}, strings.games.falls.speed), speed));
    table.addEventListener('clock', show);
    table.addEventListener('change', show);
    show();
    return element;
}
