// A picture of the player's own, cut into tiles. It is made small and kept in local storage as a data URL; what comes
// back from there is checked as anything from outside is.
// @ts-check
import { el } from '../dom.js';
import { strings } from '../strings.js';

const KEY = 'tilewright.slide.picture';
const SIDE_MAX = 1024;
const FILE_MAX = 32 << 20;
const KEPT_MAX = 400_000;
const FORM = /^data:image\/jpeg;base64,(?:[A-Za-z0-9+/]{4})+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** @typedef {{ url: string, width: number, height: number, numbers: boolean }} Kept */
/** @typedef {{ address: string, width: number, height: number, numbers: boolean }} Picture */

const changes = new EventTarget();
/** @type {Picture | null | undefined} not read yet: undefined */
let shown;

/** @param {() => void} hear @returns {() => void} stops it */
export function onPicture(hear) {
    changes.addEventListener('change', hear);
    return () => changes.removeEventListener('change', hear);
}

/** @returns {Picture | null} */
export function shownPicture() {
    if (shown === undefined) shown = open(readKept());
    return shown;
}

/** @returns {Kept | null} */
function readKept() {
    try {
        return checkKept(JSON.parse(localStorage.getItem(KEY) ?? 'null'));
    } catch {
        return null;
    }
}

/** @param {any} kept @returns {Kept | null} what was kept, if it is a picture */
export function checkKept(kept) {
    if (typeof kept?.url !== 'string' || kept.url.length > KEPT_MAX || !FORM.test(kept.url)) return null;
    const isSide = (/** @type {any} */ given) => Number.isInteger(given) && given >= 1 && given <= SIDE_MAX;
    const { url, width, height, numbers } = kept;
    return isSide(width) && isSide(height) ? { url, width, height, numbers: numbers !== false } : null;
}

/** @param {Kept | null} kept @returns {Picture | null} */
function open(kept) {
    if (!kept) return null;
    const bytes = Uint8Array.from(atob(kept.url.split(',')[1]), letter => letter.charCodeAt(0));
    const address = URL.createObjectURL(new Blob([bytes], { type: 'image/jpeg' }));
    return { address, width: kept.width, height: kept.height, numbers: kept.numbers };
}

/** Shows a picture from now on, or none. @param {Kept | null} kept */
function show(kept) {
    if (shown) URL.revokeObjectURL(shown.address);
    shown = open(kept);
    try {
        if (kept) localStorage.setItem(KEY, JSON.stringify(kept));
        else localStorage.removeItem(KEY);
    } catch {
        // It is shown all the same, until the page is left.
    }
    changes.dispatchEvent(new Event('change'));
}

/** @returns {void} the tiles are wood again */
export const clearPicture = () => show(null);

/**
 * Takes a picture from a file. Throws an Error with a sentence for people.
 * @param {Blob} file
 */
export async function setPicture(file) {
    if (file.size > FILE_MAX) throw new Error(strings.games.slide.picture.tooLarge);
    const bitmap = await createImageBitmap(file).catch(() => null);
    if (!bitmap) throw new Error(strings.games.slide.picture.notOne);
    const kept = shrink(bitmap);
    bitmap.close();
    if (!kept) throw new Error(strings.games.slide.picture.tooLarge);
    show({ ...kept, numbers: readKept()?.numbers ?? true });
}

/** @param {ImageBitmap} bitmap @returns {{ url: string, width: number, height: number } | null} */
function shrink(bitmap) {
    for (const side of [SIDE_MAX, 768, 512, 256]) {
        const scale = Math.min(1, side / Math.max(bitmap.width, bitmap.height));
        const [width, height] = [bitmap.width, bitmap.height].map(length => Math.max(1, Math.round(length * scale)));
        const canvas = el('canvas', { width, height });
        canvas.getContext('2d')?.drawImage(bitmap, 0, 0, width, height);
        const url = canvas.toDataURL('image/jpeg', 0.86);
        if (url.length <= KEPT_MAX) return { url, width, height };
    }
    return null;
}

/** @param {boolean} numbers whether tiles show their numbers on a picture */
export function setNumbers(numbers) {
    const kept = readKept();
    if (kept) show({ ...kept, numbers });
}

/** A control for dialogs: choose a picture, take it away, numbers on it or not. @returns {HTMLElement} */
export function pictureControl() {
    const words = strings.games.slide.picture;
    const trouble = el('p', { class: 'picture-trouble', role: 'alert' });
    const input = el('input', { type: 'file', accept: 'image/*', class: 'picture-file', onchange: take });
    const numbers = el('input', { type: 'checkbox', onchange: () => setNumbers(numbers.checked) });
    const clear = el('button', { type: 'button', onclick: clearPicture }, words.clear);
    const numbered = el('label', { class: 'picture-numbers' }, numbers, words.numbers);
    const preview = el('span', { class: 'picture-preview', 'aria-hidden': 'true' });
    async function take() {
        trouble.textContent = '';
        const file = input.files?.[0];
        if (file) await setPicture(file).catch(error => { trouble.textContent = error.message; });
        input.value = '';
    }
    const update = () => {
        const picture = shownPicture();
        preview.style.setProperty('background-image', picture ? `url("${picture.address}")` : 'none');
        preview.hidden = clear.hidden = numbered.hidden = !picture;
        numbers.checked = picture?.numbers ?? true;
    };
    const control = el('fieldset', { class: 'picture-control' }, el('legend', {}, words.title),
        preview, el('label', { class: 'button picture-choose' }, input, words.choose), clear, numbered, trouble);
    const stop = onPicture(() => (control.isConnected ? update() : stop()));
    update();
    return control;
}
