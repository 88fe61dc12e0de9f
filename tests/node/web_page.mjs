// What the page's modules need of a browser, in node; and small helps for their tests.
import { join } from 'node:path';
import { PageWorker, serveFiles } from './web_worker.mjs';

const root = process.env.TILEWRIGHT_ROOT;
globalThis.Worker = PageWorker;
globalThis.crossOriginIsolated = true;
serveFiles();

export const load = path => import(join(root, 'web/js', path));
export const sleep = ms => new Promise(done => setTimeout(done, ms));

/** Waits until something is so. */
export async function until(what, why) {
    for (let i = 0; i < 3000; i++) {
        if (what()) return;
        await sleep(10);
    }
    throw new Error(`waited too long for ${why}`);
}

/** The tests of a file, one after the other. */
export async function runAll(tests) {
    for (const [name, test] of Object.entries(tests)) {
        try {
            await test();
        } catch (error) {
            throw new Error(`${name}: ${error.stack}`);
        }
    }
}
