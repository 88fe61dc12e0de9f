// A game on this page: its record, its past for undo, and who sits where; the twin of src/play/table.h. All of it can be
// rebuilt from the record. Everything that happens goes through a queue, one thing after the other; agents think in
// workers meanwhile, and the clock waits for nobody.
// @ts-check
/** @import { Action, Change, GameEvent, GameInfo, GameRecord, Legal, Scene, Seat, TableLike } from './types.js' */
/** @import { Moment, Step } from './table_past.js' */
import { ask, EngineError, findGame } from './engine/engine.js';
import { Past, completeEvents, groupEvents } from './table_past.js';
import { Clock } from './table_clock.js';
import { Turns } from './table_turns.js';
import { readAgent } from './agent_text.js';
import { strings } from './strings.js';

export { readAgent } from './agent_text.js';

/**
 * How a table is set up.
 * @typedef {object} Setup
 * @property {Seat[]} seats
 * @property {string} seed the luck; for a record that is gone on with, that of what is to come
 * @property {number} [who] the seat that looks
 * @property {string | null} [rng] the luck to go on with, as `table.luck` told it
 * @property {Step[]} [undone] what can be redone, as `table.undone` told it
 * @property {number} [slowMs] how long a move is shown before an agent's next
 * @property {number} [tickMs] of the clock, in real time
 * @property {boolean} [speedsUp] the clock gets faster
 * @property {boolean} [paused] the clock and the agents wait for `resume`
 */

/** @implements {TableLike} */
export class Table extends EventTarget {
    now = 0;
    /** @type {Scene} */
    scene = { rows: 0, cols: 0, place: 1, tiles: [], areas: [] };
    /** @type {Legal | null} */
    legal = null;
    paused = false;
    closed = false;
    changedAt = performance.now();
    /** @type {Promise<unknown>} */
    queue = Promise.resolve();

    /**
     * @param {GameInfo} game @param {Omit<GameRecord, 'events'>} head the record before its first event
     * @param {Past} past @param {Moment} moment at the end of the past @param {Setup} setup
     */
    constructor(game, head, past, moment, setup) {
        super();
        this.game = game;
        this.head = head;
        this.past = past;
        this.moment = moment;
        this.now = past.last;
        this.seats = setup.seats.map(seat => ({ ...seat }));
        this.who = setup.who ?? 0;
        this.seed = setup.seed;
        this.slowMs = setup.slowMs ?? 500;
        this.paused = setup.paused ?? false;
        this.agents = game.clock ? new Clock(this, setup) : new Turns(this);
    }

    /** Begins a game. @param {{ game: string, params?: Record<string, number> } & Setup} setup */
    static async begin(setup) {
        const { game, params = {}, seed } = setup;
        const info = await findGame(game);
        const fresh = await ask({ cmd: 'new', game, params, seed, effects: true });
        const past = new Past({ who: null, events: fresh.events, rng: fresh.rng }, fresh.state);
        return new Table(info, { game, params: fresh.params }, past, fresh, setup).open();
    }

    /** Goes on with a record, from its end. @param {{ record: GameRecord } & Setup} setup */
    static async resume(setup) {
        const { events: given, game, params, start } = setup.record;
        const info = await findGame(game);
        const head = start ? { game, start } : { game, params };
        const [first, ...groups] = groupEvents(await completeEvents(head, given));
        const begun = await ask({ cmd: 'replay', record: { ...head, events: first } });
        const past = new Past({ who: null, events: first, rng: null }, begun.state);
        for (const events of groups) past.steps.push({ who: events[0].who, events, rng: null });
        past.steps[past.last].rng = setup.rng ?? null;
        const table = new Table(info, head, past, await past.momentAt(past.last), setup);
        await table.settle();
        await past.addUndone(setup.undone ?? []);
        return table.open();
    }

    async open() {
        const { scene, legal, who } = await ask({ cmd: 'look', state: this.state, who: this.who, share: this.share });
        Object.assign(this, { scene, legal, who });
        await this.agents.begin();
        this.agents.run();
        return this;
    }

    /** Plays the luck that a record lacks at its end. */
    async settle() {
        const settled = await ask({ cmd: 'apply', state: this.state, actions: [], ...this.luckNow });
        const step = this.past.steps[this.now];
        step.events.push(...settled.events);
        step.rng = settled.rng;
        this.moment = settled;
        if (this.past.kept.has(this.now)) this.past.kept.set(this.now, JSON.stringify(settled.state));
    }

    get state() { return this.moment.state; }
    get over() { return this.moment.over; }
    get scores() { return this.moment.scores; }
    get winners() { return this.moment.winners; }
    get params() { return this.head.params ?? {}; }
    get thinking() { return this.agents.thinking; }
    get clock() { return this.game.clock; }
    get canUndo() { return this.lastOfPerson() > 0; }
    get canRedo() { return this.now < this.past.last; }
    get canRestart() { return this.now > 0; }
    /** The steps so far, and how many are known. */
    get length() { return this.past.last; }
    /** The luck to come, for `resume`. */
    get luck() { return this.past.steps[this.now].rng; }
    /** What was taken back, for `resume`. */
    get undone() { return this.past.steps.slice(this.now + 1); }
    /** @returns {GameRecord} */
    get record() {
        return { ...this.head, events: this.past.eventsUpTo(this.now) };
    }

    /** Where no generator is known, each step has its own, so that undoing and playing the same meets the same. */
    get luckNow() {
        return this.luck ? { rng: this.luck } : { seed: `${this.seed}/${this.now}` };
    }

    /** @param {number} seat */
    isPerson(seat) {
        return seat >= 0 && seat < this.seats.length && !this.seats[seat].agent;
    }

    /** Does one thing after the other. @template T @param {() => Promise<T>} work @returns {Promise<T>} */
    inTurn(work) {
        const done = this.queue.then(() => {
            this.checkOpen();
            return work();
        });
        this.queue = done.catch(() => {});
        return done;
    }

    checkOpen() {
        if (this.closed) throw new EngineError({ code: 'CANCELLED', message: strings.table.closed });
    }

    /** Plays an act of the seat that looks. Throws EngineError with the reason. @param {Action} action @returns {Promise<void>} */
    act(action) {
        return this.actAs(this.who, action);
    }

    /** Plays an act of a person's seat. @param {number} seat @param {Action} action @returns {Promise<void>} */
    actAs(seat, action) {
        return this.inTurn(async () => {
            if (!this.isPerson(seat)) throw refused(strings.table.agentPlays);
            if (this.paused && this.clock) throw refused(strings.table.paused);
            await this.play([{ who: seat, action }]);
        });
    }

    /** Plays acts as one step; in the queue. @param {GameEvent[]} actions @param {{ skip?: boolean }} [how] */
    async play(actions, how = {}) {
        if (this.isNext(actions)) return this.again('act');
        const next = await this.ask(actions, { ...this.luckNow, ...how });
        if (next.events.length === 0) return;
        this.past.add(this.now, { who: actions[0].who, events: next.events, rng: next.rng }, next.state);
        this.tell('act', this.now + 1, next);
    }

    /** Whether acts were undone and come next. @param {GameEvent[]} actions */
    isNext(actions) {
        const next = this.past.steps[this.now + 1]?.events.filter(({ who }) => who !== 'chance');
        return JSON.stringify(next) === JSON.stringify(actions);
    }

    /** Plays the next step that was undone, with its luck; in the queue. @param {Change['kind']} kind */
    async again(kind) {
        const next = await this.ask(this.past.steps[this.now + 1].events, {});
        this.tell(kind, this.now + 1, next);
    }

    /** @param {GameEvent[]} actions @param {object} how */
    async ask(actions, how) {
        const { state, who: viewer, share, clock } = this;
        const next = await ask({ cmd: 'step', state, actions, viewer, share, paths: !clock, ...how });
        this.checkOpen();
        return next;
    }

    /** Shows a step that was played. @param {Change['kind']} kind @param {number} now @param {any} next */
    tell(kind, now, next) {
        this.now = now;
        this.moment = next;
        const paths = next.events.map((/** @type {GameEvent} */ _, /** @type {number} */ i) => (i === 0 ? next.path : null));
        this.show(kind, next, next.events, paths);
    }

    /**
     * @param {Change['kind']} kind @param {{ scene: Scene, legal: Legal, who: number }} picture
     * @param {GameEvent[]} events @param {(number[] | null)[]} paths
     */
    show(kind, { scene, legal, who }, events = [], paths = []) {
        const before = this.scene;
        Object.assign(this, { scene, legal, who });
        this.changedAt = performance.now();
        this.agents.drop();
        this.emit('change', { kind, events, before, paths });
        this.agents.run();
    }

    /** The seats of persons: the one who is to move looks. In real time nobody waits for a turn. */
    get share() {
        return this.clock ? [] : [...this.seats.keys()].filter(seat => this.isPerson(seat));
    }

    /** @param {string} name @param {unknown} [detail] */
    emit(name, detail) {
        if (!this.closed) this.dispatchEvent(new CustomEvent(name, { detail }));
    }

    /** @returns {number} the last step of a person, 0 if there is none */
    lastOfPerson() {
        let at = this.now;
        while (at > 0 && !this.isPersons(at)) at--;
        return at;
    }

    /** @param {number} step */
    isPersons(step) {
        const { who } = this.past.steps[step];
        return typeof who === 'number' && this.isPerson(who);
    }

    /** Takes back the last act of a person with all that followed. In real time, this stops the clock. */
    undo() { return this.goTo('undo', () => this.lastOfPerson() - 1); }

    /** Goes back to the beginning, with the same luck; the moves can be redone. */
    restart() { return this.goTo('undo', () => 0); }

    /** Goes to a step of the past, from 0. @param {number} step */
    seek(step) { return this.goTo('seek', () => step); }

    /**
     * Plays again what was taken back, up to the next act of a person; agents go on from there as they did. In real time,
     * up to the act after that.
     * @returns {Promise<void>}
     */
    redo() {
        if (this.clock) return this.goTo('redo', () => this.nextOfPerson(this.nextOfPerson(this.now) + 1) - 1);
        this.agents.drop();
        return this.inTurn(async () => {
            const end = Math.min(this.nextOfPerson(this.now), this.past.last);
            while (this.now < end) await this.again('redo');
        });
    }

    /** @param {number} from @returns {number} the first step of a person after this one; one too many if there is none */
    nextOfPerson(from) {
        let at = Math.min(from, this.past.last) + 1;
        while (at <= this.past.last && !this.isPersons(at)) at++;
        return at;
    }

    /** @param {Change['kind']} kind @param {() => number} find @returns {Promise<void>} */
    goTo(kind, find) {
        this.agents.drop();
        return this.inTurn(async () => {
            const step = Math.max(-1, Math.min(find(), this.past.last));
            if (step < 0 || step === this.now) return this.agents.run();
            if (this.clock) this.pause();
            this.moment = await this.past.momentAt(step);
            this.now = step;
            this.agents.renew();
            await this.lookAgain(kind);
        });
    }

    /** @param {Change['kind']} kind */
    async lookAgain(kind, share = this.share) {
        this.show(kind, await ask({ cmd: 'look', state: this.state, who: this.who, share }));
    }

    /** Looks from another seat. @param {number} seat @returns {Promise<void>} */
    lookAs(seat) {
        return this.inTurn(async () => {
            this.who = seat;
            await this.lookAgain('seats', []);
        });
    }

    /** Lets an agent take over a seat. @param {number} seat @param {string} agent as "coach:200ms" @param {string} [name] */
    seatAgent(seat, agent, name = readAgent(agent).agent) {
        return this.reseat(seat, { name, agent });
    }

    /** Lets a person take over a seat. @param {number} seat @param {string} name */
    seatPerson(seat, name) {
        return this.reseat(seat, { name, agent: null });
    }

    /** @param {number} seat @param {Seat} sitter @returns {Promise<void>} */
    reseat(seat, sitter) {
        this.agents.drop();
        return this.inTurn(async () => {
            this.seats[seat] = sitter;
            await this.lookAgain('seats');
        });
    }

    /** Stops the clock; agents wait. */
    pause() {
        if (this.paused) return;
        this.paused = true;
        this.agents.pause();
        this.emit('clock');
    }

    /** Starts it again. */
    resume() {
        if (!this.paused) return;
        this.paused = false;
        this.agents.resume();
        this.emit('clock');
    }

    /** Ends the game's work on this page. */
    close() {
        this.closed = true;
        this.agents.close();
    }
}

/** @param {string} message */
const refused = message => new EngineError({ code: 'ILLEGAL_ACTION', message });
