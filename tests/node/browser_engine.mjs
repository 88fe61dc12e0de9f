// The engine in Chromium: golden and seeded games come out as from the program, to the byte.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { check, pages } from './browser.mjs';
import { goldens, startProgram } from './wasm_program.mjs';
import { Digest, playAll } from './wasm_games.mjs';

const quick = !process.env.TILEWRIGHT_SLOW; // wasm.mjs asks for more

// What the program answers, as a digest for each label.
async function askProgram() {
    const program = startProgram(), digests = {};
    await playAll({ goldens, quick, rounds: 1, ask: program.ask, note: (label, answer) => (digests[label] ??= new Digest()).add(answer) });
    program.end();
    return Object.fromEntries(Object.entries(digests).map(([label, digest]) => [label, String(digest)]));
}

// The same in the page, where scenes are also read from memory.
async function playInPage([texts, quick]) {
    const { Digest: PageDigest, playAll: playHere } = await import('/test/wasm_games.mjs');
    const { openEngine } = await import('/js/engine/module.js');
    const { readScene } = await import('/js/engine/scene_memory.js');
    const module = await WebAssembly.compileStreaming(fetch('/tilewright.wasm'));
    const engine = await openEngine(module, { loadWeights: async name => (await fetch(`/weights/${name}.bin`)).arrayBuffer() });
    const digests = {};
    await playHere({
        goldens: texts, quick, rounds: 1, ask: engine.ask,
        scene: request => readScene(engine.memory, engine.scene(request)),
        note: (label, answer) => (digests[label] ??= new PageDigest()).add(answer),
    });
    return Object.fromEntries(Object.entries(digests).map(([label, digest]) => [label, String(digest)]));
}

const page = await pages.open('#/help');
await page.route('**/test/*.mjs', (route, request) => route.fulfill({
    contentType: 'text/javascript', body: readFileSync(new URL(request.url().split('/').pop(), import.meta.url)),
}));

await check('the engine answers in a page as the program does', async () => {
    const [here, native] = await Promise.all([page.evaluate(playInPage, [goldens, quick]), askProgram()]);
    assert.ok(Object.keys(native).length >= 17, `${Object.keys(native).length} games`);
    assert.deepEqual(here, native);
}, page);

await check('the workers of the page answer as the program does', async () => {
    const requests = [{ cmd: 'new', game: 'azul', seed: 'same' }, { cmd: 'new', game: 'falls', seed: 'same' }, { cmd: 'scenario', game: 'lines', seed: 'same' }];
    const program = startProgram();
    const expected = await Promise.all(requests.map(async request => JSON.parse(await program.ask(JSON.stringify(request)))));
    program.end();
    const answers = await page.evaluate(async asked => {
        const { ask } = await import('/js/engine/engine.js');
        return Promise.all(asked.map(request => ask(request)));
    }, requests);
    assert.deepEqual(answers.map(({ state }) => state), expected.map(({ state }) => state));
    assert.ok(expected.every(({ ok, state }) => ok && state));
}, page);
