// Style sheets that only some screens need: each is added once, when it is first asked for.
// @ts-check
import { el } from './dom.js';

/** @type {Map<string, Promise<void>>} */
const sheets = new Map();

/** Resolves when the sheets are there; one that cannot be loaded is left out. @param {...string} names of files in css/, without ".css" */
export async function useStyle(...names) {
    await Promise.all(names.map(name => {
        let sheet = sheets.get(name);
        if (!sheet) sheets.set(name, (sheet = load(name)));
        return sheet;
    }));
}

/** @param {string} name @returns {Promise<void>} */
function load(name) {
    return new Promise(resolve => {
        const href = new URL(`../css/${name}.css`, import.meta.url).href;
        document.head.append(el('link', { rel: 'stylesheet', href, onload: () => resolve(), onerror: () => resolve() }));
    });
}
