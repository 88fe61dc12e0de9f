// Agents of a game in turns: each is asked about the position in which it is to move, and plays when the move before was
// shown long enough. One that meets the same position again after an undo moves as it did.
// @ts-check
/** @import { Table } from './table.js' */
import { think } from './engine/engine.js';
import { readAgent } from './agent_text.js';

const turnMs = 300;

export class Turns {
    /** @type {ReturnType<typeof think> | null} */
    work = null;
    /** Grows whenever what is going on is of no use any more. */
    turn = 0;

    /** @param {Table} table */
    constructor(table) {
        this.table = table;
    }

    get thinking() {
        return this.work !== null;
    }

    async begin() {}
    renew() {}
    resume() { this.run(); }
    pause() { this.drop(); }
    close() { this.drop(); }

    /** Forgets what the agent was asked. */
    drop() {
        this.turn++;
        this.setWork(null);
    }

    /** @param {Turns['work']} work */
    setWork(work) {
        const was = this.thinking;
        this.work?.stop();
        this.work = work;
        if (was !== this.thinking) this.table.emit('thinking');
    }

    /** @returns {number | undefined} the agent's seat that is to move */
    find() {
        const { legal, over, paused, closed, seats } = this.table;
        if (over || paused || closed) return undefined;
        const mover = legal?.movers.find(({ who, actions }) => typeof who === 'number' && seats[who]?.agent && actions.length > 0);
        return /** @type {number | undefined} */ (mover?.who);
    }

    async run() {
        const seat = this.find();
        this.drop();
        const mine = this.turn;
        if (seat === undefined) return;
        try {
            const action = await this.choose(seat);
            await this.wait();
            if (mine !== this.turn) return;
            await this.table.inTurn(async () => { if (mine === this.turn) await this.table.play([{ who: seat, action }]); });
        } catch (error) {
            if (mine === this.turn) this.fail(error);
        }
    }

    /** @param {unknown} error */
    fail(error) {
        this.drop();
        this.table.emit('trouble', error);
    }

    /** @param {number} seat */
    async choose(seat) {
        const { past, now, seats, state, seed } = this.table;
        const next = past.steps[now + 1];
        if (next?.who === seat) return next.events[0].action;
        const agent = readAgent(seats[seat].agent ?? '');
        const budget = agent.nodes || agent.rollouts || agent.budget_ms ? {} : { budget_ms: turnMs };
        const work = think({ cmd: 'best', state, who: seat, seed: `${seed}/agent ${now}`, ...agent, ...budget }, { minds: 1 });
        this.setWork(work);
        const answer = await work.answer;
        if (this.work === work) this.setWork(null);
        return answer.best;
    }

    /** Waits until the last move was shown long enough. */
    async wait() {
        const left = this.table.changedAt + this.table.slowMs - performance.now();
        if (left > 0) await new Promise(done => setTimeout(done, left));
    }
}
