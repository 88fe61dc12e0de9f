// A table without a page: acts, going back, agents, the clock, seats.
import assert from 'node:assert/strict';
import { load, sleep, until } from './web_page.mjs';

const { Table, readAgent } = await load('table.js');
const { Past, countRounds, groupEvents } = await load('table_past.js');
const { ask } = await load('engine/engine.js');

const you = { name: 'You', agent: null }, other = { name: 'Mira', agent: null }, quick = { name: 'Agent', agent: 'greedy:200n' };

/** The first act of who looks; of a clock's game, a key. */
const option = (table, i = 0) => table.legal.movers.find(({ who }) => who === table.who)?.actions.at(i);
const begin = (setup = {}) => Table.begin({ game: 'azul', seed: 'table', seats: [you, quick], slowMs: 0, ...setup });
const yourTurn = table => until(() => option(table) && !table.thinking, 'your turn');
const hear = (table, name) => {
    const heard = [];
    table.addEventListener(name, event => heard.push(event.detail));
    return heard;
};

export const tableTests = {
    'agents are read from text'() {
        assert.deepEqual(readAgent('coach'), { agent: 'coach' });
        assert.deepEqual(readAgent('coach:200ms'), { agent: 'coach', budget_ms: 200 });
        assert.deepEqual(readAgent('coach:2s'), { agent: 'coach', budget_ms: 2000 });
        assert.deepEqual(readAgent('mcts:50n'), { agent: 'mcts', nodes: 50 });
        assert.deepEqual(readAgent('rollout:9r'), { agent: 'rollout', rollouts: 9 });
    },

    'events are grouped by acts'() {
        const events = ['chance', 'chance', 0, 'chance', 'clock', 1].map(who => ({ who, action: {}, effects: [] }));
        assert.deepEqual(groupEvents(events).map(group => group.map(({ who }) => who)), [['chance', 'chance'], [0, 'chance'], ['clock'], [1]]);
        assert.deepEqual(groupEvents([]), [[]]);
        assert.equal('effects' in groupEvents(events)[0][0], false);
    },

    'rounds of the clock are counted'() {
        const tick = seat => ({ who: 'clock', action: { tick: seat } });
        assert.equal(countRounds([tick(0), tick(1), { who: 0, action: {} }, tick(0), tick(1), tick(1), tick(1)]), 4);
        assert.equal(countRounds([]), 0);
    },

    async 'an agent answers, and undo takes both moves back'() {
        const table = await begin();
        const changes = hear(table, 'change');
        await table.act(option(table));
        await yourTurn(table);
        await table.act(option(table, -1));
        await yourTurn(table);
        const { record } = table;
        assert.equal(table.now, 4);
        assert.deepEqual(changes.map(({ kind }) => kind), ['act', 'act', 'act', 'act']);
        assert.ok(changes.every(({ events, before }) => events[0].effects.length > 0 && before.tiles.length > 0));
        await table.undo();
        assert.deepEqual([table.now, table.canUndo, table.canRedo], [2, true, true]);
        await table.redo();
        await until(() => table.now === 4, 'the agent, as it did');
        assert.deepEqual(table.record, record);
        table.close();
    },

    async 'the same act meets the same luck, another one another'() {
        const table = await Table.begin({ game: 'lines', seed: 'luck', seats: [you] });
        const acts = [option(table), option(table, 5)];
        await table.act(acts[0]);
        const first = JSON.stringify(table.record);
        await table.undo();
        await table.act(acts[1]);
        assert.equal(table.canRedo, false);
        await table.undo();
        await table.act(acts[0]);
        assert.equal(JSON.stringify(table.record), first);
        await table.restart();
        assert.deepEqual([table.now, table.canRedo], [0, true]);
        await table.redo();
        assert.equal(JSON.stringify(table.record), first);
        table.close();
    },

    async 'acts in a row are played in order, bad ones are refused with the reason'() {
        const table = await Table.begin({ game: 'slide', params: { rows: 4, cols: 4 }, seed: 'row', seats: [you] });
        const { blank } = option(table);
        const back = { Up: 'Down', Down: 'Up', Left: 'Right', Right: 'Left' }[blank];
        const moves = [{ blank }, { blank: back }, { blank }, { nonsense: 1 }, { blank: back }];
        const done = await Promise.allSettled(moves.map(move => table.act(move)));
        assert.deepEqual(done.map(({ status }) => status), ['fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
        assert.equal(done[3].reason.code, 'BAD_ACTION');
        assert.equal(table.now, 4);
        assert.equal(table.scores[0], -4);
        table.close();
    },

    async 'a shorthand is one step'() {
        const start = { state_version: 1, ruleset_id: 'slide_v1', rows: 3, cols: 3, tiles: [1, 2, 3, 4, 5, 6, 0, 7, 8] };
        const table = await Table.resume({ record: { game: 'slide', start, events: [] }, seed: 'x', seats: [you] });
        await table.act({ click: [2, 2] });
        assert.deepEqual([table.now, table.over, table.winners], [1, true, [0]]);
        await table.undo();
        assert.equal(table.over, false);
        assert.deepEqual(table.record, { game: 'slide', start, events: [] });
        table.close();
    },

    async 'who shares the page looks in turn'() {
        const table = await begin({ seats: [you, other] });
        await table.act(option(table));
        assert.equal(table.who, 1);
        await table.act(option(table));
        assert.equal(table.who, 0);
        await table.undo();
        assert.equal(table.who, 1);
        await table.lookAs(0);
        assert.equal(table.who, 0);
        await assert.rejects(table.act(option(table) ?? table.legal.movers[0].actions[0]), { reason: 'NOT_YOUR_TURN' });
        table.close();
    },

    async 'seats change in the middle'() {
        const table = await begin({ seats: [you, other] });
        const changes = hear(table, 'change');
        await table.act(option(table));
        await table.seatAgent(1, 'greedy:100n');
        await until(() => table.now === 2, 'the agent');
        assert.equal(table.seats[1].name, 'greedy');
        assert.ok(changes.some(({ kind }) => kind === 'seats'));
        await assert.rejects(table.actAs(1, option(table)), { code: 'ILLEGAL_ACTION' });
        await table.seatPerson(1, 'Mira');
        await table.act(option(table));
        await sleep(100);
        assert.equal(table.now, 3);
        table.close();
        await assert.rejects(table.act(option(table)), { code: 'CANCELLED' });
    },

    async 'undo and closing stop an agent that thinks'() {
        const table = await begin({ seats: [you, { name: 'Slow', agent: 'coach:60s' }] });
        await table.act(option(table));
        await until(() => table.thinking, 'thinking');
        await table.undo();
        assert.deepEqual([table.now, table.thinking], [0, false]);
        await table.act(option(table));
        await until(() => table.thinking, 'thinking');
        table.close();
        assert.equal(table.thinking, false);
    },

    async 'an agent that cannot play is trouble, not silence'() {
        const table = await begin({ seats: [you, { name: 'None', agent: 'oracle' }] });
        const trouble = hear(table, 'trouble');
        await table.act(option(table));
        await until(() => trouble.length, 'trouble');
        assert.match(trouble[0].message, /oracle/);
        await table.seatAgent(1, 'greedy:100n');
        await until(() => table.now === 2, 'another agent');
        table.close();
    },

    async 'a record goes on as it is, with the luck that it lacks'() {
        const record = { game: 'slide', params: { rows: 2, cols: 2 }, events: [{ blank_to: [1, 0] }] };
        const table = await Table.resume({ record, seed: 'x', seats: [you] });
        assert.deepEqual(table.record.events.map(({ who }) => who), ['chance', 'chance']);
        assert.ok(option(table));
        await assert.rejects(Table.resume({ record: { ...record, events: [{ tile: 77 }] }, seed: 'x', seats: [you] }), { name: 'EngineError' });
        table.close();
    },

    async 'luck goes on where it was'() {
        const one = await Table.begin({ game: 'lines', seed: 'on', seats: [you] });
        const two = await Table.resume({ record: one.record, rng: one.luck, seed: 'other', seats: [you] });
        const act = option(one);
        await one.act(act);
        await two.act(act);
        assert.deepEqual(one.record.events, two.record.events);
        one.close();
        two.close();
    },

    async 'a long past takes few states'() {
        const table = await Table.begin({ game: 'slide', params: { rows: 3, cols: 3 }, seed: 'long', seats: [you] });
        const { blank } = option(table);
        const back = { Up: 'Down', Down: 'Up', Left: 'Right', Right: 'Left' }[blank];
        for (let i = 0; i < 200; i++) await table.act({ blank: i % 2 ? back : blank });
        assert.ok(table.past.kept.size <= 4);
        const again = await Table.resume({ record: table.record, seed: 'x', seats: [you] });
        assert.deepEqual(again.state, table.state);
        for (const step of [130, 0, 199, 64, 200]) {
            await again.seek(step);
            assert.equal(again.scores[0] + step, 0);
        }
        table.close();
        again.close();
    },

    async 'the past plays again from the nearest state'() {
        const fresh = await ask({ cmd: 'new', game: 'lines', seed: 'past' });
        const past = new Past({ who: null, events: fresh.events, rng: fresh.rng }, fresh.state);
        assert.deepEqual((await past.momentAt(0)).state, fresh.state);
        assert.deepEqual(past.eventsUpTo(0), fresh.events);
    },

    async 'what was taken back can be redone by who goes on with the game, luck and all'() {
        const one = await begin({ game: 'lines', seats: [you] });
        for (let i = 0; i < 3; i++) await one.act(option(one, i));
        const { state, luck } = one;
        for (let i = 0; i < 2; i++) await one.undo();
        const kept = JSON.parse(JSON.stringify({ record: one.record, rng: one.luck, undone: one.undone, seed: 'other', seats: [you] }));
        const two = await Table.resume(kept);
        assert.deepEqual([two.now, two.canRedo, two.state], [1, true, one.state]);
        for (let i = 0; i < 2; i++) await two.redo();
        assert.deepEqual([two.state, two.luck, two.canRedo], [state, luck, false]);
        const bad = await Table.resume({ ...kept, undone: [{ who: 0, events: [{ who: 0, action: { tile: 77 } }], rng: null }] });
        assert.deepEqual([bad.now, bad.canRedo, bad.length], [1, false, 1]);
        await bad.act(option(bad));
    },
};
