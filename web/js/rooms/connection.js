// The line to a server: one WebSocket at /ws of the page's own host. Requests get ids and become promises, what is pushed
// an event 'push'. A line that breaks is made anew, with longer and longer waits; who owns it greets the server each time.
// @ts-check
import { strings } from '../strings.js';

/**
 * `trying`: the first try; `none`: there is no server at this host; `open`: all is well; `lost`: it broke, and is tried
 * anew; `shut`: nobody wants it.
 * @typedef {'shut' | 'trying' | 'none' | 'open' | 'lost'} LineState
 */

const waits = [300, 700, 1500, 3000, 6000, 12000];
/** Where there was never a server, there will hardly be one soon. */
const triesMost = 3;
const answerMs = 15000;
const silenceMs = 25000;
const textMost = 4 << 20;

/** A refusal of the server: `code` and `reason` are those of the protocol. */
export class RoomError extends Error {
    /** @param {string} code @param {string} message @param {string} [reason] */
    constructor(code, message, reason) {
        super(message);
        this.code = code;
        this.reason = reason;
    }
}

/** Events: 'state', and 'push' (CustomEvent) with a message that nobody asked for. */
export class Connection extends EventTarget {
    /** @type {LineState} */
    state = 'shut';
    /** @type {WebSocket | null} */
    socket = null;
    /** @type {Map<number, { resolve(answer: any): void, reject(error: Error): void, timer: number }>} */
    waiting = new Map();
    ids = 0;
    tries = 0;
    heard = 0;
    /** @type {number | undefined} */
    timer;

    /**
     * @param {{ url: string, greet: () => Promise<void> }} how `greet` is called when the line is there, before
     *     anybody is told
     */
    constructor({ url, greet }) {
        super();
        this.url = url;
        this.greet = greet;
    }

    /** Makes the line, unless it is there. Where no server was found, it is looked for again. */
    open() {
        if (this.state === 'none' && !this.socket) this.renew();
        if (this.state !== 'shut') return;
        this.setState('trying');
        this.dial();
        addEventListener('online', this.hurry);
        document.addEventListener('visibilitychange', this.hurry);
    }

    /** Ends it. */
    close() {
        removeEventListener('online', this.hurry);
        document.removeEventListener('visibilitychange', this.hurry);
        this.setState('shut');
        this.drop();
    }

    /** Makes it anew at once, as after a message that was missed. */
    renew() {
        if (this.state === 'shut') return;
        this.tries = 0;
        this.drop();
        this.setState(this.state === 'none' ? 'trying' : 'lost');
        this.dial();
    }

    /** Tries at once where a try is due later. */
    hurry = () => {
        if (!this.socket && (this.state === 'lost' || this.state === 'none') && !document.hidden) this.renew();
    };

    /** @param {LineState} state */
    setState(state) {
        if (this.state === state) return;
        this.state = state;
        this.dispatchEvent(new Event('state'));
    }

    dial() {
        clearTimeout(this.timer);
        const socket = (this.socket = new WebSocket(this.url));
        const mine = (/** @type {(event: any) => void} */ then) => (/** @type {Event} */ event) => { if (this.socket === socket) then(event); };
        socket.addEventListener('open', mine(() => this.begin(socket)));
        socket.addEventListener('message', mine(event => this.hear(event.data)));
        socket.addEventListener('close', mine(() => this.lose()));
    }

    /** @param {WebSocket} socket */
    async begin(socket) {
        this.heard = Date.now();
        try {
            await this.greet();
        } catch {
            if (this.socket === socket) this.lose();
        }
        if (this.socket !== socket) return;
        this.tries = 0;
        this.setState('open');
        this.listen(socket);
    }

    /**
     * Asks for a sign of life after a long silence: a line may be dead without anybody saying so.
     * @param {WebSocket} socket
     */
    listen(socket) {
        this.timer = setTimeout(() => {
            if (this.socket !== socket) return;
            const silent = Date.now() - this.heard;
            if (silent > silenceMs) this.ask('cancel', { target: 0 }).catch(() => {});
            this.listen(socket);
        }, silenceMs);
    }

    lose() {
        const first = this.state === 'trying' || this.state === 'none';
        this.drop();
        this.setState(first ? 'none' : 'lost');
        if (first && this.tries >= triesMost) return;
        const wait = waits[Math.min(this.tries++, waits.length - 1)];
        this.timer = setTimeout(() => this.dial(), wait * (0.8 + 0.4 * Math.random()));
    }

    drop() {
        clearTimeout(this.timer);
        const { socket } = this;
        this.socket = null;
        socket?.close();
        for (const { reject, timer } of this.waiting.values()) {
            clearTimeout(timer);
            reject(new RoomError('LOST', strings.rooms.lostAnswer));
        }
        this.waiting.clear();
    }

    /**
     * Asks the server. Throws RoomError with its refusal, or with the code LOST if no answer can come.
     * @param {string} cmd @param {object} [fields] @returns {Promise<any>}
     */
    ask(cmd, fields = {}) {
        const { socket } = this;
        if (!socket || socket.readyState !== WebSocket.OPEN) return Promise.reject(new RoomError('LOST',
            strings.rooms.lostAnswer));
        const id = ++this.ids;
        return new Promise((resolve, reject) => {
            const timer = setTimeout(() => { if (this.waiting.has(id)) this.lose(); }, answerMs);
            this.waiting.set(id, { resolve, reject, timer });
            socket.send(JSON.stringify({ ...fields, id, cmd }));
        });
    }

    /** @param {unknown} data */
    hear(data) {
        this.heard = Date.now();
        const message = readMessage(data);
        if (!message) return;
        if (typeof message.event === 'string') this.dispatchEvent(new CustomEvent('push', { detail: message }));
        else this.answer(message);
    }

    /** @param {Record<string, any>} message */
    answer(message) {
        const call = this.waiting.get(message.id);
        if (!call) return;
        this.waiting.delete(message.id);
        clearTimeout(call.timer);
        if (message.ok === true) return call.resolve(message);
        const { code, message: text, reason } = message.error ?? {};
        call.reject(new RoomError(String(code ?? 'BAD_REQUEST'), String(text ?? strings.rooms.nonsense).slice(0, 300),
            reason && String(reason)));
    }
}

/** @param {unknown} data @returns {Record<string, any> | null} */
function readMessage(data) {
    if (typeof data !== 'string' || data.length > textMost) return null;
    try {
        const message = JSON.parse(data);
        return message && typeof message === 'object' && !Array.isArray(message) ? message : null;
    } catch {
        return null;
    }
}

/** The address of the server of this page. */
export const serverUrl = () => `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`;
