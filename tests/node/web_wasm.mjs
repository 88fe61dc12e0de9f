// The engine in Chromium answers as the program does: the games of wasm_games.mjs are played in both places, and
// what is answered about each must have the same digest. tests/web_wasm.sh runs it.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { check, pages } from './browser.mjs';
import { goldens, startProgram } from './wasm_program.mjs';
import { Digest, playAll } from './wasm_games.mjs';

const games = readFileSync(join(process.env.TILEWRIGHT_ROOT, 'tests/node/wasm_games.mjs'), 'utf8');

// What the program answers, as a digest for each label.
async function askProgram() {
    const program = startProgram(), digests = {};
    await playAll({ goldens, rounds: 1, ask: program.ask, note: (label, answer) => (digests[label] ??= new Digest()).add(answer) });
    program.end();
    return Object.fromEntries(Object.entries(digests).map(([label, digest]) => [label, String(digest)]));
}

// The same in the page, where scenes are also read from memory.
async function playInPage(texts) {
    const { openEngine } = await import('/js/engine/module.js');
    const { readScene } = await import('/js/engine/scene_memory.js');
    const { Digest: PageDigest, playAll: playHere } = await import('/wasm_games.mjs');
    const module = await WebAssembly.compileStreaming(fetch('/tilewright.wasm'));
    const loadWeights = async name => (await fetch(`/weights/${name}.bin`)).arrayBuffer();
    const engine = await openEngine(module, { loadWeights });
    const digests = {};
    await playHere({
        goldens: texts,
        rounds: 1,
        ask: engine.ask,
        scene: text => readScene(engine.memory, engine.scene(text)),
        note: (label, answer) => (digests[label] ??= new PageDigest()).add(answer),
    });
    return Object.fromEntries(Object.entries(digests).map(([label, digest]) => [label, String(digest)]));
}

const page = await pages.open();
await page.route('**/wasm_games.mjs', route => route.fulfill({ contentType: 'text/javascript', body: games }));
await check('the engine in the page answers as the program', async () => {
    const expected = await askProgram();
    assert.ok(Object.keys(expected).length > 15);
    assert.deepEqual(await page.evaluate(playInPage, goldens), expected);
}, page);
await pages.stop();
process.exit(0);
