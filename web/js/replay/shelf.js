// The games that can be looked at again: those finished on this page, and any that is pasted.
// @ts-check
/** @import { Screen } from '../types.js' */
import { el } from '../dom.js';
import { gameName } from '../names.js';
import { linkButton } from '../parts/button.js';
import { importPart } from '../parts/import.js';
import { goTo, linkTo } from '../router.js';
import { importText, linkForGame } from '../share.js';
import { finishedGames } from '../store.js';
import { strings } from '../strings.js';

/** @param {HTMLElement} root @returns {Screen} */
export function openShelf(root) {
    const games = finishedGames();
    root.replaceChildren(el('div', { class: 'shelf' },
        el('h1', {}, strings.replay.title),
        games.length ? el('ul', { class: 'shelf-games' }, ...games.map(paintGame)) : el('p', { class: 'quiet' }, strings.replay.none),
        pastePart()));
    return { crumbs: [{ text: strings.replay.title }], commands: [], close() {} };
}

/** @param {ReturnType<typeof finishedGames>[number]} game */
function paintGame({ id, game, seats, scores, when }) {
    const who = seats.map(({ name }, i) => `${name} ${scores[i] ?? ''}`).join(', ');
    return el('li', {},
        el('p', {}, el('b', {}, gameName(game)), ' ', who, el('span', { class: 'quiet' }, ` · ${new Date(when).toLocaleString()}`)),
        linkButton({ text: strings.replay.one, href: linkTo(['replay'], { saved: id }), small: true }),
        linkButton({ text: strings.review.title, href: linkTo(['review'], { saved: id }), small: true }));
}

function pastePart() {
    return el('section', { class: 'shelf-paste' }, ...importPart(strings.replay.paste, strings.replay.pasteHelp, async text => {
        const found = await importText(text);
        if (found.kind !== 'record') throw new Error(strings.replay.position);
        goTo(await linkForGame(found.record));
    }));
}
