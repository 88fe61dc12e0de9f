// Laying pieces on a board by hand: a click lays what is chosen, a drag carries a piece from the palette or from place
// to place, Delete takes it away, and arrow keys go from place to place. What a place is and what happens there is the
// game's (games/editors.js).
// @ts-check
/** @import { Editing, Place } from '../games/editors.js' */
/** @import { Board } from '../board/board.js' */

/** How far a press must go to be a drag. */
const slack = 6;

/**
 * @typedef {object} Doings
 * @property {() => string} brush the chosen one
 * @property {(place: Place, element: Element) => void} press
 * @property {(from: Place | null, to: Place | null, brush: string, element: Element | null) => void} carry from null:
 *     from the palette; to null: off the board
 * @property {(place: Place, element: Element) => void} take
 */

/**
 * What is pressed or carried.
 * @typedef {{ from: Place | null, brush: string, start: Element, ghost: HTMLElement | null, x: number, y: number,
 *     id: number }} Held
 */

export class Laying {
    /** @type {Held | null} */
    held = null;
    abort = new AbortController();
    /** @type {HTMLElement | null} */
    over = null;

    /** @param {Board} board @param {Editing} editing @param {Doings} doings */
    constructor(board, editing, doings) {
        this.board = board;
        this.editing = editing;
        this.doings = doings;
        const { signal } = this.abort;
        const { element } = board;
        element.classList.add('laying');
        element.addEventListener('pointerdown', event => this.down(event), { signal });
        element.addEventListener('keydown', event => this.keydown(event), { signal });
        element.addEventListener('contextmenu', event => this.menu(event), { signal });
        element.addEventListener('focusin', event => this.rove(event.target), { signal });
        addEventListener('pointermove', event => this.move(event), { signal });
        addEventListener('pointerup', event => this.up(event), { signal });
        addEventListener('pointercancel', () => this.letGo(), { signal });
    }

    close() {
        this.letGo();
        this.abort.abort();
    }

    /** @returns {HTMLElement[]} */
    get places() {
        const all = this.board.element.querySelectorAll(this.editing.places);
        return [.../** @type {NodeListOf<HTMLElement>} */ (all)];
    }

    /** After a painting: one place can be reached by Tab, the others by arrows. */
    refresh() {
        const places = this.places;
        const focused = places.find(place => place.contains(document.activeElement));
        const first = focused ?? places.find(place => place.tabIndex === 0) ?? places[0];
        for (const place of places) place.tabIndex = place === first ? 0 : -1;
    }

    /** @param {EventTarget | null} target */
    rove(target) {
        const place = this.placeElement(target);
        if (!place) return;
        for (const other of this.places) other.tabIndex = other === place ? 0 : -1;
    }

    /** @param {EventTarget | null} target @returns {HTMLElement | null} */
    placeElement(target) {
        return target instanceof Element ? target.closest(this.editing.places) : null;
    }

    /**
     * Begins to carry a piece from the palette.
     * @param {PointerEvent} event
     * @param {string} brush
     * @param {HTMLElement} look
     */
    lift(event, brush, look) {
        if (event.button !== 0) return;
        this.held = { from: null, brush, start: look, ghost: null, x: event.clientX, y: event.clientY,
            id: event.pointerId };
    }

    /** @param {PointerEvent} event */
    down(event) {
        const target = /** @type {Element} */ (event.target);
        const place = this.editing.placeOf(target);
        if (!place || event.button !== 0) return;
        const tile = target.closest('.tile') ?? target;
        this.held = { from: place, brush: place.piece ?? '', start: tile, ghost: null, x: event.clientX,
            y: event.clientY, id: event.pointerId };
    }

    /** @param {PointerEvent} event */
    move(event) {
        const { held } = this;
        if (!held || held.id !== event.pointerId) return;
        const far = Math.hypot(event.clientX - held.x, event.clientY - held.y) > slack;
        if (!held.ghost && far && (held.from === null || held.from.piece)) held.ghost = this.makeGhost(held.start);
        if (!held.ghost) return;
        held.ghost.style.setProperty('translate', `${event.clientX}px ${event.clientY}px`);
        this.hover(this.placeElement(document.elementFromPoint(event.clientX, event.clientY)));
    }

    /** @param {Element} look */
    makeGhost(look) {
        const ghost = /** @type {HTMLElement} */ (look.cloneNode(true));
        const { width } = look.getBoundingClientRect();
        ghost.classList.add('carried');
        ghost.removeAttribute('id');
        ghost.setAttribute('aria-hidden', 'true');
        ghost.style.setProperty('--size', `${width}px`);
        document.body.append(ghost);
        return ghost;
    }

    /** @param {HTMLElement | null} place */
    hover(place) {
        if (place === this.over) return;
        this.over?.classList.remove('lay-here');
        place?.classList.add('lay-here');
        this.over = place;
    }

    /** @param {PointerEvent} event */
    up(event) {
        const { held } = this;
        if (!held || held.id !== event.pointerId) return;
        const carried = !!held.ghost;
        this.letGo();
        const under = document.elementFromPoint(event.clientX, event.clientY);
        const to = under && this.editing.placeOf(under);
        if (carried) this.doings.carry(held.from, to ?? null, held.brush, under);
        else if (held.from && under && to) this.doings.press(to, under);
    }

    letGo() {
        this.held?.ghost?.remove();
        this.held = null;
        this.hover(null);
    }

    /** @param {MouseEvent} event */
    menu(event) {
        const target = /** @type {Element} */ (event.target);
        const place = this.editing.placeOf(target);
        if (!place) return;
        event.preventDefault();
        this.doings.take(place, target);
    }

    /** @param {KeyboardEvent} event */
    keydown(event) {
        const element = this.placeElement(event.target);
        const place = element && this.editing.placeOf(element);
        if (!element || !place) return;
        const run = { Enter: () => this.doings.press(place, element), ' ': () => this.doings.press(place, element),
            Delete: () => this.doings.take(withPiece(place, this.doings.brush()), element),
                Backspace: () => this.doings.take(withPiece(place, this.doings.brush()), element) }[event.key];
        const side = event.key.startsWith('Arrow') ? event.key.slice(5) : '';
        if (!run && !side) return;
        event.preventDefault();
        event.stopPropagation();
        if (run) run();
        else this.goFrom(element, side);
    }

    /** Goes to the nearest place on a side. @param {HTMLElement} from @param {string} side */
    goFrom(from, side) {
        const centre = (/** @type {Element} */ one) => {
            const box = one.getBoundingClientRect();
            return [box.left + box.width / 2, box.top + box.height / 2];
        };
        const [x, y] = centre(from);
        const [dx, dy] = { Left: [-1, 0], Right: [1, 0], Up: [0, -1], Down: [0, 1] }[side] ?? [0, 0];
        const ranked = this.places.filter(one => one !== from).map(one => {
            const [ox, oy] = centre(one);
            const along = (ox - x) * dx + (oy - y) * dy;
            const aside = Math.abs((ox - x) * dy) + Math.abs((oy - y) * dx);
            return { one, along, cost: along + 2.5 * aside };
        }).filter(({ along }) => along > 4).sort((a, b) => a.cost - b.cost);
        ranked[0]?.one.focus();
    }
}

/**
 * With the keyboard no piece is pointed at: the chosen one is meant.
 * @param {Place} place
 * @param {string} brush
 * @returns {Place}
 */
const withPiece = (place, brush) => ({ ...place, piece: place.piece ?? (brush || null) });
