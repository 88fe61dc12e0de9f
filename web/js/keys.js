// The keys of the page. A key belongs to the screen and its game first; what they do not use runs a command of the bar.
// Nothing is taken from a field that is typed in, nor from a dialog.
// @ts-check
/** @import { KeyInfo, Screen } from './types.js' */
import { el } from './dom.js';
import { gameName } from './names.js';
import { linkTo } from './router.js';
import { fill, strings } from './strings.js';
import { commandKeys, commandName, hasCommand, keyName, runCommand } from './parts/commands.js';
import { keyCap } from './parts/button.js';
import { openDialog } from './parts/dialog.js';

/** @param {() => Screen | null} current */
export function listenToKeys(current) {
    document.addEventListener('keydown', event => {
        if (event.defaultPrevented || event.isComposing || isTyping(event) || document.querySelector('dialog[open]')) return;
        if (current()?.keydown?.(event) || runKey(event)) event.preventDefault();
    });
}

/** @param {KeyboardEvent} event */
function isTyping(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    return !!target.closest?.('input:not([type="radio"], [type="checkbox"], [type="button"]), textarea, select, [contenteditable]');
}

/** @param {KeyboardEvent} event */
function runKey(event) {
    if (event.altKey) return false;
    if (event.ctrlKey || event.metaKey) return runEditKey(event);
    const id = Object.keys(commandKeys).find(name => commandKeys[name] === event.key);
    return !!id && !event.repeat && runCommand(id);
}

/** Undo and redo have the keys of every editor, too. @param {KeyboardEvent} event */
function runEditKey({ key, shiftKey }) {
    if (key === 'z' && !shiftKey) return runCommand('undo');
    return (key === 'y' || key.toLowerCase() === 'z') && runCommand('redo');
}

/** @type {Record<string, string>} */
const arrows = { ArrowUp: '↑', ArrowDown: '↓', ArrowLeft: '←', ArrowRight: '→' };

/** A key as it is written on its cap. @param {string} key */
export const capOf = key => arrows[key] ?? (key === ' ' ? strings.help.space : keyName(key));

/** @param {Screen} screen */
export function openKeys(screen) {
    const taken = new Set(screen.keys?.map(({ key }) => key));
    const commands = Object.entries(commandKeys).filter(([id, key]) => hasCommand(id) && !taken.has(key));
    const rows = commands.map(([id, key]) => ({ keys: [key], meaning: commandName(id) }));
    if (hasCommand('undo')) rows.push({ keys: ['Ctrl+Z'], meaning: commandName('undo') }, { keys: ['Ctrl+Y'], meaning: commandName('redo') });
    const game = groupKeys(screen.keys ?? []);
    const board = screen.board ? Object.entries(strings.help.boardKeys).map(([key, meaning]) => ({ keys: key.split(' '), meaning })) : [];
    return openDialog({
        title: strings.help.keys,
        content: () => [rulesLink(screen), keyList(strings.help.page, rows), keyList(screen.game ? gameName(screen.game) : strings.help.game, game), keyList(strings.help.board, board)].filter(list => list !== null),
        wide: true,
    });
}

/** @param {Screen} screen */
const rulesLink = ({ game }) => (game ? el('p', { class: 'keys-rules' }, el('a', { href: linkTo(['help', game]) }, fill(strings.help.rulesOf, { game: gameName(game) }))) : null);

/** Keys that mean the same stand together. @param {KeyInfo[]} keys */
export function groupKeys(keys) {
    const meanings = [...new Set(keys.map(({ meaning }) => meaning))];
    return meanings.map(meaning => ({ meaning, keys: keys.filter(key => key.meaning === meaning).map(({ key }) => key) }));
}

/** @param {string} title @param {{ keys: string[], meaning: string }[]} rows */
export function keyList(title, rows) {
    if (!rows.length) return null;
    const lines = rows.flatMap(({ keys, meaning }) => [el('dt', {}, ...keys.map(key => keyCap(capOf(key)))), el('dd', {}, meaning)]);
    return el('section', { class: 'keys-group' }, el('h3', {}, title), el('dl', { class: 'key-list' }, ...lines));
}
