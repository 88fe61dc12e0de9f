// A dialog over the page, never over a board in play: for a new game, settings, sharing, keys. On a phone it is a sheet
// that comes up from the foot.
// @ts-check
import { el } from '../dom.js';
import { strings } from '../strings.js';
import { iconButton } from './button.js';

/** @typedef {(result?: unknown) => void} Close */

/**
 * Opens a dialog; resolves with what `close` was given, or undefined if it was dismissed.
 * @param {{ title: string, content: (close: Close) => (Node | string)[], buttons?: (close: Close) => HTMLElement[], wide?: boolean }} what
 * @returns {Promise<unknown>}
 */
export function openDialog({ title, content, buttons, wide }) {
    return new Promise(resolve => {
        /** @type {unknown} */
        let result;
        const dialog = el('dialog', { class: wide ? 'dialog wide' : 'dialog', 'aria-labelledby': 'dialog-title' });
        const close = (/** @type {unknown} */ given) => {
            result = given;
            dialog.close();
        };
        dialog.append(
            el('header', { class: 'dialog-head' }, el('h2', { id: 'dialog-title', tabindex: -1, autofocus: true }, title),
                iconButton({ text: strings.bar.close, icon: 'close', run: () => close(undefined) })),
            el('div', { class: 'dialog-body', tabindex: 0 }, ...content(close)),
            ...(buttons ? [el('footer', { class: 'dialog-foot' }, ...buttons(close))] : []),
        );
        dialog.addEventListener('click', event => { if (event.target === dialog) close(undefined); });
        dialog.addEventListener('close', () => {
            dialog.remove();
            resolve(result);
        });
        document.body.append(dialog);
        dialog.showModal();
    });
}

/** Closes whatever dialog is open, as when the page goes to another screen. */
export function closeDialogs() {
    for (const dialog of document.querySelectorAll('dialog[open]')) /** @type {HTMLDialogElement} */ (dialog).close();
}
