// The focus on a board: one place is a stop of the Tab key, arrow keys go to the nearest place in their direction that can
// be picked, across areas as well. With Shift they go to any place, to look around; so they do where nothing can be picked.
// @ts-check
/** @import { Board } from './board.js' */
/** @import { Box } from './geometry.js' */
import { isArrow, nearest, nearestTo } from './geometry.js';

export class Roving {
    /** @type {HTMLElement | null} the stop of the Tab key */
    stop = null;
    /** Where the focus is on the board, to find it again if its place is gone. @type {Box | null} */
    held = null;

    /** @param {Board} board @param {() => Set<number>} wanted the spots that can be picked */
    constructor(board, wanted) {
        this.board = board;
        this.wanted = wanted;
        board.element.addEventListener('focusin', this.enter);
        board.element.addEventListener('focusout', this.leave);
        this.appearing = new ResizeObserver(() => { if (!this.isStop()) this.settleFirst(); });
        this.appearing.observe(board.element);
    }

    close() {
        this.appearing.disconnect();
        this.board.element.removeEventListener('focusin', this.enter);
        this.board.element.removeEventListener('focusout', this.leave);
    }

    enter = (/** @type {FocusEvent} */ event) => {
        const place = placeOf(event.target);
        if (!place) return;
        this.settle(place);
        this.held = place.getBoundingClientRect();
    };

    leave = (/** @type {FocusEvent} */ event) => {
        if (event.target instanceof Element && event.target.isConnected) this.held = null;
    };

    /** @param {HTMLElement} place */
    settle(place) {
        if (this.stop && this.stop !== place) this.stop.tabIndex = -1;
        this.stop = place;
        place.tabIndex = 0;
    }

    /** A place for each spot, one that is lit if there is one, and where it is. @param {Set<number>} [only] @returns {[HTMLElement, Box][]} */
    places(only) {
        /** @type {[HTMLElement, Box][]} */
        const places = [];
        for (const [spot, elements] of this.board.tiles) {
            const buttons = only && !only.has(spot) ? [] : elements.filter(element => element instanceof HTMLButtonElement);
            const place = buttons.find(button => button.classList.contains('legal')) ?? buttons[0];
            const box = place?.getBoundingClientRect();
            if (box?.width) places.push([place, box]);
        }
        return places;
    }

    /** Whether the stop is still a place of the board. Nothing is measured here: it is asked at every painting. */
    isStop() {
        return this.stop !== null && this.board.element.contains(this.stop);
    }

    /** After a painting: the stop is a place that is there, the focus where it was. */
    update() {
        if (this.isStop()) return;
        this.settleFirst();
        if (this.held && document.activeElement === document.body) this.restore(this.held);
    }

    settleFirst() {
        const wanted = this.wanted();
        const first = this.places(wanted.size ? wanted : undefined)[0] ?? this.places()[0];
        this.stop = null;
        if (first) this.settle(first[0]);
    }

    /** @param {Box} box */
    restore(box) {
        nearest(box, this.places())?.focus({ preventScroll: true });
    }

    /** Where the focus is on a place that cannot be picked, though others can, it goes to the nearest of them. */
    followTurn() {
        const at = placeOf(document.activeElement), wanted = this.wanted();
        if (at && this.board.element.contains(at) && wanted.size && !wanted.has(Number(at.dataset.spot))) this.goToWanted();
    }

    /** Goes to what can be picked next and is nearest. */
    goToWanted() {
        const at = placeOf(document.activeElement);
        if (at) nearest(at.getBoundingClientRect(), this.places(this.wanted()).filter(([place]) => place !== at))?.focus();
    }

    /** Takes a key, if the focus is on a place. @param {KeyboardEvent} event @returns {boolean} */
    keydown({ key, shiftKey }) {
        const at = placeOf(document.activeElement), wanted = this.wanted();
        if (!at || !this.board.element.contains(at)) return false;
        const places = this.places(wanted.size && !shiftKey ? wanted : undefined);
        const to = this.find(at, places, key);
        to?.focus();
        return to !== undefined || isArrow(key);
    }

    /** @param {HTMLElement} at @param {[HTMLElement, Box][]} places @param {string} key */
    find(at, places, key) {
        if (isArrow(key)) return nearestTo(at.getBoundingClientRect(), places.filter(([place]) => place !== at), key);
        if (key === 'Home') return places[0]?.[0];
        return key === 'End' ? places.at(-1)?.[0] : undefined;
    }
}

/** @param {EventTarget | null} target @returns {HTMLElement | null} */
export function placeOf(target) {
    const place = target instanceof Element ? target.closest('button[data-spot]') : null;
    return place instanceof HTMLElement ? place : null;
}
