// A module worker with one engine. Requests come in as messages, are answered in order, and nothing is remembered
// between them but what makes the engine faster. Some requests are of this file alone, for the page: `draw` a picture,
// `look` at a position, and `step`: act and look, in one message.
// @ts-check
import { openEngine } from './module.js';
import { readScene } from './scene_memory.js';

/** @type {import('./module.js').Engine} */
let engine;
/** @type {number} the id of the message that is worked on */
let current = 0;
/** @type {Int32Array | null} set by the page to the id of a message that is to stop */
let stop = null;

/** @param {string} name */
async function loadWeights(name) {
    const response = await fetch(new URL(`../../weights/${name}.bin`, import.meta.url));
    if (!response.ok) throw new Error(`${name}.bin, ${response.status}`);
    return response.arrayBuffer();
}

const around = {
    loadWeights,
    warn: (/** @type {string} */ name, /** @type {string} */ why) => postMessage({ id: current, lost: { name, why } }),
    goOn: () => !stop || Atomics.load(stop, 0) !== current,
    tell: (/** @type {string} */ line) => postMessage({ id: current, progress: JSON.parse(line) }),
};

/** Asks what needs no weights. @param {object} request */
const answer = request => JSON.parse(engine.askNow(JSON.stringify(request)));

/** @param {{ state: object, who: number }} question */
function draw({ state, who }) {
    const at = engine.scene(JSON.stringify({ state, who }));
    return at ? { ok: true, scene: readScene(engine.memory, at) } : answer({ cmd: 'scene', state, who });
}

/** Words and spots of very many moves may not fit. @param {object} state */
function findLegal(state) {
    const legal = answer({ cmd: 'legal', state, words: true });
    return legal.ok ? legal : answer({ cmd: 'legal', state });
}

/**
 * Draws a position and lists the moves. If it is the turn of another one of those that `share` the page, that one looks.
 * @param {{ state: object, who: number, share?: number[] }} question
 */
function look({ state, who, share = [] }) {
    const legal = findLegal(state);
    if (!legal.ok) return legal;
    const viewer = share.includes(who) && share.includes(legal.actor) ? legal.actor : who;
    return { ...draw({ state, who: viewer }), legal, who: viewer };
}

/** The spots along which an act moves something, or null. @param {object} state @param {number} who @param {object} action */
const findPath = (state, who, action) => answer({ cmd: 'scene', state, from: state, who, action }).path ?? null;

/** Applies actions; of those that `skip` marks, what is not legal any more is left out. @param {any} request @returns {any} */
function applySome({ skip, ...request }) {
    const done = answer({ ...request, cmd: 'apply', effects: true });
    const [, at] = /^\/actions\/(\d+)$/.exec(done.error?.at ?? '') ?? [];
    if (done.ok || !skip || at === undefined) return done;
    return applySome({ ...request, skip, actions: request.actions.filter((/** @type {any} */ _, /** @type {number} */ i) => i !== Number(at)) });
}

/** @param {{ state: object, actions: any[], viewer: number, share: number[], paths: boolean, skip?: boolean, rng?: string, seed?: string }} question */
function step({ viewer, share, paths, ...request }) {
    const path = paths ? findPath(request.state, viewer, request.actions[0]) : null;
    const done = applySome(request);
    return done.ok ? { ...done, ...look({ state: done.state, who: viewer, share }), path } : done;
}

/** @param {any} request */
async function serve(request) {
    if (request.cmd === 'draw') return draw(request);
    if (request.cmd === 'look') return look(request);
    if (request.cmd === 'step') return step(request);
    return JSON.parse(await engine.ask(JSON.stringify(request)));
}

/** @param {{ module: WebAssembly.Module, stop: SharedArrayBuffer | null }} start */
async function begin(start) {
    stop = start.stop && new Int32Array(start.stop);
    engine = await openEngine(start.module, around);
}

/** @param {{ id: number, requests: any[] }} message */
async function work({ id, requests }) {
    const answers = [];
    current = id;
    try {
        for (const request of requests) answers.push(await serve(request));
        postMessage({ id, answers });
    } catch (error) {
        postMessage({ id, broken: error instanceof Error ? error.message : String(error) });
    }
}

/** Messages are answered one after the other. @type {Promise<void>} */
let queue = Promise.resolve();
addEventListener('message', ({ data }) => {
    queue = data.module ? begin(data) : queue.then(() => work(data), error => postMessage({ id: data.id, broken: String(error) }));
});
