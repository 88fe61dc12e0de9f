// Drag and drop by pointer events: what is picked up follows the pointer, all tiles of its spot together. Dropped on a
// place that is lit, it is played; elsewhere it goes back.
// @ts-check
/** @import { Board } from './board.js' */
/** @import { Box } from './geometry.js' */
import { motionAllowed } from '../settings.js';
import { placeAt } from './geometry.js';
import { boxIn, copyLook, layCopy } from './flights.js';
import { expectFrom } from './motion.js';

const REACH = 14;
const STEADY = { mouse: 5, pen: 8, touch: 9 };
const RAISED = 36;
const LATEST_CLICK_MS = 700;

/** @typedef {{ id: number, kind: string, x: number, y: number, spot: number, still: boolean, tap: boolean }} Press */
/** @typedef {{ spot: number, copies: { look: HTMLElement, outer: HTMLElement, box: Box }[], places: [number, Box][], over: number | undefined, dx: number, dy: number }} Load */
/**
 * @typedef {object} Carrier who is asked, and told
 * @property {(event: PointerEvent) => number | undefined} spotNear
 * @property {(spot: number) => boolean} canLift
 * @property {(spot: number) => void} lift
 * @property {() => Set<number>} targets
 * @property {(spot: number | undefined) => void} aim
 * @property {(from: number, to: number | undefined, under: number | undefined) => Promise<boolean>} drop tells whether it was played
 * @property {(spot: number) => void} tap a finger touched a place, however long
 * @property {(spot: number) => void} hold a button of the board is pressed
 * @property {() => void} release
 */

export class Drag {
    /** @type {Press | null} */
    press = null;
    /** @type {Load | null} */
    load = null;
    /** The click that follows has been heeded already. */
    heeded = false;
    timer = 0;

    /** @param {Board} board @param {Carrier} carrier */
    constructor(board, carrier) {
        this.board = board;
        this.carrier = carrier;
        board.element.addEventListener('pointerdown', this.down);
        board.element.addEventListener('contextmenu', this.menu);
    }

    close() {
        this.cancel();
        this.board.element.removeEventListener('pointerdown', this.down);
        this.board.element.removeEventListener('contextmenu', this.menu);
    }

    down = (/** @type {PointerEvent} */ event) => {
        const place = placeUnder(event.target), spot = this.carrier.spotNear(event);
        const held = place !== null && isButton(place);
        this.heed(false);
        if (!event.isPrimary || event.button !== 0 || spot === undefined) return;
        const { pointerId: id, pointerType: kind, clientX: x, clientY: y } = event;
        this.press = { id, kind, x, y, spot, still: true, tap: kind === 'touch' && !held };
        if (held) this.carrier.hold(spot);
        this.listen(true);
    };

    /** A click comes right after its touch, if it comes at all. @param {boolean} heeded */
    heed(heeded) {
        clearTimeout(this.timer);
        this.heeded = heeded;
        if (heeded) this.timer = window.setTimeout(() => { this.heeded = false; }, LATEST_CLICK_MS);
    }

    /** @param {boolean} on */
    listen(on) {
        const change = on ? addEventListener : removeEventListener;
        change('pointermove', /** @type {EventListener} */ (this.move));
        change('pointerup', /** @type {EventListener} */ (this.up));
        change('pointercancel', /** @type {EventListener} */ (this.stop));
        change('keydown', /** @type {EventListener} */ (this.key), true);
    }

    /** A long touch opens no menu. */
    menu = (/** @type {MouseEvent} */ event) => {
        if (this.press && this.press.kind !== 'mouse') event.preventDefault();
    };

    key = (/** @type {KeyboardEvent} */ event) => {
        if (event.key !== 'Escape' || !this.load) return;
        event.preventDefault();
        event.stopPropagation();
        this.stop(event);
    };

    move = (/** @type {PointerEvent} */ event) => {
        const { press } = this;
        if (!press || event.pointerId !== press.id) return;
        const [dx, dy] = [event.clientX - press.x, event.clientY - press.y];
        const steady = STEADY[/** @type {'mouse'} */ (press.kind)] ?? STEADY.touch;
        press.still &&= Math.hypot(dx, dy) <= steady;
        if (!this.load && !press.still && this.carrier.canLift(press.spot)) this.lift(press.spot);
        if (this.load) this.carry(this.load, dx, dy - (press.kind === 'touch' ? RAISED : 0), event);
    };

    /** @param {number} spot */
    lift(spot) {
        this.carrier.lift(spot);
        const frame = this.board.element.getBoundingClientRect();
        const elements = this.board.elementsOf(spot).filter(element => element.matches('.kind-tile, .kind-mark'));
        const homes = elements.map(element => ({ element, box: boxIn(element, frame) })).filter(({ box }) => box.width > 0);
        const places = [...this.carrier.targets()].flatMap(to => boxesAt(this.board, to));
        const copies = homes.map(({ element, box }) => ({ ...layCopy(this.board, copyLook(element), element, box), box }));
        for (const { look } of copies) look.classList.add('in-hand');
        for (const element of elements) element.classList.add('lifted');
        this.load = { spot, copies, places, over: undefined, dx: 0, dy: 0 };
        this.board.element.classList.add('dragging');
    }

    /** @param {Load} load @param {number} dx @param {number} dy @param {PointerEvent} event */
    carry(load, dx, dy, event) {
        Object.assign(load, { dx, dy });
        for (const { look } of load.copies) look.style.setProperty('translate', `${dx}px ${dy}px`);
        this.show(placeAt(event.clientX, event.clientY, load.places, REACH));
    }

    /** @param {number | undefined} over */
    show(over) {
        if (!this.load || this.load.over === over) return;
        for (const element of this.board.element.querySelectorAll('.aimed')) element.classList.remove('aimed');
        this.load.over = over;
        this.carrier.aim(over);
        if (over !== undefined) for (const element of this.board.elementsOf(over)) element.classList.add('aimed');
    }

    up = (/** @type {PointerEvent} */ event) => {
        const { load, press } = this;
        if (!press || event.pointerId !== press.id) return;
        if (load) this.drop(load, event);
        this.end();
        if (load) return this.heed(true);
        if (!press.tap || !press.still) return;
        this.heed(true);
        this.carrier.tap(press.spot);
    };

    stop = (/** @type {Event} */ event) => {
        if (event instanceof PointerEvent && event.pointerId !== this.press?.id) return;
        this.cancel();
    };

    cancel() {
        const { load } = this;
        this.end();
        if (!load) return;
        this.heed(true);
        this.carrier.drop(load.spot, undefined, undefined);
        this.putBack(load);
    }

    end() {
        this.carrier.release();
        this.show(undefined);
        this.board.element.classList.remove('dragging');
        this.press = this.load = null;
        this.listen(false);
    }

    /** @param {Load} load @param {PointerEvent} event */
    async drop(load, event) {
        const { over, copies, dx, dy } = load;
        const place = placeUnder(document.elementFromPoint(event.clientX, event.clientY));
        const under = place && this.board.element.contains(place) ? spotOf(place) : undefined;
        expectFrom(this.board, load.spot, copies.map(({ box }) => ({ ...box, left: box.left + dx, top: box.top + dy })));
        if (await this.carrier.drop(load.spot, over, under)) this.clear(load);
        else this.putBack(load);
    }

    /** @param {Load} load */
    clear({ spot, copies }) {
        for (const { outer } of copies) outer.remove();
        for (const element of this.board.elementsOf(spot)) element.classList.remove('lifted');
    }

    /** @param {Load} load */
    async putBack(load) {
        expectFrom(this.board, load.spot, null);
        const back = [{ translate: `${load.dx}px ${load.dy}px` }, { translate: '0 0' }];
        const moves = motionAllowed() ? load.copies.map(({ look }) => look.animate(back, { duration: 120, easing: 'ease-out' }).finished) : [];
        await Promise.allSettled(moves);
        this.clear(load);
    }
}

/** @param {EventTarget | null} target @returns {HTMLElement | null} */
export function placeUnder(target) {
    const place = target instanceof Element ? target.closest('[data-spot]') : null;
    return place instanceof HTMLElement ? place : null;
}

/** @param {HTMLElement | null} place */
export const spotOf = place => (place ? Number(place.dataset.spot) : undefined);

/** Where the places of a spot are. @param {Board} board @param {number} spot */
export function boxesAt(board, spot) {
    const boxes = board.elementsOf(spot).map(element => /** @type {[number, Box]} */ ([spot, element.getBoundingClientRect()]));
    return boxes.filter(([, box]) => box.width > 0);
}

/** Whether a place stands for an act where there is no keyboard. @param {Element} place */
export const isButton = place => place.closest('.area-buttons') !== null;
