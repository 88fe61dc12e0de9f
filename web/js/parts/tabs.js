// Tabs: a row of titles of which one is chosen, by click or by the arrow keys, and the panel of the chosen one is seen.
// @ts-check
import { el } from '../dom.js';

/**
 * @typedef {{ id: string, title: string, element: HTMLElement }} Tab
 * @param {Tab[]} tabs
 * @param {{ label: string, chosen?: string, change?: (id: string) => void }} how
 */
export function tabs(tabs, { label, chosen = tabs[0]?.id, change }) {
    const titles = tabs.map(({ id, title, element }) => el('button', {
        type: 'button', class: 'tab', role: 'tab', id: `tab-${id}`, 'aria-controls': element.id || null, onclick: () => choose(id),
    }, title));
    const element = el('div', { class: 'tabs', role: 'tablist', 'aria-label': label, onkeydown: move }, ...titles);
    /** @param {string} id @param {boolean} [quiet] */
    function choose(id, quiet) {
        tabs.forEach((tab, i) => {
            const is = tab.id === id;
            titles[i].setAttribute('aria-selected', String(is));
            titles[i].tabIndex = is ? 0 : -1;
            tab.element.classList.toggle('chosen', is);
        });
        if (!quiet) change?.(id);
    }
    /** @param {KeyboardEvent} event */
    function move(event) {
        const step = { ArrowRight: 1, ArrowLeft: -1, Home: -Infinity, End: Infinity }[event.key];
        const at = titles.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
        if (!step || at < 0) return;
        event.preventDefault();
        const to = Number.isFinite(step) ? (at + step + titles.length) % titles.length : step < 0 ? 0 : titles.length - 1;
        choose(tabs[to].id);
        titles[to].focus();
    }
    choose(chosen, true);
    return { element, choose: (/** @type {string} */ id) => choose(id) };
}
