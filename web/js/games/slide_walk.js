// A board to solve, with its past and its plan: positions from the first one on, those after `at` are the plan. Stepping
// goes along it; a move of the person's own cuts the plan off.
// @ts-check
/** @import { Action, Change, GameEvent, GameInfo, Legal, Scene } from '../types.js' */
/** @import { Move, SlideState } from './slide_board.js' */
import { ask, askAll, EngineError } from '../engine/engine.js';
import { isSolved, opposite, walkOf } from './slide_board.js';

export class Walk extends EventTarget {
    seats = [{ name: '', agent: null }];
    who = 0;
    thinking = false;
    /** @type {number[]} */
    winners = [];
    /** @type {Scene} */
    scene = { rows: 0, cols: 0, place: 1, tiles: [], areas: [] };
    /** @type {Legal | null} */
    legal = null;
    at = 0;
    /** The moves before `planned` are the person's. */
    planned = 0;
    /** @type {Move[]} */
    moves = [];

    /** @param {GameInfo} game @param {SlideState} state */
    constructor(game, state) {
        super();
        this.game = game;
        /** @type {SlideState[]} */
        this.states = [state];
    }

    get state() { return this.states[this.at]; }
    get params() { return { rows: this.state.rows, cols: this.state.cols }; }
    get over() { return isSolved(this.state); }
    get scores() { return [-this.at]; }
    get end() { return this.moves.length; }
    get toGo() { return this.moves.length - this.at; }
    get record() {
        /** @type {GameEvent[]} */
        const events = this.moves.slice(0, this.at).map(move => ({ who: 0, action: { blank: move } }));
        return { game: this.game.name, start: this.states[0], events };
    }

    /** Takes a solution of the position now. @param {Move[]} moves */
    plan(moves) {
        this.moves = [...this.moves.slice(0, this.at), ...moves];
        this.states = [...this.states.slice(0, this.at), ...walkOf(this.state, moves)];
        this.planned = this.at;
        this.dispatchEvent(new Event('plan'));
    }

    /**
     * A move of the person's own; one that the plan has next keeps the plan. It is dropped if the board has moved on
     * before the engine answers.
     * @param {Action} action
     */
    async act(action) {
        const before = this.state;
        const [next] = await askAll([{ cmd: 'apply', state: before, who: 0, action, effects: true }]);
        if (this.state !== before) return;
        if (!next.ok) throw new EngineError(next.error);
        const made = movesBetween(before, next.state);
        const asPlanned = made.every((move, i) => this.moves[this.at + i] === move);
        if (!asPlanned) {
            this.moves = [...this.moves.slice(0, this.at), ...made];
            this.states = [...this.states.slice(0, this.at), ...walkOf(before, made)];
        }
        this.at += made.length;
        if (!asPlanned) this.planned = this.at;
        await this.show('act', next.events);
        if (!asPlanned) this.dispatchEvent(new Event('strayed'));
    }

    /** One step along the moves, or back. Steps may follow each other faster than they are shown. @param {1 | -1} way */
    async step(way) {
        const at = this.at + way;
        if (at < 0 || at > this.moves.length) return;
        const move = way > 0 ? this.moves[this.at] : opposite[this.moves[at]];
        const { state } = this;
        this.at = at;
        const [told] = await askAll([{ cmd: 'apply', state, who: 0, action: { blank: move }, effects: true }]);
        if (at === this.at) await this.show(way > 0 ? 'act' : 'undo', told.ok ? told.events : []);
    }

    /** @param {number} at */
    async seek(at) {
        this.at = Math.max(0, Math.min(at, this.moves.length));
        await this.show('seek', []);
    }

    /** @param {Change['kind']} kind @param {GameEvent[]} events */
    async show(kind, events) {
        const before = this.scene;
        await this.look();
        this.dispatchEvent(new CustomEvent('change', { detail: { kind, events, before, paths: events.map(() => null) } }));
    }

    async look() {
        const { scene, legal } = await ask({ cmd: 'look', state: this.state, who: 0 });
        this.scene = scene;
        this.legal = legal;
    }
}

/** The moves of the blank in a line from one position to another. @param {SlideState} from @param {SlideState} to @returns {Move[]} */
function movesBetween(from, to) {
    const { cols } = from;
    const [a, b] = [from.tiles.indexOf(0), to.tiles.indexOf(0)];
    const [down, right] = [Math.floor(b / cols) - Math.floor(a / cols), (b % cols) - (a % cols)];
    const move = down > 0 ? 'Down' : down < 0 ? 'Up' : right > 0 ? 'Right' : 'Left';
    return Array.from({ length: Math.abs(down) + Math.abs(right) }, () => /** @type {Move} */ (move));
}
