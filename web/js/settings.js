// What a person chose for this browser: colours, motion, sound. Kept in local storage, applied as data attributes of the
// root, where CSS reads them; early.js applies them before the first paint.
// @ts-check

/** @typedef {{ scheme: string, palette: string, motion: string, sound: string }} Settings */

/** The first of each is the standard. @type {Record<keyof Settings, string[]>} */
export const choices = {
    scheme: ['system', 'light', 'dark'],
    palette: ['standard', 'okabe'],
    motion: ['system', 'on', 'off'],
    sound: ['off', 'on'],
};

const place = 'tilewright.settings';
const stillness = matchMedia('(prefers-reduced-motion: reduce)');

/** @type {Settings} */
let now = read();

/** @returns {Settings} what is stored, where it is one of the choices */
function read() {
    /** @type {any} */
    let stored = null;
    try {
        stored = JSON.parse(localStorage.getItem(place) ?? 'null');
    } catch {
        stored = null;
    }
    const pick = (/** @type {keyof Settings} */ name) => (choices[name].includes(stored?.[name]) ? stored[name] : choices[name][0]);
    return { scheme: pick('scheme'), palette: pick('palette'), motion: pick('motion'), sound: pick('sound') };
}

/** @returns {Settings} */
export const settings = () => now;

/** Whether things may move on the page. Ask each time: it may change. */
export const motionAllowed = () => document.documentElement.dataset.motion === 'on';

/** @param {keyof Settings} name @param {string} value one of its choices */
export function choose(name, value) {
    now = { ...now, [name]: value };
    try {
        localStorage.setItem(place, JSON.stringify(now));
    } catch {
        // Storage may be full or forbidden: the choice then holds until the page is closed.
    }
    applySettings();
}

export function applySettings() {
    const { dataset } = document.documentElement;
    for (const name of /** @type {const} */ (['scheme', 'palette'])) {
        if (now[name] === choices[name][0]) delete dataset[name];
        else dataset[name] = now[name];
    }
    dataset.motion = now.motion === 'on' || (now.motion === 'system' && !stillness.matches) ? 'on' : 'off';
    colourFrame();
}

/** The colour of the browser's own frame follows the paper. */
function colourFrame() {
    const paper = getComputedStyle(document.documentElement).backgroundColor;
    for (const meta of document.querySelectorAll('meta[name="theme-color"]')) meta.setAttribute('content', paper);
}

stillness.addEventListener('change', applySettings);
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', applySettings);
addEventListener('storage', event => {
    if (event.key !== place) return;
    now = read();
    applySettings();
});
