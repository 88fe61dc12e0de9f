// lines beyond its scene: the recesses of the board lie below all balls, so that a ball that moves leaves its recess
// behind.
// @ts-check
/** @import { Board } from '../board/board.js' */
/** @import { Scene } from '../types.js' */
/** @import { Refinements } from './index.js' */
import { el } from '../dom.js';
import { drawing } from '../board/tile.js';

/** @type {WeakMap<HTMLElement, HTMLElement>} the recesses of each board */
const layers = new WeakMap();

/** @param {Board} board @param {Scene} scene */
function refine(board, scene) {
    const area = scene.areas.find(each => each.class === 'board');
    const element = area && board.areaElement(area);
    if (!element) return;
    const cells = (area.rows - 1) * (area.cols - 1);
    let layer = layers.get(element);
    if (layer?.childElementCount !== cells) layers.set(element, (layer = drawRecesses(cells)));
    element.append(layer);
}

/** @param {number} cells */
function drawRecesses(cells) {
    const recesses = Array.from({ length: cells }, () => drawing('piece-recess'));
    return el('div', { class: 'recesses', 'aria-hidden': 'true' }, ...recesses);
}

/** @type {Record<string, string>} */
const pieces = { tile: 'ball', ghost: 'ball-ghost', empty: 'text' };

/** @type {Refinements} */
export const lines = { piece: ({ kind }) => pieces[kind], refine };
