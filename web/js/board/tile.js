// One tile as an element. Its kind, colour and joins say what it is; a piece is what it is drawn as: a glazed tile, a ball,
// half of a capsule. A game's refinements may name another piece than the usual one; css/ does the rest.
// @ts-check
/** @import { Area, Colour, Tile } from '../types.js' */
/** @import { Refinements } from '../games/index.js' */
import { el, svg } from '../dom.js';
import { addSprite } from './sprite.js';

/** @typedef {{ href: string, motif?: boolean, transform?: string }} Part a drawing of the sprite */

const centred = (/** @type {number} */ scale, y = 50) => `translate(50 ${y}) scale(${scale}) translate(-50 -50)`;
/** @param {Tile} tile @param {string} [transform] @returns {Part[]} */
const motif = ({ colour }, transform) => (colour === 'plain' ? [] : [{ href: `motif-${colour}`, motif: true, transform }]);
/** @param {string} name @returns {Part} */
const part = name => ({ href: `piece-${name}` });
/** @param {Tile} tile @param {string} ghost */
const halfPart = ({ joins }, ghost) => part(joins?.length ? `half${ghost}-${joins[0]}` : `single${ghost}`);

/** @type {Record<string, (tile: Tile) => Part[]>} the drawings of each piece, from below */
const pieces = {
    text: () => [],
    recess: () => [part('recess')],
    place: tile => [part('recess'), ...motif(tile)],
    promise: tile => [part('recess'), ...motif(tile)],
    tile: tile => [part('tile'), ...(isSpelled(tile) ? [] : motif(tile))],
    ball: tile => [part('ball'), ...motif(tile, centred(0.6, 49))],
    'ball-ghost': tile => [part('ball-ghost'), ...motif(tile, centred(0.6, 49))],
    half: tile => [halfPart(tile, ''), ...motif(tile, centred(0.5))],
    'half-ghost': tile => [halfPart(tile, '-ghost'), ...motif(tile, centred(0.5))],
    virus: ({ colour }) => [{ href: `virus-${colour}` }],
    token: () => [part('token')],
    disc: () => [part('disc')],
    wood: () => [],
};

/** @type {Record<string, string>} */
const usual = { text: 'text', empty: 'recess', ghost: 'place', tile: 'tile', mark: 'disc' };

/** Whether the label says more than the colour's letter, so that it must be read. @param {Tile} tile */
const isSpelled = ({ colour, label }) => colour === 'plain' || label.replace(/[^\p{L}\p{N}]/gu, '').length > 1 || /\d/.test(label);

/** @param {Tile} tile @param {Area} area @param {Refinements} refinements */
export function pieceOf(tile, area, refinements) {
    return refinements.piece?.(tile, area) ?? usual[tile.kind];
}

/** Draws a tile into an element, if it changed. @param {HTMLElement} element @param {Tile} tile @param {string} piece */
export function drawTile(element, tile, piece) {
    const { kind, colour, label, joins = [], caption } = tile;
    const look = [kind, colour, label, tile.face, joins, caption, piece].join('\n');
    if (element.dataset.look === look) return;
    element.dataset.look = look;
    const classes = ['tile', `kind-${kind}`, `colour-${colour}`, `piece-${piece}`, caption && 'caption', ...joins.map(side => `join-${side}`)];
    element.className = classes.filter(Boolean).join(' ');
    const text = label.trim().replace(/^-(?=\d)/, '−');
    element.classList.toggle('spelled', isSpelled(tile) && text !== '');
    element.replaceChildren(...picture(tile, piece), el('span', { class: 'label', 'data-length': text.length }, text));
}

/** @param {Tile} tile @param {string} piece @returns {SVGElement[]} */
function picture(tile, piece) {
    const parts = (pieces[piece] ?? pieces.tile)(tile);
    if (!parts.length) return [];
    addSprite();
    const uses = parts.map(({ href, motif, transform }) => svg('use', { href: `#${href}`, class: motif && 'motif', transform }));
    return [svg('svg', { class: 'picture', viewBox: '0 0 100 100', 'aria-hidden': 'true' }, ...uses)];
}

/**
 * A tile outside of a board, as in a list of moves; its size is that of the text unless css says otherwise.
 * @param {Partial<Tile>} tile @param {string} [piece]
 */
export function tileChip({ kind = 'tile', colour = 'plain', label = '', joins = [] }, piece = usual[kind]) {
    const element = el('span', { 'aria-hidden': 'true' });
    drawTile(element, { row: 0, col: 0, span: 1, kind, colour: /** @type {Colour} */ (colour), label, joins }, piece);
    element.classList.add('tile-chip');
    return element;
}

/** A drawing of the sprite on its own, as 'piece-seal'. @param {string} name */
export function drawing(name) {
    addSprite();
    return svg('svg', { class: `picture ${name}`, viewBox: '0 0 100 100', 'aria-hidden': 'true' }, svg('use', { href: `#${name}` }));
}
