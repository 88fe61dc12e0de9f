// A place to paste a text into, or to choose a file with one.
// @ts-check
import { el } from '../dom.js';
import { strings } from '../strings.js';
import { button } from './button.js';
import { textField } from './fields.js';
import { sentence } from './trouble.js';

const largest = 1 << 20;

/**
 * @param {string} label @param {string} help
 * @param {(text: string) => Promise<unknown>} take throws an error that says what is wrong with the text
 * @returns {HTMLElement[]}
 */
export function importPart(label, help, take) {
    const field = textField({ label, help, lines: 3, max: largest + 1, change: () => field.error(null) });
    const attempt = (/** @type {string} */ text) => take(text).catch(error => field.error(sentence(error.message)));
    const file = el('input', { type: 'file', class: 'unseen', tabindex: -1, 'aria-label': strings.share.file, accept: '.json,.jsonl,.txt', onchange: async () => {
        const [chosen] = file.files ?? [];
        if (!chosen) return;
        if (chosen.size > largest) return field.error(strings.share.tooLarge);
        attempt(await chosen.text());
    } });
    return [field.element, el('div', { class: 'buttons' },
        button({ text: strings.share.open, kind: 'primary', run: () => attempt(field.value) }),
        button({ text: strings.share.file, icon: 'upload', run: () => file.click() }), file)];
}
