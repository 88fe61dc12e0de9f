// A game in real time: the clock ticks once for each seat that plays; agents act a few times from tick to tick, so that
// they look human. Each thinks in a worker of its own. What they answer at about the same time is played and painted at
// once: a slow page then has fewer acts from tick to tick, but each agent as many as the others. A page that nobody sees,
// or that was suspended, does not make up for the time.
// @ts-check
/** @import { Table } from './table.js' */
/** @import { Work } from './engine/thinking.js' */
import { ask, Thinker } from './engine/engine.js';
import { countRounds } from './table_past.js';
import { readAgent } from './agent_text.js';

const tickMs = 400, tickMin = 20, tickMax = 10000, ticksAtOnce = 3;
const actMs = 100, actsMax = 100, thinkMs = 30;
const gatherMs = 20; // that an answer waits for those of the others
const capsules = 10, faster = 0.8, fastest = 0.2;

/** What an agent thinks about and what it answered, until that is played; `rng` is its luck, as long as it is known. */
class Player {
    thinker = new Thinker();
    /** @type {Work | null} */
    work = null;
    /** @type {{ action: unknown } | null} */
    answer = null;
    /** @type {string | null} */
    rng = null;
    actedAt = 0;

    get busy() {
        return this.work !== null || this.answer !== null;
    }

    /** Forgets what it was asked. */
    stop() {
        this.work?.stop();
        this.work = this.answer = null;
    }
}

export class Clock {
    /** @type {Map<number, Player>} agents by seat */
    players = new Map();
    rounds = 0;
    rows = 1;
    tickedAt = performance.now();
    pausedAt = performance.now();
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    timer = undefined;
    /** @type {ReturnType<typeof setTimeout> | undefined} runs while answers wait for others */
    gathering = undefined;
    beating = false;
    hide = () => { if (document.hidden) this.table.pause(); };

    /** @param {Table} table @param {{ tickMs?: number, speedsUp?: boolean }} setup */
    constructor(table, setup) {
        this.table = table;
        this.tick = Math.min(Math.max(setup.tickMs ?? tickMs, tickMin), tickMax);
        this.speedsUp = setup.speedsUp ?? true;
    }

    get thinking() {
        return [...this.players.values()].some(({ work }) => work);
    }

    /** The milliseconds from tick to tick. */
    get period() {
        const steps = this.speedsUp ? Math.floor(this.rounds / (capsules * this.rows)) : 0;
        return Math.max(this.tick * Math.max(faster ** steps, fastest), tickMin);
    }

    get actsPerTick() {
        return Math.min(Math.max(Math.floor(this.period / actMs), 1), actsMax);
    }

    async begin() {
        const { rows } = await ask({ cmd: 'observe', state: this.table.state, who: 0 });
        this.rows = Math.max(rows, 1);
        globalThis.document?.addEventListener('visibilitychange', this.hide);
        this.renew();
    }

    /** Sets all times by the game as it is now: it is another one, or went back. */
    renew() {
        this.rounds = countRounds(this.table.past.eventsUpTo(this.table.now));
        this.tickedAt = this.pausedAt = performance.now();
        for (const player of this.players.values()) player.actedAt = this.tickedAt;
    }

    pause() {
        this.pausedAt = performance.now();
        this.stop();
    }

    /** All times move on, as if there had been none between. */
    resume() {
        const passed = performance.now() - this.pausedAt;
        this.tickedAt += passed;
        for (const player of this.players.values()) player.actedAt += passed;
        this.run();
    }

    close() {
        globalThis.document?.removeEventListener('visibilitychange', this.hide);
        this.stop();
        for (const { thinker } of this.players.values()) thinker.close();
    }

    stop() {
        clearTimeout(this.timer);
        this.stopGathering();
        for (const player of this.players.values()) player.stop();
    }

    /** What an agent thinks about may be a moment old; that is how it is in real time. */
    drop() {}

    get stands() {
        const { paused, closed, over } = this.table;
        return paused || closed || over;
    }

    /** Lets the clock and the agents act when they are due. */
    run() {
        clearTimeout(this.timer);
        if (this.stands) return this.stop();
        if (!this.beating) this.timer = setTimeout(() => this.beat(), Math.max(0, this.due() - performance.now()));
    }

    due() {
        const dues = this.table.seats.map((_, seat) => this.actDue(seat));
        return Math.min(this.tickedAt + this.period, ...dues);
    }

    async beat() {
        this.beating = true;
        try {
            await this.runClock();
            for (const seat of this.table.seats.keys()) if (performance.now() >= this.actDue(seat)) this.ask(seat);
        } catch (error) {
            this.fail(error);
        }
        this.beating = false;
        this.run();
    }

    async runClock() {
        let ticks = 0;
        for (; ticks < ticksAtOnce && !this.stands && performance.now() >= this.tickedAt + this.period; ticks++) {
            this.tickedAt += this.period;
            await this.tickAll();
        }
        const behind = performance.now() - this.tickedAt > this.period;
        if (ticks === ticksAtOnce && behind) this.tickedAt = performance.now();
    }

    tickAll() {
        const { table } = this;
        return table.inTurn(async () => {
            const clock = table.legal?.movers.find(({ who }) => who === 'clock');
            if (this.stands || !clock) return;
            await table.play(clock.actions.map(action => ({ who: 'clock', action })), { skip: true });
            const { period } = this;
            this.rounds++;
            if (period !== this.period) table.emit('clock');
        });
    }

    /** When an agent may be asked next; never if it has no choice now, or is asked already. @param {number} seat */
    actDue(seat) {
        const { legal, seats } = this.table;
        const player = this.players.get(seat);
        const mover = legal?.movers.find(({ who }) => who === seat);
        if (!seats[seat]?.agent || !mover?.actions.length || player?.busy) return Infinity;
        return Math.max(this.tickedAt, player?.actedAt ?? 0) + this.period / (this.actsPerTick + 1);
    }

    /** @param {number} seat */
    playerOf(seat) {
        const player = this.players.get(seat) ?? new Player();
        this.players.set(seat, player);
        return player;
    }

    /** @param {number} seat */
    async ask(seat) {
        const player = this.playerOf(seat);
        const work = player.work = player.thinker.think(this.question(seat, player.rng));
        try {
            const { best, rng } = await work.answer;
            if (player.work !== work) return;
            Object.assign(player, { work: null, answer: { action: best }, rng });
            this.gather();
        } catch (error) {
            if (player.work === work) this.fail(error);
        }
    }

    /** The luck of an agent goes on from question to question, so that it keeps to a plan. @param {number} seat @param {string | null} rng */
    question(seat, rng) {
        const { seats, state, seed } = this.table;
        const agent = readAgent(seats[seat].agent ?? '');
        const budget = agent.nodes || agent.rollouts || agent.budget_ms ? {} : { budget_ms: thinkMs };
        const luck = rng ? { rng } : { seed: `${seed}/agent ${seat}` };
        return { cmd: 'best', state, who: seat, acts_per_tick: this.actsPerTick, ...luck, ...agent, ...budget };
    }

    /** Plays what is answered, after a moment if others are about to answer, too. */
    gather() {
        if (!this.thinking) this.actAll();
        else this.gathering ??= setTimeout(() => this.actAll(), gatherMs);
    }

    stopGathering() {
        clearTimeout(this.gathering);
        this.gathering = undefined;
    }

    /** The state may have changed since they were asked: what is not legal any more is left out. */
    async actAll() {
        const { table } = this;
        this.stopGathering();
        try {
            await table.inTurn(async () => {
                const acts = this.takeAnswers();
                if (!this.stands && acts.length) await table.play(acts, { skip: true });
            });
        } catch (error) {
            if (!table.closed) this.fail(error);
        }
        this.run();
    }

    takeAnswers() {
        const acts = [];
        for (const [seat, player] of this.players) {
            if (!player.answer) continue;
            if (this.table.seats[seat].agent) acts.push({ who: seat, action: player.answer.action });
            player.answer = null;
            player.actedAt = performance.now();
        }
        return acts;
    }

    /** @param {unknown} error */
    fail(error) {
        this.table.pause();
        this.table.emit('trouble', error);
    }
}
