// The games to play, where an address names none.
// @ts-check
/** @import { GameInfo, Screen } from '../types.js' */
import { el } from '../dom.js';
import { gameName } from '../names.js';
import { linkButton } from '../parts/button.js';
import { linkTo } from '../router.js';
import { strings } from '../strings.js';

/** @param {HTMLElement} root @param {GameInfo[]} games @returns {Screen} */
export function showGames(root, games) {
    root.replaceChildren(el('div', { class: 'page' }, el('h1', { tabindex: -1 }, strings.play.title),
        el('div', { class: 'buttons' }, ...games.map(({ name }) => linkButton({ text: gameName(name), href: linkTo(['play', name]) })))));
    return { crumbs: [{ text: strings.play.title }], commands: [], close() {} };
}
