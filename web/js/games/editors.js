// Games whose positions can be laid by hand. Any other game's position is typed or pasted as a state in JSON.
// @ts-check
/** @import { Tile } from '../types.js' */

/**
 * Something to lay: what it is, its key, and how it looks.
 * @typedef {{ id: string, key: string, name: string, tile: Tile | null }} Brush
 */

/**
 * A part of the board that something can be laid on. `piece` is what lies where the pointer was.
 * @typedef {{ area: string, seat: number, row: number, col: number, piece: string | null }} Place
 */

/**
 * A number or a choice beside the board.
 * @typedef {object} Setting
 * @property {string} label
 * @property {string} at where the engine finds fault with it, as a JSON pointer
 * @property {number} min
 * @property {number} max
 * @property {number} value
 * @property {(value: number) => any} set answers the draft with it
 * @property {string[]} [choices] names of the values, from min on
 */

/**
 * How a game's positions are laid. A draft is what is laid so far: plain data, never changed in place.
 * @typedef {object} Editing
 * @property {Brush[]} brushes
 * @property {string} places a selector of the elements that are places
 * @property {(element: Element) => Place | null} placeOf
 * @property {(draft: any, place: Place, brush: string) => any} press a click: lays, takes away or changes
 * @property {(draft: any, place: Place, brush: string) => any} drop lays one more
 * @property {(draft: any, place: Place) => any} take takes away what lies there
 * @property {(state: any) => any} draftOf
 * @property {(draft: any) => object} request asks the engine whether it can be
 * @property {(draft: any) => any} empty
 * @property {(draft: any) => Setting[]} settings
 * @property {(draft: any) => any} [standIn] a draft that can be drawn where this one cannot
 * @property {(scene: any) => any} [withoutStandIn]
 * @property {(at: string) => string | null} where a selector of the place that the engine finds fault with
 */

/** @type {Record<string, () => Promise<{ editing: Editing }>>} */
const editors = {
    azul: () => import('./azul_editor.js'),
    lines: () => import('./lines_editor.js'),
};

/** @param {string} game @returns {Promise<Editing | null>} */
export const editingOf = async game => (Object.hasOwn(editors, game) ? (await editors[game]()).editing : null);
