// @ts-check
// The engine's module (src/wasm/wasm.h) and its memory: requests in, answers out. It runs where it is
// opened, so a page opens it in a worker.
//
// What agents learned is not part of the module. A request that needs it fails inside and is asked
// again as soon as the file is loaded; whoever asks does not notice. If it cannot be loaded, `warn` is told, and for a
// while a simpler agent thinks instead; then it is tried again.

/**
 * @typedef {object} Surroundings
 * @property {() => number} [clock] milliseconds, never going back
 * @property {(done: number) => boolean} [goOn] asked very often while the engine works, with the share
 *     that is done; false stops it
 * @property {(line: string) => void} [tell] gets the progress lines of a request
 * @property {(name: string) => Promise<ArrayBuffer>} loadWeights loads the file NAME.bin
 * @property {(name: string, why: string) => void} [warn] told that it could not, or that the file is damaged
 */

/**
 * @typedef {object} Engine
 * @property {(request: string) => Promise<string>} ask answers a request
 * @property {(request: string) => string} askNow the same for a request that needs no weights
 * @property {(request: string) => number} scene draws a state; returns the address of its scene, or 0
 * @property {WebAssembly.Memory} memory
 */

/**
 * What the module shows.
 * @typedef {object} Exports
 * @property {WebAssembly.Memory} memory
 * @property {() => void} _initialize
 * @property {() => number} wasm_buffer
 * @property {(length: number) => number} wasm_request
 * @property {() => number} wasm_answer
 * @property {(length: number) => number} wasm_scene
 */

const REQUEST_MAX = 1 << 20;
const RETRY_MS = 30_000;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** @type {(code: string, message: string) => string} */
function failure(code, message) {
    return JSON.stringify({ id: null, ok: false, error: { code, message } });
}

/** Weights that are loaded, those tried in vain, and the one that the last request lacked. */
class Weights {
    /** @param {Surroundings} around @param {() => number} clock */
    constructor({ loadWeights, warn = () => {} }, clock) {
        this.load = loadWeights;
        this.warn = warn;
        this.clock = clock;
        /** @type {Map<string, Uint8Array>} */
        this.files = new Map();
        /** @type {Map<string, number>} until when */
        this.lost = new Map();
        /** @type {string | null} */
        this.missing = null;
        this.given = '';
    }

    /** @param {string} name */
    isLost(name) {
        return (this.lost.get(name) ?? -Infinity) > this.clock();
    }

    /** @param {string} name @param {string} why */
    lose(name, why) {
        this.files.delete(name);
        this.lost.set(name, this.clock() + RETRY_MS);
        this.warn(name, why);
    }

    /** @type {(name: string, to: Uint8Array) => number} */
    put(name, to) {
        const file = this.files.get(name);
        if (!file && !this.isLost(name)) this.missing = name;
        if (!file) return 0;
        this.given = name;
        if (file.length === to.length) to.set(file);
        else this.lose(name, `${file.length} bytes instead of ${to.length}`);
        return Number(file.length === to.length);
    }

    /** @param {string} name */
    async fetch(name) {
        try {
            this.files.set(name, new Uint8Array(await this.load(name)));
        } catch (error) {
            this.lose(name, error instanceof Error ? error.message : String(error));
        }
    }
}

/**
 * @param {WebAssembly.Module} module
 * @param {Surroundings} around
 * @returns {Promise<Engine>}
 */
export async function openEngine(module, around) {
    const { clock = () => performance.now(), goOn = () => true, tell = () => {} } = around;
    const weights = new Weights(around, clock);
    /** @type {Exports} */
    let exports;
    /** @type {(at: number, length: number) => Uint8Array} */
    const bytes = (at, length) => new Uint8Array(exports.memory.buffer, at, length);
    /** @type {(at: number, length: number) => string} */
    const text = (at, length) => decoder.decode(bytes(at, length));
    const env = {
        clock,
        go_on: (/** @type {number} */ done) => Number(goOn(done)),
        tell: (/** @type {number} */ at, /** @type {number} */ length) => tell(text(at, length)),
        load: (/** @type {number} */ at, /** @type {number} */ length, /** @type {number} */ to,
            /** @type {number} */ size) => weights.put(text(at, length), bytes(to, size)),
        warn: (/** @type {number} */ at, /** @type {number} */ length) => weights.warn(weights.given, text(at, length)),
        lost: (/** @type {number} */ at, /** @type {number} */ length) => Number(weights.isLost(text(at, length))),
    };
    const instance = await WebAssembly.instantiate(module, { env });
    exports = /** @type {Exports} */ (/** @type {unknown} */ (instance.exports));
    exports._initialize();
    const buffer = exports.wasm_buffer();
    if (!buffer) throw new Error('the engine got no memory');

    /** @type {(request: string) => number} */
    const write = request => {
        const { read = 0, written = 0 } = encoder.encodeInto(request, bytes(buffer, REQUEST_MAX));
        return read === request.length ? written : -1;
    };
    /** @type {(request: string) => string} */
    const askNow = request => {
        const length = write(request);
        if (length < 0) return failure('LIMIT', 'a request must be at most 1048576 bytes long');
        weights.missing = null;
        const answered = exports.wasm_request(length);
        return text(exports.wasm_answer(), answered);
    };
    return {
        memory: exports.memory,
        askNow,
        ask: async request => {
            let answer = askNow(request);
            while (weights.missing !== null) {
                await weights.fetch(weights.missing);
                answer = askNow(request);
            }
            return answer;
        },
        scene: request => {
            const length = write(request);
            return length < 0 ? 0 : exports.wasm_scene(length);
        },
    };
}
