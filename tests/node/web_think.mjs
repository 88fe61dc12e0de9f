// Thinking: alone and together, longer and longer, stopped, and after a worker broke.
import assert from 'node:assert/strict';
import { load, sleep } from './web_page.mjs';
import { PageWorker, serveFiles } from './web_worker.mjs';

Object.defineProperty(globalThis, 'navigator', { configurable: true, value: { hardwareConcurrency: 4 } });
const { ask, think, thinkOn } = await load('engine/engine.js');
const { mindsAtMost, sliceAt, trim } = await load('engine/thinking.js');
const { giveMind, Mind, takeMind } = await load('engine/mind.js');
const quiet = { state_version: 1, ruleset_id: 'lines_v1', config: { rows: 5, cols: 5, colors_count: 3, match_length: 3, balls_per_turn: 1 },
    board: ['R.G..', '.....', '.B..R', '.....', 'G...B'], next_balls: ['Blue'] };
const board = { state_version: 1, ruleset_id: 'slide_v1', rows: 3, cols: 3, tiles: [1, 2, 3, 4, 0, 5, 7, 8, 6] };

export const thinkTests = {
    async 'several think about the same, and count together'() {
        PageWorker.asked.length = 0;
        const answer = await think({ cmd: 'best', agent: 'rollout', state: quiet, budget_ms: 100, action: { from: [0, 0], to: [1, 1] } }).answer;
        assert.equal(mindsAtMost(), 3);
        const questions = PageWorker.asked.filter(({ cmd }) => cmd === 'best');
        assert.deepEqual([questions.length, new Set(questions.map(({ seed }) => seed)).size], [3, 3]);
        assert.equal(PageWorker.asked.at(-1).answers.length, 3);
        assert.equal(answer.diagnostics.agent, 'rollout');
        assert.ok(answer.user.grade);
    },

    async 'nodes have one answer'() {
        const request = { cmd: 'best', state: quiet, nodes: 20000 };
        const [one, two] = [await think(request).answer, await think(request, { minds: 1 }).answer];
        assert.deepEqual(one.candidates, two.candidates);
    },

    async 'errors are those of the engine'() {
        await assert.rejects(think({ cmd: 'best', state: {} }).answer, { code: 'BAD_STATE' });
        await assert.rejects(think({ cmd: 'best', state: board, agent: 'oracle', budget_ms: 50 }).answer, { code: 'BAD_REQUEST' });
        await assert.rejects(think({ cmd: 'fly' }).answer, /fly/);
    },

    async 'progress is told'() {
        const told = [];
        await think({ cmd: 'best', state: quiet, budget_ms: 600 }, { progress: line => told.push(line.done) }).answer;
        assert.ok(told.length > 0 && told.every(done => done >= 0 && done <= 1));
    },

    async 'without shared memory it is cancelled with its worker, and the next works'() {
        globalThis.crossOriginIsolated = false;
        const mind = new Mind();
        globalThis.crossOriginIsolated = true;
        const { id, answers } = mind.send([{ cmd: 'best', state: quiet, budget_ms: 60000 }]);
        await sleep(100);
        mind.stop(id);
        await assert.rejects(answers, { code: 'CANCELLED' });
        giveMind(mind);
        assert.notEqual(takeMind(), mind);
        assert.ok((await think({ cmd: 'best', state: board }).answer).best);
    },

    async 'with shared memory the best so far is the answer'() {
        const works = [think({ cmd: 'best', state: quiet, budget_ms: 60000 }), think({ cmd: 'best', state: quiet, budget_ms: 60000 }, { minds: 1 })];
        await sleep(500);
        for (const work of works) work.stop();
        for (const work of works) assert.equal((await work.answer).diagnostics.stopped, true);
    },

    async 'thinking goes on until it is stopped, and knows more and more'() {
        const better = [];
        const work = thinkOn({ cmd: 'best', state: quiet }, { slices: [40, 80], onBetter: answer => better.push(answer.diagnostics.rollouts) });
        while (better.length < 4) await sleep(10);
        work.stop();
        const best = await work.answer;
        assert.ok(better.every((count, i) => i === 0 || count > better[i - 1]));
        assert.ok(best.diagnostics.rollouts >= better.at(-1));
    },

    async 'it ends by itself when all is known'() {
        const best = await thinkOn({ cmd: 'best', state: board }).answer;
        assert.equal(best.diagnostics.exact, true);
        assert.deepEqual(best.best, { blank: 'Right' });
    },

    async 'stopped before there is anything, it is cancelled'() {
        const work = thinkOn({ cmd: 'best', state: quiet });
        work.stop();
        await assert.rejects(work.answer, { code: 'CANCELLED' });
        await assert.rejects(thinkOn({ cmd: 'best', state: {} }).answer, { code: 'BAD_STATE' });
    },

    'slices repeat where samples add up, and grow where they do not'() {
        assert.deepEqual([0, 1, 2, 3].map(i => sliceAt([1, 2], i, true)), [1, 2, 2, 2]);
        assert.deepEqual([0, 1, 2, 3].map(i => sliceAt([1, 2], i, false)), [1, 2, 4, 8]);
        assert.equal(sliceAt([1000], 40, false), 600000);
    },

    'answers with very many candidates are cut to what can be sent'() {
        const candidates = Array.from({ length: 1000 }, (_, i) => ({ action: { n: i }, value: 0, visits: 1 }));
        const answer = { candidates, user: { action: { n: 999 } } };
        const [one] = trim([answer, answer], 20000);
        assert.ok(one.candidates.length > 100 && one.candidates.length < 400);
        assert.deepEqual(one.candidates.at(-1).action, { n: 999 });
        assert.equal(trim([answer], 1e6)[0], answer);
    },

    async 'a worker that breaks is replaced'() {
        const state = (await ask({ cmd: 'new', game: 'azul', seed: 'x' })).state;
        await assert.rejects(ask({ cmd: 'step', state, paths: true }), { code: 'BROKEN' });
        assert.ok((await ask({ cmd: 'legal', state })).movers.length);
    },

    async 'an engine that cannot be loaded says so, and is tried again'() {
        const { Mind: Fresh } = await load('engine/mind.js?fresh');
        serveFiles(path => path.endsWith('.wasm'));
        await assert.rejects(new Fresh().send([{ cmd: 'games' }]).answers, /does not work: .*tilewright.wasm cannot be loaded \(status 404\)/);
        serveFiles();
        assert.equal((await new Fresh().send([{ cmd: 'games' }]).answers)[0].ok, true);
    },
};
