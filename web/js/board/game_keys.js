// The game's own keys, as falls' arrows: each plays its act at once. In turns a key that is held repeats as the system has
// it. In real time it goes on in a rhythm of its own, for the acts that a game says (games/index.js), until what it is held
// for is over, as when a new capsule comes: what was meant for one thing must not hit the next.
// @ts-check
/** @import { Action, Change, Effect, KeyInfo, TableLike } from '../types.js' */
import { refinementsOf } from '../games/index.js';

const FIRST_MS = 170, THEN_MS = 45;

/** What uses keys itself, where it has the focus. */
const OTHERS = 'input, textarea, select, [contenteditable], dialog, summary, [role="tablist"], [role="radiogroup"], [role="slider"], [role="listbox"], [role="menu"]';

export class GameKeys {
    /** @type {Map<string, number>} the keys that are down, with the timer of the next time */
    down = new Map();

    /** @param {TableLike} table @param {HTMLElement} board @param {{ play(action: Action): void, pause?(): void, busy(): boolean }} does */
    constructor(table, board, does) {
        this.table = table;
        this.board = board;
        this.does = does;
        addEventListener('keyup', this.keyup);
        addEventListener('blur', this.release);
    }

    close() {
        this.release();
        removeEventListener('keyup', this.keyup);
        removeEventListener('blur', this.release);
    }

    keyup = (/** @type {KeyboardEvent} */ event) => {
        if (event.key === ' ' && this.down.has(event.code)) event.preventDefault();
        clearTimeout(this.down.get(event.code));
        this.down.delete(event.code);
    };

    release = () => {
        this.interrupt();
        this.down.clear();
    };

    /** What is held goes on no more; it must be pressed again. */
    interrupt() {
        for (const [code, timer] of this.down) {
            clearTimeout(timer);
            this.down.set(code, 0);
        }
    }

    /** Ends what is held if that is over: as the game says, else when luck came into play. @param {Change} change */
    hear({ events }) {
        const { ends } = refinementsOf(this.table.game.name);
        const isEnd = (/** @type {Effect} */ effect) => effect.seat === this.table.who && ends?.(effect);
        if (events.some(({ who, effects = [] }) => (ends ? effects.some(isEnd) : who === 'chance'))) this.interrupt();
    }

    /** @param {KeyboardEvent} event @returns {boolean} whether it is the game's */
    keydown(event) {
        const key = this.find(event);
        if (!key) return false;
        const { clock } = this.table.game;
        if (event.repeat && (clock || key.pause || this.does.busy())) return true;
        if (clock) this.interrupt();
        this.down.set(event.code, 0);
        if (key.pause) this.does.pause?.();
        else this.press(event.code, key.action, clock && this.goesOn(key.action) ? FIRST_MS : 0);
        return true;
    }

    /** @param {Action} action */
    goesOn(action) {
        return refinementsOf(this.table.game.name).goesOn?.(action) ?? true;
    }

    /** @param {string} code @param {Action} action @param {number} pause before it is done again; 0 for never */
    press(code, action, pause) {
        if (pause) this.down.set(code, window.setTimeout(() => this.press(code, action, THEN_MS), pause));
        if (pause !== THEN_MS || !this.does.busy()) this.does.play(action);
    }

    /** @param {KeyboardEvent} event @returns {KeyInfo | undefined} */
    find({ key, ctrlKey, metaKey, altKey, shiftKey, target }) {
        if (ctrlKey || metaKey || altKey || (shiftKey && key.startsWith('Arrow'))) return undefined;
        if (target instanceof Element && target.closest(OTHERS)) return undefined;
        const onControl = target instanceof Element && target.closest('button, a') && !this.board.contains(target);
        if (onControl && key === ' ') return undefined;
        return this.table.game.keys.find(each => each.key === key);
    }
}
