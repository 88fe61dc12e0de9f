// A move in little room: small tiles of what is taken, and where it goes.
// @ts-check
/** @import { Scene } from '../types.js' */
/** @import { Move } from './words.js' */
import { drawTile, pieceOf } from '../board/tile.js';
import { el } from '../dom.js';
import { refinementsOf } from '../games/index.js';
import { strings } from '../strings.js';
import { splitWords, takenBy } from './words.js';

const shownMax = 4;

/** The tiles that a move takes, in small. @param {string} game @param {Scene} scene @param {Move} move */
export function takenTiles(game, scene, move) {
    const taken = takenBy(scene, move);
    const tiles = Array.from({ length: Math.min(taken?.count ?? 0, shownMax) }, () => {
        const tile = el('span', {});
        if (!taken) return tile;
        const one = { ...taken.tile, label: taken.tile.label.replace(/^\d+(?=\D)/, ''), span: 1 };
        drawTile(tile, one, pieceOf(one, taken.area, refinementsOf(game)));
        return tile;
    });
    const picture = el('span', { class: 'taken', 'aria-hidden': 'true' }, ...tiles);
    picture.style.setProperty('--count', String(Math.max(1, tiles.length)));
    return picture;
}

/** "factory 4 → line 4"; all the words are told to a screen reader. @param {Move} move */
export function moveWords(move) {
    const { from, to } = splitWords(move.words);
    if (!to) return el('span', { class: 'move-words' }, move.words);
    return el('span', { class: 'move-words' }, el('span', { class: 'unseen' }, move.words),
        el('span', { class: 'move-from', 'aria-hidden': 'true' }, from),
        el('span', { class: 'move-arrow', 'aria-hidden': 'true' }, strings.coach.arrow),
        el('span', { class: 'move-to', 'aria-hidden': 'true' }, to));
}
