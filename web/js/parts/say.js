// Telling people what happened: aloud for screen readers, and as a short note at the foot of the page where it helps.
// @ts-check
import { el, find } from '../dom.js';
import { strings } from '../strings.js';
import { iconButton } from './button.js';

/** Says a text to a screen reader. The same text twice is said twice. @param {string} text */
export function say(text) {
    const said = find(document, '#said');
    said.textContent = said.textContent === text ? `${text}\u00a0` : text;
}

/**
 * Shows a note for some seconds, and says it. One with a button stays until it is used or dismissed.
 * @param {string} text
 * @param {{ text: string, run: () => void }} [action]
 */
export function note(text, action) {
    say(text);
    const remove = () => shown.remove();
    const shown = el('div', { class: 'note' }, el('span', {}, text),
        action && el('button', { type: 'button', class: 'button small plain', onclick: () => { remove(); action.run(); } }, action.text),
        action && iconButton({ text: strings.bar.close, icon: 'close', run: remove }));
    find(document, '#notes').append(shown);
    if (!action) setTimeout(remove, 4000);
}
