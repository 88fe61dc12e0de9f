// The engine in Chromium: golden and seeded games come out as from the program, to the byte.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { check, pages } from './browser.mjs';
import { Digest, playAll } from './wasm_games.mjs';

const root = process.env.TILEWRIGHT_ROOT;
const games = join(root, 'src/games');
const goldens = readdirSync(games).filter(name => statSync(join(games, name)).isDirectory())
    .map(name => readFileSync(join(games, name, 'golden.txt'), 'utf8'));

// All answers of the program, as digests by what was played.
async function playNatively() {
    const child = spawn(join(root, 'build/tilewright'), ['engine'], { stdio: ['pipe', 'pipe', 'inherit'] });
    const waiting = [];
    createInterface({ input: child.stdout }).on('line', line => waiting.shift()(line));
    const digests = new Map();
    await playAll({
        goldens, quick: true,
        ask: text => new Promise(done => { waiting.push(done); child.stdin.write(`${text}\n`); }),
        note: (label, answer) => {
            if (!digests.has(label)) digests.set(label, new Digest());
            digests.get(label).add(answer);
        },
    });
    child.stdin.end();
    return [...digests].map(([label, digest]) => `${label} ${digest}`);
}

const page = await pages.open('#/help');
await check('the engine answers in a page as the program does', async () => {
    await page.route('**/test/*.mjs', (route, request) => route.fulfill({
        contentType: 'text/javascript', body: readFileSync(new URL(request.url().split('/').pop(), import.meta.url)),
    }));
    const [here, native] = await Promise.all([page.evaluate(async texts => {
        const { playAll: play, Digest: Hash } = await import('/test/wasm_games.mjs');
        const { openEngine } = await import('/js/engine/module.js');
        const { readScene } = await import('/js/engine/scene_memory.js');
        const module = await WebAssembly.compileStreaming(fetch('/tilewright.wasm'));
        const engine = await openEngine(module, { loadWeights: async name => (await fetch(`/weights/${name}.bin`)).arrayBuffer() });
        const digests = new Map();
        await play({
            goldens: texts, quick: true, ask: engine.ask,
            scene: request => readScene(engine.memory, engine.scene(request)),
            note: (label, answer) => {
                if (!digests.has(label)) digests.set(label, new Hash());
                digests.get(label).add(answer);
            },
        });
        return [...digests].map(([label, digest]) => `${label} ${digest}`);
    }, goldens), playNatively()]);
    assert.ok(native.length >= 17, `${native.length} games`);
    assert.deepEqual(here, native);
}, page);

await check('the workers of the page are as the page\'s own engine', async () => {
    const same = await page.evaluate(async () => {
        const { ask } = await import('/js/engine/engine.js');
        const { state, rng } = await ask({ cmd: 'new', game: 'azul', seed: 'same' });
        const { movers } = await ask({ cmd: 'legal', state });
        const next = await ask({ cmd: 'apply', state, who: 0, action: movers[0].actions[3], rng });
        return (await ask({ cmd: 'replay', record: { game: 'azul', start: next.state, events: [] } })).digest;
    });
    assert.match(same, /^[0-9a-f]{16}$/);
}, page);
