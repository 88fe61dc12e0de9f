// What the coach thinks of one position: an answer of `best` for each objective, without and with the person's move. It
// begins before it is asked, goes on for longer if it is wanted, and tells each better answer.
// @ts-check
/** @import { Action, Best, GameInfo } from '../types.js' */
import { EngineError, think, thinkOn } from '../engine/engine.js';
import { judgeActs } from './judge_acts.js';
import { sameAction } from './words.js';

/** Milliseconds to choose from; the last one is until stopped. */
export const budgets = [250, 750, 1500, Infinity];

/** How long the next question waits for a worker that is to stop. */
const patienceMs = 150;

/** @typedef {{ answer: Promise<Best>, stop(): void }} Work */

/** What the game's adviser can be asked about. @param {GameInfo} game @returns {string[]} */
const objectivesOf = game => game.about.find(({ name }) => name === game.advisor)?.objectives ?? ['game'];

export class Advice extends EventTarget {
    /** @type {Map<string, Best>} the best answer of each objective */
    answers = new Map();
    /** @type {Work[]} */
    works = [];
    /** @type {Error | null} */
    trouble = null;
    /** @type {Action | undefined} the move that is graded */
    action = undefined;
    thinking = false;
    stopping = false;
    /** @type {Action[]} all of the answer, where it is several */
    acts = [];

    /**
     * @param {GameInfo} game @param {object} state @param {number} who
     * @param {{ budget?: number, more?: object }} [how] `more` are further fields of the request
     */
    constructor(game, state, who, { budget = 750, more = {} } = {}) {
        super();
        this.objectives = objectivesOf(game);
        this.game = game;
        this.state = state;
        this.who = who;
        this.budget = budget;
        this.more = more;
    }

    /** @param {string} objective @returns {Best | undefined} */
    get(objective) {
        return this.answers.get(objective);
    }

    /** Whether the answer of an objective is about the present move. @param {string} objective */
    has(objective) {
        const answer = this.answers.get(objective);
        if (!answer || this.action === undefined) return !!answer;
        return !!answer.user && sameAction(answer.user.action, this.action);
    }

    /** Thinks about the position. */
    begin() {
        this.acts = [];
        return this.start(undefined);
    }

    /** Grades a move. @param {Action} action */
    judge(action) {
        return this.start(action);
    }

    /** Grades several actions in a row as one answer. @param {Action[]} actions */
    async judgeAll(actions) {
        const mine = this.begun();
        this.answers.clear();
        this.action = actions[0];
        this.acts = actions;
        this.trouble = null;
        this.setThinking(true);
        await this.settled;
        if (mine !== this.turn) return;
        const work = judgeActs(this, actions);
        this.works = [work];
        if (this.stopping) this.stop();
        const [end] = await Promise.allSettled([work.answer]);
        if (!this.works.includes(work)) return;
        if (end.status === 'fulfilled') this.keep(this.objectives[0], end.value, work);
        else this.fail(end.reason);
        this.works = [];
        this.setThinking(false);
    }

    /** Thinks again, with more time. @param {number} budget milliseconds; Infinity is until stopped */
    longer(budget) {
        this.budget = budget;
        return this.acts.length > 1 ? this.judgeAll(this.acts) : this.start(this.action);
    }

    /** @param {Action | undefined} action */
    async start(action) {
        const mine = this.begun();
        if (!sameAction(action, this.action)) this.answers.clear();
        this.action = action;
        this.trouble = null;
        this.setThinking(true);
        await this.settled;
        if (mine !== this.turn) return;
        const works = this.objectives.map(objective => this.ask(objective));
        this.works = works;
        if (this.stopping) this.stop();
        const ends = await Promise.allSettled(works.map(({ answer }) => answer));
        if (this.works !== works) return;
        this.works = [];
        for (const end of ends) if (end.status === 'rejected') this.fail(end.reason);
        this.setThinking(false);
    }

    /** @param {string} objective @returns {Work} */
    ask(objective) {
        const { state, who, action } = this;
        const several = this.objectives.length > 1;
        const request = { cmd: 'best', state, who, ...(several && { objective }),
            ...(action !== undefined && { action }), ...this.more };
        const keep = (/** @type {Best} */ answer) => {
            this.keep(objective, answer, work);
            return answer;
        };
        /** @type {Work} */
        const thinking = Number.isFinite(this.budget)
            ? think({ ...request, budget_ms: this.budget }) : thinkOn(request, { onBetter: keep });
        /** @type {Work} */
        const work = { answer: thinking.answer.then(keep), stop: () => thinking.stop() };
        return work;
    }

    /** @param {string} objective @param {Best} answer @param {Work} work */
    keep(objective, answer, work) {
        if (!this.works.includes(work) || this.isWorse(objective, answer)) return;
        this.answers.set(objective, answer);
        this.dispatchEvent(new Event('change'));
    }

    /** What is stopped just after it began knows less than what was known. @param {string} objective @param {Best} answer */
    isWorse(objective, { diagnostics: { stopped, nodes, rollouts } }) {
        const known = this.has(objective) && this.answers.get(objective)?.diagnostics;
        return stopped && !!known && nodes + rollouts < known.nodes + known.rollouts;
    }

    /** @param {Error} error */
    fail(error) {
        if (!(error instanceof EngineError && error.code === 'CANCELLED')) this.trouble = error;
    }

    /** Ends the thinking, also what is only about to begin; what is known so far stays. */
    stop() {
        this.stopping = true;
        for (const work of this.works) work.stop();
    }

    /** Ends it, and hears nothing more of it. */
    drop() {
        this.begun();
        this.setThinking(false);
    }

    /** Stops what runs. What comes next waits a moment for it, so that the same workers go on: they know it all. */
    begun() {
        const works = this.works;
        this.works = [];
        this.stopping = false;
        for (const work of works) work.stop();
        const ends = Promise.allSettled(works.map(({ answer }) => answer));
        this.settled = Promise.race([ends, new Promise(resolve => setTimeout(resolve, patienceMs))]);
        return ++this.turn;
    }
    /** @type {Promise<unknown>} */
    settled = Promise.resolve();
    turn = 0;

    /** @param {boolean} thinking */
    setThinking(thinking) {
        this.thinking = thinking;
        this.dispatchEvent(new Event('change'));
    }
}
