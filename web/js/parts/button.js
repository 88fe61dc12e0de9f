// Buttons: one primary on a screen at most, plain ones beside it, and round icon buttons where there is no room for words.
// @ts-check
import { el, icon } from '../dom.js';

/**
 * @param {{ text: string, run?: (event: MouseEvent) => void, icon?: string, iconAfter?: string, key?: string,
 *     kind?: 'primary' | 'plain' | 'quiet', small?: boolean, disabled?: boolean, id?: string }} what
 * @returns {HTMLButtonElement}
 */
export function button({ text, run, icon: before, iconAfter, key, kind = 'plain', small, disabled, id }) {
    return el('button', { type: 'button', class: `button ${kind}${small ? ' small' : ''}`, disabled, id, onclick: run ?? (() => {}) },
        before && icon(before), el('span', {}, text), key && keyCap(key), iconAfter && icon(iconAfter));
}

/** The same look for a link. @param {{ text: string, href: string, icon?: string, kind?: 'primary' | 'plain' | 'quiet', small?: boolean }} what */
export function linkButton({ text, href, icon: before, kind = 'plain', small }) {
    return el('a', { class: `button ${kind}${small ? ' small' : ''}`, href }, before && icon(before), el('span', {}, text));
}

/** @param {{ text: string, icon: string, run: (event: MouseEvent) => void, disabled?: boolean }} what `text` is its name */
export function iconButton({ text, icon: name, run, disabled }) {
    return el('button', { type: 'button', class: 'icon-button', 'aria-label': text, title: text, disabled, onclick: run }, icon(name));
}

/** @param {string} key */
export const keyCap = key => el('kbd', { class: 'key' }, key);
