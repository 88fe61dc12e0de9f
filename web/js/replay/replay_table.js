// A recorded game to look at: it steps and seeks, and nobody acts. A step is an act with the luck that followed.
// @ts-check
/** @import { Change, GameEvent, GameInfo, GameRecord, Scene, Seat } from '../types.js' */
import { ask, askAll, drawScene, EngineError, findGame } from '../engine/engine.js';
import { groupEvents, Past } from '../table_past.js';

export class ReplayTable extends EventTarget {
    legal = null;
    thinking = false;
    who = 0;
    at = 0;
    /** @type {Scene} */
    scene = { rows: 0, cols: 0, place: 1, tiles: [], areas: [] };
    /** @type {{ state: object, over: boolean, scores: number[], winners: number[] }} */
    moment = { state: {}, over: false, scores: [], winners: [] };

    /** @param {GameInfo} game @param {GameRecord} record @param {Past} past @param {Seat[]} seats */
    constructor(game, record, past, seats) {
        super();
        this.game = game;
        this.record = record;
        this.past = past;
        this.seats = seats;
    }

    /** Checks a record and opens it at its beginning. Throws EngineError. @param {GameRecord} record @param {string[]} names of the seats */
    static async open(record, names) {
        const game = await findGame(record.game);
        await ask({ cmd: 'check', record });
        const [setup, ...groups] = groupEvents(record.events);
        const first = await ask({ cmd: 'replay', record: { ...record, events: setup } });
        const past = new Past({ who: null, events: setup, rng: null }, first.state);
        for (const events of groups) past.steps.push({ who: events[0].who, events, rng: null });
        const table = new ReplayTable(game, record, past, first.scores.map((/** @type {number} */ _, /** @type {number} */ i) => ({ name: names[i], agent: null })));
        await table.look();
        return table;
    }

    get params() { return this.record.params ?? {}; }
    get end() { return this.past.last; }
    get state() { return this.moment.state; }
    get over() { return this.moment.over; }
    get scores() { return this.moment.scores; }
    get winners() { return this.moment.winners; }

    async act() {
        throw new EngineError({ code: 'BAD_REQUEST', message: 'this game is over' });
    }

    /** Steps may follow each other faster than they are shown: each counts, and the last one is shown. @param {1 | -1} way */
    async step(way) {
        const at = this.at + way;
        if (at < 0 || at > this.end) return;
        this.at = at;
        const events = way > 0 ? await this.tell(at) : [];
        if (at === this.at) await this.go(at, way > 0 ? 'act' : 'undo', events);
    }

    /** What happens in a step. @param {number} step @returns {Promise<GameEvent[]>} */
    async tell(step) {
        const { state } = await this.past.momentAt(step - 1);
        const [told] = await askAll([{ cmd: 'apply', state, actions: this.past.steps[step].events, effects: true }]);
        return told.ok ? told.events : [];
    }

    /** @param {number} at */
    seek(at) {
        return this.go(Math.max(0, Math.min(at, this.end)), 'seek', []);
    }

    /** @param {number} seat the one that looks from now on */
    lookAs(seat) {
        this.who = seat;
        return this.go(this.at, 'seats', []);
    }

    /** @param {number} at @param {Change['kind']} kind @param {GameEvent[]} events */
    async go(at, kind, events) {
        const before = this.scene;
        this.at = at;
        await this.look();
        if (at === this.at) this.dispatchEvent(new CustomEvent('change', { detail: { kind, events, before, paths: events.map(() => null) } }));
    }

    async look() {
        const at = this.at;
        const moment = await this.past.momentAt(at);
        const scene = await drawScene(moment.state, this.who);
        if (at !== this.at) return;
        this.moment = moment;
        this.scene = scene;
    }
}
