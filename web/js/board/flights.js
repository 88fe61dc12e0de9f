// What moves over a board: copies of places in a layer of their own, so that nothing is cut off or covered on its way and
// the board below can be used at once. A copy lies in empty copies of the areas around it, and so keeps its look.
// @ts-check
/** @import { Board } from './board.js' */
/** @import { Box } from './geometry.js' */
import { el } from '../dom.js';

/** @type {WeakMap<Board, HTMLElement>} */
const layers = new WeakMap();

/** @param {Board} board */
export function layerOf(board) {
    let layer = layers.get(board);
    if (!layer) layers.set(board, (layer = el('div', { class: 'flights', inert: true, 'aria-hidden': 'true' })));
    if (layer.parentElement !== board.element) board.element.append(layer);
    return layer;
}

/** Where a place is, in the layer's own measure. @param {Element} element @param {DOMRect} frame of the board @returns {Box} */
export function boxIn(element, frame) {
    const { left, top, width, height } = element.getBoundingClientRect();
    return { left: left - frame.left, top: top - frame.top, width, height };
}

/** A copy of how a place looks now. @param {HTMLElement} element */
export function copyLook(element) {
    const copy = /** @type {HTMLElement} */ (element.cloneNode(true));
    copy.classList.remove('legal', 'chosen', 'last', 'lifted', 'aimed', 'liftable');
    for (const name of ['data-spot', 'aria-label', 'role', 'id', 'tabindex', 'aria-pressed']) copy.removeAttribute(name);
    return copy;
}

/** Lays a look into the layer, where `like` has its home. @param {Board} board @param {HTMLElement} look @param {HTMLElement} home @param {Box} box */
export function layCopy(board, look, home, box) {
    /** @type {HTMLElement} */
    let outer = look;
    for (let area = home.parentElement; area && area !== board.element; area = area.parentElement) {
        const around = /** @type {HTMLElement} */ (area.cloneNode(false));
        for (const name of ['aria-label', 'role', 'id']) around.removeAttribute(name);
        around.classList.add('in-flight');
        around.append(outer);
        outer = around;
    }
    for (const side of /** @type {const} */ (['left', 'top', 'width', 'height'])) look.style.setProperty(side, `${box[side]}px`);
    look.classList.add('flying');
    layerOf(board).append(outer);
    return { look, outer };
}
