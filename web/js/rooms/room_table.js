// A table of a room's round, as TableLike. The server alone decides: it tells what happened, and the engine of the page
// replays it, so that motion and words come from the same effects as at home. An act of the own seat is sent at once and
// shown at once: until the server tells of it, it is pending, and what is shown is the truth with the pending acts on top.
// @ts-check
/** @import { Action, Change, GameEvent, GameInfo, GameRecord, Legal, Scene, Seat, TableLike } from '../types.js' */
/** @import { Begin, Happened, RoomInfo } from './reading.js' */
import { askAll, EngineError, findGame } from '../engine/engine.js';
import { strings } from '../strings.js';
import { RoomError } from './connection.js';
import { seatName } from './names.js';

/**
 * How the table stands, as the engine answers it: with the picture and the moves of who looks.
 * @typedef {{ state: object, actor: number | null, over: boolean, scores: number[], winners: number[], events: GameEvent[],
 *     scene: Scene, legal: Legal, path: number[] | null, viewer: number }} Standing
 * @typedef {{ action: Action, shown: string[] | null }} Pending `shown`: the effects that were shown, as JSON
 */

const recordMost = 20000;
const faultsMost = 2;
/** @type {Scene} */
const noScene = { rows: 0, cols: 0, place: 1, tiles: [], areas: [] };

/**
 * Events: those of TableLike; 'missed' if what the server tells does not follow from what it told before.
 * @implements {TableLike}
 */
export class RoomTable extends EventTarget {
    /** @type {GameInfo} */
    game = /** @type {any} */ (null);
    /** @type {Seat[]} */
    seats = [];
    scene = noScene;
    /** @type {Legal | null} */
    legal = null;
    /** @type {Standing | null} what the server told so far */
    truth = null;
    /** @type {Standing | null} the same with the pending acts */
    shown = null;
    /** @type {Pending[]} */
    pending = [];
    /** @type {Happened[]} */
    inbox = [];
    /** @type {Begin | null} a whole state that came and is not taken yet */
    fresh = null;
    /** @type {GameEvent[]} */
    past = [];
    n = 0;
    faults = 0;
    busy = false;
    stale = false;
    closed = false;

    /** @param {Begin} begin @param {(action: Action) => Promise<unknown>} send */
    constructor(begin, send) {
        super();
        this.send = send;
        this.table = begin.table;
        this.round = begin.round;
        this.params = begin.params;
        this.seat = begin.seat;
        this.who = begin.seat ?? 0;
        this.first = begin.state;
        this.fresh = begin;
        this.ready = this.start(begin.game);
        this.ready.catch(error => this.dispatchEvent(new CustomEvent('trouble', { detail: error })));
    }

    get state() { return this.shown?.state ?? this.first; }
    get over() { return this.shown?.over ?? false; }
    get scores() { return this.shown?.scores ?? []; }
    get winners() { return this.shown?.winners ?? []; }
    get actor() { return this.shown?.actor ?? null; }
    /** Whether an agent of the server is to move. */
    get thinking() { return !this.over && this.actor !== null && !!this.seats[this.actor]?.agent; }
    /** @returns {GameRecord} what was seen of the game */
    get record() { return { game: this.game.name, start: this.first, events: this.past }; }

    /** @param {string} game */
    async start(game) {
        this.game = await findGame(game);
        await this.step();
    }

    /** Takes the whole state anew, as after a lost line. @param {Begin} begin */
    restart(begin) {
        this.fresh = begin;
        this.inbox = [];
        this.wake();
    }

    /** @param {Happened} happened */
    happen(happened) {
        this.inbox.push(happened);
        this.wake();
    }

    /** Plays an act of the own seat. Throws EngineError with the reason. @param {Action} action */
    async act(action) {
        if (this.seat === null) throw new EngineError({ code: 'NOT_NOW', message: strings.rooms.watching });
        const answer = this.send(action);
        /** @type {Pending} */
        const pending = { action, shown: null };
        this.pending.push(pending);
        this.wake();
        try {
            await answer;
        } catch (error) {
            this.pending = this.pending.filter(one => one !== pending);
            this.wake();
            throw error instanceof RoomError ? new EngineError(error) : error;
        }
    }

    /** Looks from another seat: for those who watch. @param {number} who */
    lookAs(who) {
        if (this.seat !== null || who === this.who) return;
        this.who = who;
        this.wake();
    }

    /** Takes who sits where from the room. @param {RoomInfo | null} room @param {number | null} seat */
    setRoom(room, seat) {
        if (!room) return;
        /** @type {Seat[]} */
        const seats = [];
        room.seats.forEach((one, i) => {
            if (one.place === null || !one.name || (room.race && one.place !== this.table)) return;
            const name = i === seat ? strings.play.you : seatName(one);
            seats[room.race ? 0 : one.place] = { name, agent: one.agent ? one.name : null };
        });
        if (!seats.length || JSON.stringify(seats) === JSON.stringify(this.seats)) return;
        this.seats = seats;
        if (this.shown) this.tell('seats', [], [], this.scene);
    }

    close() {
        this.closed = true;
    }

    /** Works off what has come, one thing after the other; what comes meanwhile is taken together. */
    async wake() {
        this.stale = true;
        if (this.busy || this.closed) return;
        this.busy = true;
        try {
            await this.ready;
            while (this.stale && !this.closed) {
                this.stale = false;
                await this.step();
            }
        } catch (error) {
            this.dispatchEvent(new CustomEvent('trouble', { detail: error }));
        } finally {
            this.busy = false;
        }
    }

    async step() {
        const kind = !this.truth ? 'begin' : this.fresh ? 'seek' : 'act';
        const from = this.takeFresh();
        const { events, mine, hidden } = this.readInbox();
        const quiet = !events.length && kind === 'act' && this.truth?.viewer === this.who;
        const truth = quiet ? this.truth : await this.settle(from, events, hidden);
        if (!truth) return;
        this.truth = this.shown = truth;
        const told = quiet ? [] : unseen(truth.events, mine);
        const foreseen = await this.foresee();
        const path = told.length ? (mine.has(0) ? null : truth.path) : foreseen.path;
        this.show(kind, [...told, ...foreseen.events], path);
    }

    /** The state to go on from: the truth, or a fresh one. @returns {object} */
    takeFresh() {
        const { fresh } = this;
        if (!fresh) return this.truth?.state ?? this.first;
        this.fresh = null;
        this.pending = [];
        this.past = [];
        this.n = fresh.n;
        return (this.first = fresh.state);
    }

    /**
     * The events that are new, those of them that were shown before they were told, and the state if some are hidden.
     */
    readInbox() {
        /** @type {GameEvent[]} */
        const events = [];
        /** @type {Map<number, string[]>} */
        const mine = new Map();
        /** @type {object | null} */
        let hidden = null;
        for (const happened of this.inbox.splice(0)) {
            const known = this.n - happened.n;
            if (known < 0) return this.miss();
            for (const event of happened.events.slice(known)) {
                const shown = event.who === this.seat ? this.pending.shift()?.shown : null;
                if (shown) mine.set(events.length, shown);
                events.push(/** @type {GameEvent} */ (event));
                this.n++;
            }
            if (happened.state && known < happened.events.length) hidden = happened.state;
        }
        return { events, mine, hidden };
    }

    miss() {
        const kind = ++this.faults > faultsMost ? 'trouble' : 'missed';
        this.dispatchEvent(new CustomEvent(kind, { detail: new Error(strings.rooms.differs) }));
        return { events: [], mine: new Map(), hidden: null };
    }

    /** @param {object} state @param {unknown[]} actions */
    ask(state, actions) {
        return { cmd: 'step', state, actions, viewer: this.who, share: [], paths: actions.length > 0
            && !this.game.clock };
    }

    /**
     * Applies events. What is hidden cannot be: then the state that came along is taken.
     * @param {object} from @param {GameEvent[]} events @param {object | null} hidden @returns {Promise<Standing | null>}
     */
    async settle(from, events, hidden) {
        const hiddenFrom = events.findIndex(({ action }) => action === null);
        const viewer = this.who;
        const [next, whole] = await askAll([
            this.ask(from, hiddenFrom < 0 ? events : events.slice(0, hiddenFrom)),
            ...(hidden ? [this.ask(hidden, [])] : []),
        ]);
        if (!next.ok || (whole && !whole.ok)) {
            this.miss();
            return null;
        }
        if (events.length) this.faults = 0;
        if (this.past.length < recordMost) this.past.push(...events);
        return whole ? { ...whole, events: next.events, path: next.path, viewer } : { ...next, viewer };
    }

    /** Plays the pending acts on top of the truth, as far as they go. Returns what was not shown yet. */
    async foresee() {
        /** @type {GameEvent[]} */
        const events = [];
        let path = null;
        for (const pending of [...this.pending]) {
            const [next] = await askAll([this.ask(this.state, [{ who: this.seat, action: pending.action }])]);
            if (!next.ok) break;
            if (!pending.shown) {
                events.push(...next.events);
                path ??= next.path;
                pending.shown = next.events.flatMap((/** @type {GameEvent} */ { effects = [] }) => effects.map(effect => JSON.stringify(effect)));
            }
            this.shown = { ...next, viewer: this.who };
        }
        return { events, path };
    }

    /** @param {Change['kind']} kind @param {GameEvent[]} events @param {number[] | null} path of the first event */
    show(kind, events, path) {
        const before = this.scene;
        const { scene = noScene, legal = null } = this.shown ?? {};
        this.scene = scene;
        this.legal = this.seat !== null && !legal?.over ? legal : null;
        this.tell(kind, events, events.map((_, i) => (i === 0 ? path : null)), before);
    }

    /**
     * @param {Change['kind']} kind @param {GameEvent[]} events @param {(number[] | null)[]} paths @param {Scene} before
     */
    tell(kind, events, paths, before) {
        this.dispatchEvent(new CustomEvent('change', { detail: { kind, events, before, paths } }));
        this.dispatchEvent(new Event('thinking'));
    }
}

/**
 * Events without what was shown before they were told. An act may have done more than the page could foresee.
 * @param {GameEvent[]} events @param {Map<number, string[]>} mine the effects that were shown, by event @returns {GameEvent[]}
 */
function unseen(events, mine) {
    return events.flatMap((event, i) => {
        const shown = mine.get(i);
        if (!shown) return [event];
        const effects = (event.effects ?? []).filter(effect => !shown.includes(JSON.stringify(effect)));
        return effects.length ? [{ ...event, effects }] : [];
    });
}
