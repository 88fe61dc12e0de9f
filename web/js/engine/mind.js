// A worker with an engine of its own, and the requests that it has not answered yet. A mind that broke or was ended is
// dead: whoever kept it takes a new one.
// @ts-check
import { fill, strings } from '../strings.js';

/** An error answer of the engine: `code`, `reason`, `at` and `line` are those of the protocol. */
export class EngineError extends Error {
    /** @param {{ code: string, message: string, reason?: string, at?: string, line?: number }} error */
    constructor(error) {
        super(error.message);
        this.name = 'EngineError';
        this.code = error.code;
        this.reason = error.reason;
        this.at = error.at;
        this.line = error.line;
    }
}

/** An error for work that was stopped before there was anything to answer. */
export const cancelled = () => new EngineError({ code: 'CANCELLED', message: strings.errors.cancelled });
/** @param {unknown} why */
const broken = why => new EngineError({ code: 'BROKEN', message: fill(strings.errors.engine, { why: String(why) }) });

/** @type {(text: string) => void} */
let warn = () => {};
/** Sets who tells the person at the page what is wrong, but stops nothing. @param {(text: string) => void} how */
export const setWarning = how => { warn = how; };

/** Each worker loads for itself; a person is told once in a while. @type {Map<string, number>} */
const warned = new Map();
/** @param {{ name: string, why: string }} lost */
function warnOf({ name, why }) {
    if (performance.now() - (warned.get(name) ?? -Infinity) < 20_000) return;
    warned.set(name, performance.now());
    warn(fill(strings.errors.weights, { name, why }));
}

/** @type {Promise<WebAssembly.Module> | null} */
let module = null;

/** Loads the engine once; after a failure, again when it is next needed. */
function loadModule() {
    module ??= compile(new URL('../../tilewright.wasm', import.meta.url));
    module.catch(() => { module = null; });
    return module;
}

/** Hosts that do not know the type of the file are served, too. @param {URL} from */
async function compile(from) {
    const response = await fetch(from);
    if (!response.ok) throw new Error(fill(strings.errors.file, { name: from.pathname, status: response.status }));
    if (response.headers.get('content-type') === 'application/wasm') return WebAssembly.compileStreaming(response);
    return WebAssembly.compile(await response.arrayBuffer());
}

/** @typedef {{ resolve(answers: any[]): void, reject(error: Error): void, progress?(line: any): void }} Call */

export class Mind {
    /** @type {Map<number, Call>} */
    waiting = new Map();
    last = 0;
    dead = false;

    constructor() {
        this.stopFlag = globalThis.crossOriginIsolated ? new SharedArrayBuffer(4) : null;
        this.worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
        this.worker.addEventListener('message', event => this.hear(event.data));
        this.worker.addEventListener('messageerror', () => this.end(broken(strings.errors.worker)));
        this.worker.addEventListener('error', event => {
            event.preventDefault();
            this.end(broken(event.message || strings.errors.worker));
        });
        this.started = loadModule().then(
            compiled => this.worker.postMessage({ module: compiled, stop: this.stopFlag }),
            error => this.end(broken(error instanceof Error ? error.message : error)),
        );
    }

    /** @param {any} message */
    hear(message) {
        const call = this.waiting.get(message.id);
        if (message.broken) return this.end(broken(message.broken));
        if (message.lost) return warnOf(message.lost);
        if (!call) return;
        if (message.progress) return call.progress?.(message.progress);
        this.waiting.delete(message.id);
        call.resolve(message.answers);
    }

    /** Ends the worker; what waits for it fails. @param {Error} error */
    end(error) {
        this.dead = true;
        this.worker.terminate();
        for (const call of this.waiting.values()) call.reject(error);
        this.waiting.clear();
    }

    /** @param {object[]} requests @param {(line: any) => void} [progress] @returns {{ id: number, answers: Promise<any[]> }} */
    send(requests, progress) {
        const id = ++this.last;
        const answers = new Promise((resolve, reject) => {
            this.waiting.set(id, { resolve, reject, progress });
            this.started.then(() => { if (!this.dead) this.worker.postMessage({ id, requests }); });
        });
        return { id, answers };
    }

    /** Stops a request: with its best so far where memory can be shared, else with the worker. @param {number} id */
    stop(id) {
        if (!this.waiting.has(id)) return;
        if (this.stopFlag) Atomics.store(new Int32Array(this.stopFlag), 0, id);
        else this.end(cancelled());
    }
}

/** @type {Mind[]} */
const idle = [];

/** @returns {Mind} one that nobody uses */
export const takeMind = () => idle.pop() ?? new Mind();
/** @param {Mind} mind */
export const giveMind = mind => { if (!mind.dead) idle.push(mind); };
