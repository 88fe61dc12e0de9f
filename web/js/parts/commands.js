// The commands of the screen that is open: new, undo, hint, ... Their buttons stand in the bar and at the thumb; each
// knows its command by its id, so a screen only says what has changed by refreshCommands().
// @ts-check
/** @import { Command } from '../types.js' */
import { el, icon } from '../dom.js';
import { strings } from '../strings.js';
import { keyCap } from './button.js';

/** @type {() => Command[]} */
let read = () => [];
/** @type {string[]} keys that the game uses itself */
let taken = [];

/** The keys of the page's own commands, as KeyboardEvent.key has them. @type {Record<string, string>} */
export const commandKeys = { new: 'n', undo: 'u', redo: 'U', hint: 'h', seat: 's', keys: '?' };

/** @param {() => Command[]} commands @param {string[]} [keys] those that stay the game's */
export function setCommands(commands, keys = []) {
    read = commands;
    taken = keys;
    refreshCommands();
}

/** Runs a command of the screen. @param {string} id @returns {boolean} whether there is such a one and it may run */
export function runCommand(id) {
    const command = read().find(one => one.id === id);
    if (!command || command.enabled === false) return false;
    command.run();
    return true;
}

/** @param {string} id */
export const hasCommand = id => read().some(one => one.id === id);

/** @param {string} id */
export function commandName(id) {
    const names = /** @type {Record<string, string>} */ (strings.bar);
    return Object.hasOwn(names, id) ? names[id] : id;
}

/** @param {string} key */
export const keyName = key => (/^[A-Z]$/.test(key) ? `⇧${key.toLowerCase()}` : key);

/** A key as aria-keyshortcuts has it. @param {string} key */
const shortcut = key => (/^[A-Z]$/.test(key) ? `Shift+${key}` : key);

/**
 * @param {string} id
 * @param {'words' | 'icon'} look
 */
export function commandButton(id, look) {
    const name = commandName(id);
    const key = taken.includes(commandKeys[id]) ? undefined : commandKeys[id];
    const props = { type: 'button', 'data-command': id, onclick: () => runCommand(id), 'aria-keyshortcuts': key ? shortcut(key) : null };
    if (look === 'icon') return el('button', { ...props, class: 'icon-button', 'aria-label': name, title: name }, icon(id));
    return el('button', { ...props, class: 'command' }, icon(id), el('span', {}, name), key && keyCap(keyName(key)));
}

/** Brings all buttons up to date with the screen's commands. @param {ParentNode} [root] */
export function refreshCommands(root = document) {
    const commands = read();
    for (const element of root.querySelectorAll('[data-command]')) {
        const command = commands.find(one => one.id === element.getAttribute('data-command'));
        element.toggleAttribute('disabled', !command || command.enabled === false);
        if (command?.pressed === undefined) element.removeAttribute('aria-pressed');
        else element.setAttribute('aria-pressed', String(command.pressed));
    }
}
