// What happened in a game, step by step, in words. A table forgets the effects of its past; this keeps what people read of
// them: whose step it was, its sentences and its points.
// @ts-check
/** @import { Change, GameEvent, Who } from '../types.js' */
/** @import { Table } from '../table.js' */
import { ask } from '../engine/engine.js';

/** @typedef {{ seat: number, kind: string, points: number }} Gain */
/** @typedef {{ who: Who | null, texts: string[], points: number, gains: Gain[] }} Entry of a step; `texts` without what is routine */

const chunk = 32;
const lookBack = 400; // steps, for the last that something was told of

export class Log {
    /** @type {Entry[]} by step; the first is the setup */
    entries = [];

    /** @param {Table} table */
    constructor(table) {
        this.table = table;
    }

    /** @param {Change} change */
    hear({ kind, events }) {
        if (kind === 'act' || kind === 'redo') this.entries[this.table.now] = entryOf(events, this.table.clock);
    }

    /** Reads the past of a game that was gone on with. */
    async readPast() {
        const { past, now } = this.table;
        if (this.table.clock || now === 0) return;
        let { state } = await past.momentAt(0);
        for (let at = 1; at <= now; at += chunk) {
            const steps = past.steps.slice(at, Math.min(at + chunk, now + 1));
            const played = await ask({ cmd: 'apply', state, actions: steps.flatMap(({ events }) => events), effects: true });
            state = played.state;
            let from = 0;
            steps.forEach(({ events }, i) => {
                this.entries[at + i] = entryOf(played.events.slice(from, from + events.length), false);
                from += events.length;
            });
        }
    }

    /** @param {number} step */
    at(step) {
        return this.entries[step] ?? { who: this.table.past.steps[step]?.who ?? null, texts: [], points: 0, gains: [] };
    }

    /** The last step that something is told of: in real time, most are none. @returns {Entry | null} */
    get last() {
        const { now } = this.table;
        for (let step = now; step > Math.max(0, now - lookBack); step--) if (this.at(step).texts.length) return this.at(step);
        return null;
    }

    /** What each seat got since a step, by the kinds of effects. @param {number} step @returns {Map<number, Map<string, number>>} */
    gainsSince(step) {
        /** @type {Map<number, Map<string, number>>} */
        const seats = new Map();
        for (let at = Math.max(step, 1); at <= this.table.now; at++) {
            for (const { seat, kind, points } of this.at(at).gains) {
                const kinds = seats.get(seat) ?? new Map();
                seats.set(seat, kinds.set(kind, (kinds.get(kind) ?? 0) + points));
            }
        }
        return seats;
    }
}

/** @param {GameEvent[]} events @param {boolean} clock in real time, nothing that is routine is told @returns {Entry} */
function entryOf(events, clock) {
    const who = events[0]?.who ?? null;
    const effects = events.flatMap(event => event.effects ?? []);
    const told = effects.filter((effect, i) => (i === 0 && !clock) || !effect.routine);
    const mine = effects.filter(({ seat }) => seat === who);
    const gains = effects.flatMap(({ seat, kind, points }) => (points && typeof seat === 'number' ? [{ seat, kind, points }] : []));
    return { who, texts: told.map(({ text }) => text), points: mine.reduce((sum, { points = 0 }) => sum + points, 0), gains };
}
