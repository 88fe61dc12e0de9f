// The engine as the page's module: it answers as the program does, to the byte; tests/wasm.sh runs it.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { tests } from './lib.mjs';
import { playAll, settled } from './wasm_games.mjs';
import { load } from './wasm_module.mjs';
import { goldens, startProgram } from './wasm_program.mjs';

const root = process.env.TILEWRIGHT_ROOT;
const { readScene } = await import(join(root, 'web/js/engine/scene_memory.js'));

// Both are asked the same, and must answer the same at each step.
async function answersAlike() {
    const engine = await load(), program = startProgram();
    let asked = '', other = '', count = 0;
    await playAll({
        goldens,
        ask: async text => {
            asked = text;
            other = await program.ask(text);
            return engine.ask(text);
        },
        scene: text => readScene(engine.memory, engine.scene(text)),
        note: (label, answer) => {
            count++;
            if (answer !== settled(other))
                assert.fail(`${label}: ${asked.slice(0, 2000)}\nmodule:  ${answer}\nprogram: ${settled(other)}`);
        },
    });
    assert.ok(count > 5000, `only ${count} answers`);
    program.end();
}

// Runs the checks of a module of tests/wasm.
async function runModule(file, names) {
    const module = await WebAssembly.compile(readFileSync(join(root, `build/wasm/tests/wasm/${file}.wasm`)));
    const env = { clock: () => 0, go_on: () => 1, tell: () => {}, warn: () => {}, load: () => 0, lost: () => 0 };
    const { exports } = await WebAssembly.instantiate(module, { env });
    exports._initialize();
    for (const name of names) assert.equal(exports[name](), 0, `${name} fails at this line of tests/wasm/${file}.c`);
}

// What stands in for the C library.
const hasItsOwnLibrary = () => runModule('libc', ['check_memory', 'check_sort', 'check_heap']);
// The kernels of nets.
const hasItsOwnKernels = () => runModule('net', ['check_kernels', 'check_dense']);

// Nothing else goes in or out.
async function hasFewDoors() {
    const { module } = await load();
    assert.deepEqual(WebAssembly.Module.imports(module).map(({ module: from, name, kind }) => `${from}.${name} ${kind}`).sort(),
        ['env.clock function', 'env.go_on function', 'env.load function', 'env.lost function', 'env.tell function', 'env.warn function']);
    assert.deepEqual(WebAssembly.Module.exports(module).map(({ name, kind }) => `${name} ${kind}`).sort(),
        ['_initialize function', 'memory memory', 'wasm_answer function', 'wasm_buffer function', 'wasm_request function',
            'wasm_scene function']);
}

const ask = async (engine, request) => JSON.parse(await engine.ask(JSON.stringify(request)));
const start = async (engine, game, params = {}) => (await ask(engine, { cmd: 'new', game, params, seed: 's' })).state;

async function readWeights(name) {
    const bytes = readFileSync(join(root, 'build/web/weights', `${name}.bin`));
    return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
}

// Weights are loaded when a request first needs them, once each.
async function loadsWeightsOnce() {
    const loaded = [];
    const engine = await load({ loadWeights: name => { loaded.push(name); return readWeights(name); } });
    const azul = await start(engine, 'azul'), falls = await start(engine, 'falls');
    for (const agent of ['mcts', 'greedy', 'rollout', 'random'])
        assert.ok((await ask(engine, { cmd: 'best', state: azul, agent, nodes: 100 })).ok);
    assert.deepEqual(loaded, []);
    for (let i = 0; i < 2; i++) assert.ok((await ask(engine, { cmd: 'best', state: azul, nodes: 100 })).ok);
    assert.ok((await ask(engine, { cmd: 'scenario', game: 'azul', seed: 's' })).ok);
    assert.deepEqual(loaded, ['azul']);
    for (const agent of ['master', 'novice'])
        assert.ok((await ask(engine, { cmd: 'best', state: falls, agent, nodes: 100 })).ok);
    assert.deepEqual(loaded, ['azul', 'falls']);
}

// Where weights cannot be loaded, another agent thinks, and the page is told; after a while they are tried again.
async function doesWithoutWeights(game, agent, other) {
    let broken = true, now = 1000;
    const warnings = [];
    const engine = await load({
        clock: () => now,
        warn: (...warning) => warnings.push(warning),
        loadWeights: name => broken ? Promise.reject(new Error('no network')) : readWeights(name),
    });
    const state = await start(engine, game);
    const question = { cmd: 'best', state, nodes: 100, objective: 'game' };
    const who = async () => (await ask(engine, question)).diagnostics.agent;
    assert.equal(await who(), other);
    assert.equal(await who(), other);
    assert.deepEqual(warnings, [[game, 'no network']]);
    broken = false;
    now += 29_000;
    assert.equal(await who(), other);
    now += 2000;
    assert.equal(await who(), agent);
    assert.equal(warnings.length, 1);
}

// The same for a file that is not what it should be: too short, or with a bit that is wrong.
async function standsBadWeights() {
    await doesWithoutWeights('azul', 'coach', 'mcts');
    await doesWithoutWeights('lines', 'deep', 'rollout');
    const damages = { short: bytes => bytes.slice(0, 3), hash: bytes => { new Uint8Array(bytes)[70_000] ^= 4; return bytes; } };
    for (const [what, damage] of Object.entries(damages)) {
        const warnings = [];
        const engine = await load({
            warn: (...warning) => warnings.push(warning),
            loadWeights: async name => damage(await readWeights(name)),
        });
        const state = await start(engine, 'lines');
        for (let i = 0; i < 2; i++)
            assert.equal((await ask(engine, { cmd: 'best', state, nodes: 100 })).diagnostics.agent, 'rollout', what);
        assert.equal(warnings.length, 1);
        assert.equal(warnings[0][0], 'lines');
        assert.match(warnings[0][1], /3 bytes|hash/);
    }
}

async function stopsAndTells() {
    let stop = false;
    const lines = [], shares = [];
    const engine = await load({
        tell: line => { lines.push(JSON.parse(line)); stop = true; },
        goOn: done => { shares.push(done); return !stop; },
    });
    const state = await start(engine, 'azul');
    const { diagnostics } = await ask(engine, { id: 7, cmd: 'best', state, agent: 'mcts', budget_ms: 600000, progress: true });
    assert.ok(diagnostics.stopped);
    assert.equal(lines[0].id, 7);
    assert.equal(lines[0].event, 'progress');
    assert.ok(shares.length > 0 && shares.every(share => share >= 0 && share <= 1));
    stop = true;
    const board = await start(engine, 'slide', { rows: 5, cols: 5 });
    assert.equal((await ask(engine, { cmd: 'solve', state: board, budget_ms: 600000 })).optimal, false);
    stop = false;
    assert.ok((await ask(engine, { cmd: 'best', state, agent: 'mcts', nodes: 100 })).ok);
}

// What is for terminals and for measuring agents is left out.
async function lacksSomeCommands() {
    const engine = await load();
    for (const cmd of ['match', 'render'])
        assert.match((await ask(engine, { cmd, game: 'azul' })).error.message, /does not have the command/);
}

async function standsBadRequests() {
    const engine = await load();
    const state = await start(engine, 'azul');
    assert.equal(engine.scene('{"state":{}}'), 0);
    assert.equal(engine.scene('nonsense'), 0);
    assert.equal(engine.scene(JSON.stringify({ state, who: 5 })), 0);
    assert.notEqual(engine.scene(JSON.stringify({ state, who: 1 })), 0);
    for (const length of [1 << 20, (1 << 20) + 1, 3 << 20]) {
        const answer = JSON.parse(await engine.ask('x'.repeat(length)));
        assert.equal(answer.error.code, length > 1 << 20 ? 'LIMIT' : 'BAD_JSON');
    }
    assert.equal(JSON.parse(await engine.ask('\u00e9'.repeat(600000))).error.code, 'LIMIT');
    assert.ok((await ask(engine, { cmd: 'games' })).ok);
}

await tests({ hasItsOwnLibrary, hasItsOwnKernels, hasFewDoors, answersAlike, loadsWeightsOnce, standsBadWeights, stopsAndTells, lacksSomeCommands,
    standsBadRequests }, () => {});
