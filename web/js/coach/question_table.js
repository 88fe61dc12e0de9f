// A question as a table, so that a move is chosen on the board as in play. The position never changes: what is answered
// is played on beside it, and where a clock runs an answer is all the keys until the piece lies.
// @ts-check
/** @import { Action, GameInfo, GameRecord, Legal, Scene, Seat, TableLike } from '../types.js' */
/** @import { Question } from './quiz.js' */
import { ask, drawScene } from '../engine/engine.js';
import { fill, strings } from '../strings.js';
import { unfold } from './unfold.js';

const actsMax = 60;

/** @implements {TableLike} */
export class QuestionTable extends EventTarget {
    /** @type {Action[]} the answer so far */
    acts = [];
    who = 0;
    /** @type {object} */
    state = {};
    /** @type {Scene} */
    scene = { rows: 0, cols: 0, place: 1, tiles: [], areas: [] };
    /** @type {Legal | null} what may be chosen; null once it is answered */
    legal = null;
    /** @type {Seat[]} */
    seats = [];
    /** @type {number[]} */
    scores = [];
    /** @type {number[]} */
    winners = [];
    /** @type {Record<string, number>} */
    params = {};
    over = false;
    thinking = false;
    /** @type {Question | null} */
    question = null;
    /** @type {Promise<unknown>} the keys pressed so far, of which each is played on what the one before left */
    pressed = Promise.resolve();
    /** Grows whenever the answer begins or ends, so that late keys are known. */
    turn = 0;

    /** @param {GameInfo} game */
    constructor(game) {
        super();
        this.game = game;
        this.timed = game.clock;
    }

    /** @param {Question} question */
    begin(question) {
        this.question = question;
        this.who = question.who;
        this.scores = Array.from({ length: question.seats }, () => 0);
        const agentOf = (/** @type {number} */ seat) => (seat === this.who ? null : 'nobody');
        this.seats = this.scores.map((_, seat) => ({ name: this.nameOf(seat), agent: agentOf(seat) }));
        this.reset();
    }

    /** @param {number} seat */
    nameOf(seat) {
        return seat === this.who ? strings.play.you : fill(strings.play.player, { n: seat + 1 });
    }

    /** @returns {GameRecord} */
    get record() { return { game: this.game.name, start: this.question?.state, events: [] }; }

    get complete() { return this.acts.length > 0 && (!this.timed || !this.canGoOn); }

    get canGoOn() {
        const mover = this.legal?.movers.find(({ who }) => who === this.who);
        return this.acts.length < actsMax && !!mover?.actions.length;
    }

    /** Adds to the answer. @param {Action} action */
    async act(action) {
        if (!this.timed) {
            this.acts = [action];
            return;
        }
        await this.inTurn(isOpen => this.press(action, isOpen));
    }

    /**
     * Does this once all that was asked for before is done, if the answer is still open then; `isOpen` tells it later on.
     * @param {(isOpen: () => boolean) => Promise<void>} run
     */
    inTurn(run) {
        const { turn } = this;
        const isOpen = () => turn === this.turn && this.legal !== null;
        const done = this.pressed.then(() => (isOpen() ? run(isOpen) : undefined));
        this.pressed = done.catch(() => {});
        return done;
    }

    /** @param {Action} action @param {() => boolean} isOpen */
    async press(action, isOpen) {
        const { state, who } = this;
        const next = await ask({ cmd: 'apply', state, who, action, effects: true });
        const acts = [...this.acts, ...await unfold(state, who, action, next.state)];
        await this.show({ acts, state: next.state, events: next.events }, isOpen);
    }

    /** Takes the last key back. */
    back() {
        return this.inTurn(async isOpen => {
            if (!this.acts.length) return;
            const acts = this.acts.slice(0, -1);
            const { state } = await ask({ cmd: 'apply', state: this.question?.state, who: this.who, actions: acts });
            await this.show({ acts, state, events: [] }, isOpen);
        });
    }

    /** Begins the answer anew. */
    reset() {
        if (!this.question) return;
        this.turn++;
        this.acts = [];
        this.state = this.question.state;
        this.scene = this.question.scene;
        this.legal = this.question.legal;
    }

    /** Ends the answer: the position is shown again, and nothing more may be chosen. */
    close() {
        this.turn++;
        if (this.question) this.scene = this.question.scene;
        this.legal = null;
    }

    /**
     * Takes what a key leads to, if the answer is still open.
     * @param {{ acts: Action[], state: object, events: import('../types.js').GameEvent[] }} next
     * @param {() => boolean} isOpen
     */
    async show({ acts, state, events }, isOpen) {
        const before = this.scene;
        const legal = await ask({ cmd: 'legal', state, words: true });
        const scene = await drawScene(state, this.who);
        if (!isOpen()) return;
        Object.assign(this, { acts, state, legal, scene });
        const detail = { kind: events.length ? 'act' : 'undo', events, before, paths: events.map(() => null) };
        this.dispatchEvent(new CustomEvent('change', { detail }));
    }
}
