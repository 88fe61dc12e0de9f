// The past of a game: its steps, and the states between them. A step is an act of a seat, or the clock's, with the luck
// that followed; the first one is the luck of the setup. A state is kept now and then, as text; the others are played
// again from there when they are needed, so that games of many thousand events take little memory.
// @ts-check
/** @import { GameEvent, Who } from './types.js' */
import { ask } from './engine/engine.js';

/** @typedef {{ who: Who | null, events: GameEvent[], rng: string | null }} Step `rng` is the luck after it, if it is known */
/** @typedef {{ state: object, over: boolean, scores: number[], winners: number[] }} Moment */

const keepEvery = 64;

export class Past {
    /** @type {Map<number, string>} states after steps */
    kept = new Map();

    /** @param {Step} first @param {object} state after it */
    constructor(first, state) {
        /** @type {Step[]} */
        this.steps = [{ ...first, events: first.events.map(bare) }];
        this.kept.set(0, JSON.stringify(state));
    }

    get last() {
        return this.steps.length - 1;
    }

    /** Adds a step after the n-th; what came after that is forgotten. @param {number} n @param {Step} step @param {object} state after it */
    add(n, step, state) {
        this.steps.length = n + 1;
        for (const index of this.kept.keys()) if (index > n) this.kept.delete(index);
        this.steps.push({ ...step, events: step.events.map(bare) });
        if (this.last % keepEvery === 0) this.kept.set(this.last, JSON.stringify(state));
    }

    /** Adds steps at the end that were taken back; none of them if they cannot be played. @param {Step[]} steps */
    async addUndone(steps) {
        const { last } = this;
        this.steps.push(...steps.map(step => ({ ...step, events: step.events.map(bare) })));
        try {
            if (steps.length) await this.momentAt(this.last);
        } catch {
            this.steps.length = last + 1;
            for (const index of this.kept.keys()) if (index > last) this.kept.delete(index);
        }
    }

    /** @param {number} n @returns {GameEvent[]} all events up to the n-th step */
    eventsUpTo(n) {
        return this.steps.slice(0, n + 1).flatMap(({ events }) => events);
    }

    /** Plays again up to the n-th step. @param {number} n @returns {Promise<Moment>} */
    async momentAt(n) {
        let at = Math.max(...[...this.kept.keys()].filter(index => index <= n));
        let state = JSON.parse(this.kept.get(at) ?? '{}');
        for (;;) {
            const end = Math.min(n, (Math.floor(at / keepEvery) + 1) * keepEvery);
            const actions = this.steps.slice(at + 1, end + 1).flatMap(({ events }) => events);
            const moment = await ask({ cmd: 'apply', state, actions });
            if (end % keepEvery === 0) this.kept.set(end, JSON.stringify(moment.state));
            if (end === n) return moment;
            at = end;
            state = moment.state;
        }
    }
}

/** @param {GameEvent} event @returns {GameEvent} without its effects */
const bare = ({ who, action }) => ({ who, action });

/** Splits events so that each group but the first begins with an act of a seat or the clock. @param {GameEvent[]} events */
export function groupEvents(events) {
    /** @type {GameEvent[][]} */
    const groups = [[]];
    for (const event of events) {
        if (event.who !== 'chance') groups.push([]);
        groups.at(-1)?.push(bare(event));
    }
    return groups;
}

/**
 * Says of each event whose it is, for those that are actions alone.
 * @param {{ game: string, params?: object, start?: object }} head @param {any[]} events @returns {Promise<GameEvent[]>}
 */
export async function completeEvents(head, events) {
    if (events.every(event => event?.who !== undefined && event.action !== undefined)) return events;
    let { state } = await ask({ cmd: 'replay', record: { ...head, events: [] } });
    const complete = [];
    for (let at = 0; at < events.length; at += keepEvery) {
        const played = await ask({ cmd: 'apply', state, actions: events.slice(at, at + keepEvery) });
        complete.push(...played.events);
        state = played.state;
    }
    return complete;
}

/**
 * Counts how often the clock went round: it ticks once for each seat that plays.
 * @param {GameEvent[]} events
 */
export function countRounds(events) {
    let rounds = 0;
    const ticked = new Set();
    for (const { who, action } of events) {
        if (who !== 'clock') continue;
        const tick = JSON.stringify(action);
        if (ticked.has(tick)) ticked.clear();
        if (ticked.size === 0) rounds++;
        ticked.add(tick);
    }
    return rounds;
}
