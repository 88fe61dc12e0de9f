// A line of text to take along, with a button that copies it.
// @ts-check
import { el } from '../dom.js';
import { strings } from '../strings.js';
import { button } from '../parts/button.js';
import { note } from '../parts/say.js';

/** @param {string} line */
export function copyLine(line) {
    const text = el('code', { class: 'copy-text', tabindex: 0 }, line);
    return el('div', { class: 'copy-line' }, text,
        button({ text: strings.rooms.copy, icon: 'copy', small: true, run: () => { copy(line, text); } }));
}

/** @param {string} line @param {HTMLElement} shown selected where the page may not copy */
async function copy(line, shown) {
    try {
        await navigator.clipboard.writeText(line);
        note(strings.rooms.copied);
    } catch {
        getSelection()?.selectAllChildren(shown);
    }
}
