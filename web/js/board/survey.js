// A board as it stands: each place with what lies there and where it is on the page. Everything is measured in one go.
// @ts-check
/** @import { Board } from './board.js' */
/** @import { Box } from './geometry.js' */
import { boxIn, copyLook } from './flights.js';

/**
 * A place. `piece` tells tiles apart that can be told apart, and is null where none lies; `look` is a copy of the element,
 * if there may be need of it; `dense`: the places of its area touch; `many`: it stands for several, as "3B".
 * @typedef {{ element: HTMLElement, spot: number | null, kind: string, piece: string | null, box: Box, look: HTMLElement | null, dense: boolean, many: boolean }} Place
 */

export class Survey {
    /** @type {Place[]} */
    places = [];
    /** @type {Map<number, Place[]>} */
    bySpot = new Map();
    /** @type {Map<HTMLElement, Place>} */
    byElement = new Map();

    /** @param {Board} board @param {(element: HTMLElement) => boolean} [copies] whose looks are kept */
    constructor(board, copies = () => false) {
        const frame = board.element.getBoundingClientRect();
        const elements = /** @type {HTMLElement[]} */ ([...board.areas.querySelectorAll('.tile')]);
        this.places = elements.map(element => ({ ...describe(element), box: boxIn(element, frame), look: null }));
        for (const place of this.places) {
            if (place.kind !== 'text' && copies(place.element)) place.look = copyLook(place.element);
            this.byElement.set(place.element, place);
            if (place.spot !== null) this.bySpot.set(place.spot, [...this.at(place.spot), place]);
        }
    }

    /** @param {number} spot @returns {Place[]} */
    at(spot) {
        return this.bySpot.get(spot) ?? [];
    }

    /** @param {HTMLElement} element */
    find(element) {
        return this.byElement.get(element);
    }

    /** @param {HTMLElement} element */
    pieceOf(element) {
        return this.byElement.get(element)?.piece ?? null;
    }
}

/** @param {HTMLElement} element */
function describe(element) {
    const kind = /\bkind-(\w+)/.exec(element.className)?.[1] ?? 'text';
    const spot = element.dataset.spot === undefined ? null : Number(element.dataset.spot);
    const dense = element.parentElement?.classList.contains('dense') ?? false;
    return { element, spot, kind, piece: pieceOf(element), dense, many: /^\d+\D|\D\d+$/.test(labelOf(element)) };
}

/** @param {HTMLElement} element */
const labelOf = element => element.querySelector('.label')?.textContent ?? '';

/** A tile with a number is that number, any other its colour. Points that are promised are no piece.
 * @param {HTMLElement} element @returns {string | null} */
export function pieceOf(element) {
    const [, kind] = /\bkind-(tile|mark)\b/.exec(element.className) ?? [];
    const label = labelOf(element);
    if (!kind || /^[+−-]\d/.test(label)) return null;
    const colour = /\bcolour-(\w+)/.exec(element.className)?.[1] ?? '';
    return /^\d+$/.test(label) ? `${kind} ${label}` : `${kind} ${colour}`;
}
