// A worker of the page in node: a thread whose globals are those that web/js/engine/worker.js uses.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isMainThread, parentPort, Worker as Thread, workerData } from 'node:worker_threads';

/** Files in place of a server. `refused` are not there. */
export function serveFiles(refused = () => false) {
    globalThis.fetch = async address => {
        const path = fileURLToPath(address).replace('/web/tilewright.wasm', '/build/web/tilewright.wasm')
            .replace('/web/weights/', '/build/web/weights/');
        if (refused(path)) return new Response('', { status: 404 });
        return new Response(readFileSync(path), { headers: { 'content-type': 'application/wasm' } });
    };
}

/** The browser's Worker, as far as the page uses it. */
export class PageWorker extends EventTarget {
    static asked = []; // all requests to workers

    constructor(address) {
        super();
        this.thread = new Thread(new URL(import.meta.url), { workerData: { address: String(address) } });
        this.thread.unref();
        this.thread.on('message', data => this.tell('message', { data }));
        this.thread.on('error', error => this.tell('error', { message: error.message }));
    }

    tell(type, fields) {
        this.dispatchEvent(Object.assign(new Event(type, { cancelable: true }), fields));
    }

    postMessage(data) {
        PageWorker.asked.push(...(data.requests ?? []));
        this.thread.postMessage(data);
    }

    terminate() { this.thread.terminate(); }
}

if (!isMainThread) {
    serveFiles();
    globalThis.postMessage = data => parentPort.postMessage(data);
    globalThis.addEventListener = (type, hear) => parentPort.on(type, data => hear({ data }));
    await import(workerData.address);
}
