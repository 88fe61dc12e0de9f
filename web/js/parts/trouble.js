// An error where a screen should be: what is wrong, why, and what can be done.
// @ts-check
import { el, icon } from '../dom.js';
import { strings } from '../strings.js';
import { button, linkButton } from './button.js';

/**
 * @param {HTMLElement} root
 * @param {{ title: string, text?: string, icon?: string, actions?: HTMLElement[] }} what
 */
export function showTrouble(root, { title, text, icon: name = 'warning', actions = [] }) {
    root.replaceChildren(el('div', { class: 'trouble' },
        el('div', { class: 'trouble-icon' }, icon(name)),
        el('h1', { tabindex: -1 }, title),
        text ? el('p', {}, text) : null,
        el('div', { class: 'buttons' }, ...actions, linkButton({ text: strings.errors.home, href: '#/', kind: actions.length ? 'plain' : 'primary', icon: 'home' }))));
}

/** Any error that was thrown while a screen opened. @param {HTMLElement} root @param {unknown} error */
export function showError(root, error) {
    showTrouble(root, describe(error));
}

/** @param {unknown} error */
function describe(error) {
    const { code, message } = /** @type {{ code?: string, message?: string }} */ (error instanceof Error ? error : { message: String(error) });
    const text = sentence(message ?? '');
    if (!('WebAssembly' in globalThis)) return { title: strings.errors.noEngine, text: strings.errors.noWebAssembly, icon: 'machine' };
    if (code === 'BROKEN') return { title: strings.errors.noEngine, text, icon: 'machine', actions: [reloadButton()] };
    if (code) return { title: strings.errors.badLink, text, icon: 'share' };
    if (error instanceof TypeError && !navigator.onLine) return { title: strings.errors.offline, text: strings.errors.offlineHelp, icon: 'offline', actions: [reloadButton()] };
    return { title: strings.errors.title, text, actions: [reloadButton()] };
}

const reloadButton = () => button({ text: strings.errors.reload, icon: 'again', kind: 'primary', run: () => location.reload() });

/** What the engine says, as a sentence: "there is no game 'x'" becomes "There is no game 'x'." @param {string} text */
export function sentence(text) {
    const whole = text.trim();
    return whole.charAt(0).toUpperCase() + whole.slice(1) + (/[.!?]$/.test(whole) ? '' : '.');
}
