// The bar at the top: where you are, and the commands of the screen. All commands stand at the same place on every screen;
// those that a screen does not have are not shown. Where there is no room, all but two go into a menu.
// @ts-check
/** @import { Command, Screen } from './types.js' */
import { el, find, icon } from './dom.js';
import { strings } from './strings.js';
import { commandButton, refreshCommands, setCommands } from './parts/commands.js';
import { keyCap } from './parts/button.js';

const order = ['new', 'undo', 'redo', 'hint', 'seat', 'share', 'settings', 'keys'];
const always = ['share', 'settings'];

/** @type {() => void} */
let again = () => {};
/** Shows the bar of the screen anew, after its crumbs or commands have changed. */
export const refreshBar = () => again();

/** @param {Screen} screen @param {Command[]} more commands that every screen has */
export function showBar(screen, more) {
    again = () => showBar(screen, more);
    setCommands(() => [...screen.commands, ...more], screen.keys?.map(({ key }) => key));
    const ids = sortIds([...screen.commands, ...more].map(({ id }) => id));
    const menu = el('div', { class: 'menu', id: 'bar-menu', popover: 'auto', onclick: () => menu.hidePopover(), ontoggle: () => place(menu) },
        ...ids.filter(id => !always.includes(id)).map(id => commandButton(id, 'words')));
    find(document, '#bar').replaceChildren(
        skipLink(),
        el('a', { class: 'brand', href: '#/' }, el('img', { src: 'icon.svg', alt: '', width: 24, height: 24 }), el('span', {}, strings.name)),
        screen.nav ?? crumbs(screen.crumbs),
        el('div', { class: 'commands', role: 'toolbar', 'aria-label': strings.bar.commands }, ...ids.map(button), moreButton()),
        menu,
    );
    refreshCommands();
    document.title = [...screen.crumbs.map(({ text }) => text).reverse(), strings.name].join(' · ');
}

/** @param {string[]} ids the page's own in their order, before them those of one screen @returns {string[]} */
function sortIds(ids) {
    const own = ids.filter(id => !order.includes(id));
    return [...own, ...order.filter(id => ids.includes(id))];
}

/** @param {string} id */
function button(id) {
    const made = commandButton(id, 'words');
    if (always.includes(id)) made.classList.add('always');
    if (id !== 'keys') return made;
    made.classList.add('keys');
    made.replaceChildren(el('span', { class: 'unseen' }, strings.bar.keys), keyCap('?'));
    return made;
}

function moreButton() {
    return el('button', { type: 'button', class: 'icon-button more-button', 'aria-label': strings.bar.more, popovertarget: 'bar-menu' }, icon('more'));
}

/** @param {HTMLElement} menu */
function place(menu) {
    menu.style.setProperty('top', '48px');
    menu.style.setProperty('right', '8px');
}

/** @param {Screen['crumbs']} list */
function crumbs(list) {
    const items = list.map(({ text, href }, i) => {
        const last = i === list.length - 1;
        return el('li', {}, last || !href ? el('span', { 'aria-current': last ? 'page' : null }, text) : el('a', { href }, text));
    });
    return el('nav', { class: 'crumbs', 'aria-label': strings.bar.crumbs }, el('ol', {}, ...items));
}

/** Routes are hashes: a plain link to #screen would be one. */
function skipLink() {
    return el('a', { class: 'skip', href: '#screen', onclick: skip }, strings.bar.skip);
}

/** @param {Event} event */
function skip(event) {
    event.preventDefault();
    find(document, '#screen').focus();
}
