// A game that plays itself in a small picture: quick requests to the engine, one step after the other, with pauses long
// enough to look. Others than the seat that is shown move within the same step. It stands still where nobody looks.
// @ts-check
/** @import { Action, Change, GameInfo, Legal, Mover, Scene, Who } from '../types.js' */
/** @import { Demo } from '../games/demos.js' */
import { ask } from '../engine/engine.js';
import { demoOf } from '../games/demos.js';

const MOST_IN_STEP = 8;
/** An agent of every game that needs no weights, and how much it thinks. */
const AGENT = { agent: 'greedy', nodes: 2000 };

/** Events: 'change' (CustomEvent<Change>), as those of a table. `next` is what comes then, once it is chosen. */
export class Show extends EventTarget {
    /** @type {object} */
    state = {};
    /** @type {string | null} */
    rng = null;
    /** @type {Scene | null} */
    scene = null;
    /** @type {Legal | null} */
    legal = null;
    /** Steps so far, and acts of seats in them. */
    played = 0;
    acts = 0;
    /** The seat that is shown. */
    seat = 0;
    /** @type {{ who: Who, action: Action, spots: number[] } | null} */
    next = null;

    /** @param {GameInfo} game */
    constructor(game) {
        super();
        this.game = game;
        /** @type {Demo} */
        this.demo = demoOf(game.name);
    }

    /** Sets the game up, or up again. */
    async begin() {
        const { state } = this.demo;
        const { name } = this.game;
        const fresh = state ? { state, rng: null } : await ask({ cmd: 'new', game: name, seed: name });
        const before = this.scene;
        this.state = fresh.state;
        this.rng = fresh.rng;
        this.played = 0;
        this.acts = 0;
        this.take(await ask({ cmd: 'look', state: this.state, who: this.seat }));
        await this.plan();
        this.tell({ kind: 'begin', events: [], before, paths: [] });
    }

    /** @param {{ scene: Scene, legal: Legal }} picture */
    take({ scene, legal }) {
        this.scene = scene;
        this.legal = legal;
    }

    /** @param {Change} change */
    tell(change) {
        this.dispatchEvent(new CustomEvent('change', { detail: change }));
    }

    /** Plays until the seat that is shown is to move again, or begins anew. */
    async step() {
        if (this.legal?.over || this.played >= this.demo.moves || (!this.next && !this.game.clock)) return this.begin();
        this.played++;
        for (let i = 0; this.next && i < MOST_IN_STEP; i++) {
            this.acts++;
            await this.play(this.next);
            await this.plan();
            if (this.next?.who === this.seat) break;
        }
        if (this.game.clock) await this.tick();
    }

    /** @param {{ who: Who, action: Action }} act */
    async play({ who, action }) {
        const before = this.scene;
        const luck = this.rng ? { rng: this.rng } : { seed: this.game.name };
        const how = { viewer: this.seat, share: [], paths: !this.game.clock, ...luck };
        const done = await ask({ cmd: 'step', state: this.state, actions: [{ who, action }], ...how });
        this.state = done.state;
        this.rng = done.rng;
        this.take(done);
        const paths = [done.path, ...done.events.slice(1).map(() => null)];
        this.tell({ kind: 'act', events: done.events, before, paths });
    }

    /** The clock moves once for each of its fields. */
    async tick() {
        const actions = this.mover('clock')?.actions ?? [];
        for (const action of actions) if (this.mover('clock')) await this.play({ who: 'clock', action });
        await this.plan();
    }

    /** @param {Who} who @returns {Mover | undefined} */
    mover(who) {
        return this.legal?.movers.find(mover => mover.who === who);
    }

    /** Chooses what comes next; null at the end of the game. */
    async plan() {
        const mover = this.legal?.movers.find(({ who, actions }) => typeof who === 'number' && actions.length > 0);
        this.next = null;
        if (!mover || this.legal?.over || !this.state) return;
        const action = await this.choose(mover);
        const at = mover.actions.findIndex(other => JSON.stringify(other) === JSON.stringify(action));
        if (action) this.next = { who: mover.who, action, spots: mover.spots?.[at] ?? [] };
    }

    /** @param {Mover} mover @returns {Promise<Action>} */
    async choose(mover) {
        if (this.demo.actions) return this.demo.actions[this.acts];
        return (await ask({ cmd: 'best', state: this.state, who: mover.who, ...AGENT })).best;
    }
}

/**
 * Keeps a show going while its picture is seen and motion is wanted.
 * @param {Show} show @param {HTMLElement} element @param {() => boolean} wanted @returns {() => void} ends it
 */
export function keepGoing(show, element, wanted) {
    let seen = false, ended = false;
    const observer = new IntersectionObserver(entries => { seen = entries.at(-1)?.isIntersecting ?? false; });
    observer.observe(element);
    const turn = async () => {
        if (ended) return;
        if (seen && !document.hidden && wanted()) await show.step().catch(stop);
        if (!ended) timer = setTimeout(turn, show.demo.everyMs);
    };
    const stop = () => {
        ended = true;
        clearTimeout(timer);
        observer.disconnect();
    };
    let timer = setTimeout(turn, show.demo.everyMs * (0.6 + 0.4 * Math.random()));
    return stop;
}
