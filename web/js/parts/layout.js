// How a screen with a board is laid out. Beside: the board left, the sections one below the other in a panel at the right.
// Tabbed, where the page is narrow or upright: the board first and whole, the sections below as tabs, and the likeliest
// actions in a bar at the thumb. It is one tree of elements: turning a phone changes classes, never what is chosen.
// @ts-check
import { el } from '../dom.js';
import { strings } from '../strings.js';
import { commandButton } from './commands.js';
import { tabs } from './tabs.js';

/**
 * A part of the panel. `grow`: it takes the room that is left and scrolls; `bare`: it has no heading where all are seen;
 * `narrow`: it is not there where the board is wide.
 * @typedef {{ id: string, title: string, element: HTMLElement, grow?: boolean, bare?: boolean, narrow?: boolean }} Section
 */

const upright = matchMedia('(max-width: 559px), (max-width: 1199px) and (max-aspect-ratio: 5/4)');
upright.addEventListener('change', () => document.querySelectorAll('.table').forEach(arrange));

/**
 * @param {{ board: HTMLElement, sections: Section[], actions?: HTMLElement[], quick?: string[], chosen?: string }} parts
 *     `actions` are one or two large buttons; `quick` are ids of commands that stand beside them at the thumb, as undo and hint;
 *     `chosen` is the section that is open at first where they are tabs
 */
export function layout({ board, sections, actions = [], quick = ['undo', 'hint'], chosen }) {
    const parts = sections.map(section => ({ ...section, element: frame(section) }));
    const { element: titles, choose } = tabs(parts, { label: strings.bar.sections, chosen });
    const panel = el('aside', { class: 'panel', 'aria-label': strings.bar.panel }, titles, ...parts.map(({ element }) => element),
        el('div', { class: 'actions' }, ...quick.map(id => commandButton(id, 'icon')), ...actions));
    const table = el('div', { class: 'table' }, el('div', { class: 'stage' }, board), panel);
    arrange(table);
    return Object.assign(table, { choose });
}

/** @param {Section} section */
function frame({ id, title, element, grow, bare, narrow }) {
    const flags = ['section', grow && 'grow', narrow && 'narrow'].filter(Boolean).join(' ');
    return el('section', { class: flags, id: `section-${id}` }, !bare && el('h2', { class: 'section-title' }, title), element);
}

/** @param {Element} table */
function arrange(table) {
    const tabbed = upright.matches;
    table.classList.toggle('tabbed', tabbed);
    for (const section of table.querySelectorAll('.section')) {
        const name = section.id.replace('section-', 'tab-');
        section.toggleAttribute('tabindex', false);
        if (tabbed) section.setAttribute('role', 'tabpanel');
        else section.removeAttribute('role');
        if (tabbed) section.setAttribute('aria-labelledby', name);
        else section.removeAttribute('aria-labelledby');
    }
}
