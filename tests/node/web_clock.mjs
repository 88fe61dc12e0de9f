// A table in real time: the clock, keys at any time, agents between, pauses.
import assert from 'node:assert/strict';
import { load, sleep, until } from './web_page.mjs';

const { Table } = await load('table.js');
const { Thinker } = await load('engine/engine.js');
const you = { name: 'You', agent: null }, agent = { name: 'Agent', agent: 'greedy:50n' };
const begin = setup => Table.begin({ game: 'falls', params: { players: setup.seats.length, viruses: 4 }, seed: 'clock', tickMs: 30, ...setup });
const ticks = table => table.record.events.filter(({ who }) => who === 'clock').length;

export const clockTests = {
    async 'the clock ticks, for every seat, and keys come between'() {
        const table = await begin({ seats: [you, agent] });
        await until(() => table.agents.rounds >= 3, 'the clock');
        await table.act({ move: 'RotateCw' });
        await until(() => table.record.events.some(({ who }) => who === 1), 'the agent');
        const { events } = table.record;
        assert.ok(events.some(({ who }) => who === 0));
        assert.ok(Math.abs(ticks(table) - 2 * table.agents.rounds) <= 2);
        table.close();
        const { now } = table;
        await sleep(120);
        assert.equal(table.now, now);
    },

    async 'agents act as often as each other on a page that is slow'() {
        const seats = [you, ...Array(4).fill({ name: 'Bot', agent: 'steady' })];
        const table = await begin({ seats, tickMs: 400, params: { players: 5, viruses: 4 } });
        table.addEventListener('change', () => { for (const end = performance.now() + 120; performance.now() < end;); });
        const acts = () => [1, 2, 3, 4].map(seat => table.record.events.filter(({ who }) => who === seat).length);
        await until(() => table.over || Math.max(...acts()) >= 12, 'the agents');
        table.close();
        assert.ok(Math.min(...acts()) * 2 >= Math.max(...acts()), acts().join(' '));
    },

    async 'an agent keeps its worker and its luck, and so its plan'() {
        const asked = [], { think } = Thinker.prototype;
        Thinker.prototype.think = function (request) {
            asked.push({ request, thinker: this });
            return think.call(this, request);
        };
        const table = await begin({ seats: [{ name: 'Bot', agent: 'steady' }], tickMs: 400 });
        await until(() => asked.length >= 6, 'the agent');
        table.close();
        Thinker.prototype.think = think;
        const [first, second, ...others] = asked;
        assert.ok(first.request.seed && second.request.rng && second.thinker === first.thinker);
        for (const { request, thinker } of others) assert.deepEqual([request.rng, thinker], [second.request.rng, first.thinker]);
    },

    async 'a pause holds all, and refuses keys'() {
        const table = await begin({ seats: [you, agent], paused: true });
        let told = 0;
        table.addEventListener('clock', () => told++);
        await sleep(100);
        assert.equal(table.now, 0);
        await assert.rejects(table.act({ move: 'Left' }), /paused/);
        table.resume();
        await until(() => table.now > 2, 'the game');
        table.pause();
        await table.queue;
        const { now } = table;
        await sleep(120);
        assert.deepEqual([table.now, told], [now, 2]);
        table.close();
    },

    async 'undo stops the clock, redo brings back what followed'() {
        const table = await begin({ seats: [you] });
        await table.act({ move: 'Left' });
        await until(() => table.agents.rounds >= 4, 'the clock');
        table.pause();
        await table.queue;
        const { now, record } = table;
        await table.undo();
        assert.ok(table.now < now && table.paused);
        await table.redo();
        assert.deepEqual([table.now, table.record], [now, record]);
        await table.undo();
        table.resume();
        await until(() => table.agents.rounds >= 6, 'the clock again');
        table.close();
    },

    async 'the clock gets faster'() {
        const table = await begin({ seats: [you], tickMs: 100, paused: true });
        assert.equal(table.agents.period, 100);
        table.agents.rounds = 160;
        assert.equal(table.agents.period, 80);
        table.agents.rounds = 160 * 40;
        assert.equal(table.agents.period, 20);
        const even = await begin({ seats: [you], tickMs: 100, speedsUp: false, paused: true });
        even.agents.rounds = 1e6;
        assert.equal(even.agents.period, 100);
        assert.equal((await begin({ seats: [you], tickMs: 1, paused: true })).agents.period, 20);
    },

    async 'a game comes to its end, and stands'() {
        const table = await begin({ seats: [you], tickMs: 20 });
        const keys = setInterval(() => { table.act({ move: 'Fall' }).catch(() => {}); }, 5);
        await until(() => table.over, 'the end');
        clearInterval(keys);
        const { now } = table;
        await sleep(100);
        assert.equal(table.now, now);
        const again = await Table.resume({ record: table.record, seed: 'x', seats: [you] });
        assert.deepEqual([again.state, again.agents.rounds], [table.state, table.agents.rounds]);
        table.close();
        again.close();
    },
};
