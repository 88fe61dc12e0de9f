// The moves of a recorded game in words, to click on.
// @ts-check
/** @import { Effect, GameEvent } from '../types.js' */
/** @import { ReplayTable } from './replay_table.js' */
import { el } from '../dom.js';
import { ask } from '../engine/engine.js';
import { nameBeside } from '../names.js';
import { fill, strings } from '../strings.js';

const shownMax = 400; // of a game in real time, only what matters is listed

/**
 * @param {ReplayTable} table @param {(step: number) => void} seek
 * @returns {Promise<{ element: HTMLElement, show(step: number): void }>}
 */
export async function tellSteps(table, seek) {
    const { events } = await ask({ cmd: 'replay', record: table.record, effects: true });
    const steps = listSteps(events, table.seats.map(({ name }) => name)).slice(0, shownMax);
    const rows = steps.map(({ step, text, points, seat }) => el('li', {},
        el('button', { type: 'button', class: 'step', 'data-step': step, onclick: () => seek(step) },
            el('span', { class: 'step-number' }, String(step)), el('span', { class: 'step-seat' }, seat == null ? '' : table.seats[seat]?.name ?? ''),
            el('span', { class: 'step-text' }, text), points ? el('span', { class: `step-points ${points < 0 ? 'lost' : ''}` }, points > 0 ? `+${points}` : `−${-points}`) : null)));
    const list = el('ol', { class: 'steps', 'aria-label': strings.replay.moves }, ...rows);
    return { element: list, show: step => mark(list, steps, step) };
}

/** @param {GameEvent[]} events @param {string[]} names of the seats; the name of who acts stands beside the text */
export function listSteps(events, names) {
    /** @type {{ step: number, text: string, points: number, seat: number | null }[]} */
    const steps = [];
    let step = 0;
    for (const { who, effects = [] } of events) {
        if (who !== 'chance') step++;
        const heard = effects.filter(effect => !(/** @type {any} */ (effect)).routine);
        if (who === 'chance' || !heard.length) continue;
        const seat = typeof who === 'number' ? who : heard[0].seat ?? null;
        steps.push({ step, text: nameBeside(heard[0].text, names, seat), points: sum(heard, seat), seat });
    }
    return steps;
}

/** @param {Effect[]} effects @param {number | null} seat */
const sum = (effects, seat) => effects.reduce((all, effect) => all + (effect.seat === seat ? effect.points ?? 0 : 0), 0);

/** Scrolls the list that a row is in, and never the page. @param {HTMLElement} row */
export function reveal(row) {
    const list = row.closest('.steps')?.parentElement;
    if (!list || list.scrollHeight <= list.clientHeight) return;
    const [outer, inner] = [list.getBoundingClientRect(), row.getBoundingClientRect()];
    if (inner.top < outer.top) list.scrollTop += inner.top - outer.top;
    else if (inner.bottom > outer.bottom) list.scrollTop += inner.bottom - outer.bottom;
}

/** @param {HTMLElement} list @param {{ step: number }[]} steps @param {number} now */
function mark(list, steps, now) {
    list.querySelector('[aria-current]')?.removeAttribute('aria-current');
    const last = steps.findLast(({ step }) => step <= now);
    const row = last && list.querySelector(`[data-step="${last.step}"]`);
    row?.setAttribute('aria-current', 'step');
    if (row instanceof HTMLElement) reveal(row);
}

/** Names for all seats of a record. @param {string[]} names those that are known @param {import('../types.js').GameRecord} record */
export function seatNames(names, record) {
    const seats = Math.max(names.length, record.params?.players ?? 1, 1 + Math.max(0, ...record.events.map(({ who }) => (typeof who === 'number' ? who : 0))));
    return Array.from({ length: seats }, (_, i) => names[i] ?? fill(strings.play.player, { n: i + 1 }));
}
