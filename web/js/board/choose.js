// Picking a move on a board: some spots in order spell an act. Click, drag, touch and keyboard all pick spots here; what
// can be picked next is lit. What cannot is asked of the engine: it may mean an act all the same, or the reason is told.
// @ts-check
/** @import { Action, Change, TableLike } from '../types.js' */
/** @import { Board } from './board.js' */
import { EngineError } from '../engine/engine.js';
import { strings } from '../strings.js';
import { hideBubble, showBubble } from './bubble.js';
import { boxesAt, Drag, isButton, placeUnder, spotOf } from './drag.js';
import { GameKeys } from './game_keys.js';
import { placeAt } from './geometry.js';
import { meaningOf, nextSpots, openAfter, optionsOf, spelledBy } from './legal.js';
import { Preview } from './preview.js';
import { Roving } from './roving.js';
import { tellChange } from './tell.js';
import { sayWhere } from './where.js';

/** More targets than these are marked by dots, fewer by rings. */
const FEW = 12;
/** How far a finger may miss a place that is lit. */
const FINGER_REACH = 14;
/** While a button is held: before it repeats, and between. */
const HOLD_MS = 240, REPEAT_MS = 70;

/**
 * What the owner of a chooser does: plays an act (it may throw an EngineError with the reason), shows a refusal in its own
 * way in place of the bubble, or pauses.
 * @typedef {object} Doings
 * @property {(action: Action) => Promise<unknown> | unknown} play
 * @property {(message: string, spot?: number) => void} [refuse]
 * @property {() => void} [pause]
 */

export class Chooser {
    /** @type {number[]} the spots picked so far */
    picked = [];
    on = true;
    /** Acts that are being played. */
    playing = 0;
    /** Grows with every input, so that late answers are known. */
    turn = 0;
    timer = 0;

    /** @param {Board} board @param {TableLike} table @param {Doings} doings */
    constructor(board, table, doings) {
        this.board = board;
        this.table = table;
        this.doings = doings;
        this.preview = new Preview(board, table);
        this.roving = new Roving(board, () => this.targets());
        this.keys = new GameKeys(table, board.element, { play: action => this.playKey(action), pause: doings.pause, busy: () => this.playing > 0 });
        this.drag = new Drag(board, {
            spotNear: event => this.spotNear(event),
            canLift: spot => this.enabled && openAfter(this.options, [spot]).length > 0,
            lift: spot => this.lift(spot),
            targets: () => this.targets(),
            aim: spot => this.aim(spot),
            drop: (from, to, under) => this.drop(from, to, under),
            tap: spot => this.pick(spot),
            hold: spot => this.hold(spot),
            release: () => clearTimeout(this.timer),
        });
        for (const [name, listener] of this.listeners) board.element.addEventListener(name, listener);
        addEventListener('pointerdown', this.forget, true);
        addEventListener('keydown', this.forget, true);
    }

    /** @type {[string, EventListener][]} */
    listeners = [
        ['click', event => this.click(/** @type {MouseEvent} */ (event))],
        ['keydown', event => { if (this.boardKey(/** @type {KeyboardEvent} */ (event))) event.preventDefault(); }],
        ['pointerover', event => this.hover(event)],
        ['pointerleave', () => this.aim(undefined)],
        ['focusin', event => this.hover(event)],
    ];

    close() {
        this.drag.close();
        this.roving.close();
        this.keys.close();
        this.preview.close();
        clearTimeout(this.timer);
        hideBubble();
        for (const [name, listener] of this.listeners) this.board.element.removeEventListener(name, listener);
        removeEventListener('pointerdown', this.forget, true);
        removeEventListener('keydown', this.forget, true);
    }

    /** Whether moves can be picked; someone may show a board without. */
    get enabled() {
        return this.on;
    }

    set enabled(on) {
        this.on = on;
        this.picked = [];
        this.light();
    }

    get options() {
        return this.on ? optionsOf(this.table) : [];
    }

    /** The spots that can be picked next. */
    targets() {
        return nextSpots(this.options, this.picked);
    }

    /** After every painting, and whenever what is legal changed. @param {Change} [change] what is to be told */
    update(change) {
        if (change && change.kind !== 'seats') this.picked = [];
        if (change) {
            hideBubble(); // it was about the position before
            this.keys.hear(change);
        }
        if (!openAfter(this.options, this.picked).length) this.picked = [];
        this.turn++;
        this.light();
        this.roving.update();
        if (change && !this.table.game.clock) this.roving.followTurn();
        if (change) tellChange(change, this.table.seats.map(({ name }) => name));
    }

    /** An input takes the last refusal away. */
    forget = () => {
        hideBubble();
    };

    /** @param {MouseEvent} event */
    click(event) {
        const byKey = event.detail === 0;
        const spot = byKey ? spotOf(placeUnder(event.target)) : this.spotNear(event);
        const place = placeUnder(event.target);
        if ((this.drag.heeded && !byKey) || spot === undefined || (place && isButton(place) && !byKey)) return;
        this.pick(spot, byKey);
    }

    /** The place below a pointer; for a finger, that which is lit and nearest within its reach. @param {MouseEvent} event */
    spotNear(event) {
        const under = spotOf(placeUnder(event.target)), targets = this.targets();
        const byFinger = event instanceof PointerEvent && event.pointerType === 'touch';
        if (!byFinger || (under !== undefined && targets.has(under))) return under;
        const boxes = [...targets].flatMap(spot => boxesAt(this.board, spot));
        return placeAt(event.clientX, event.clientY, boxes, FINGER_REACH) ?? under;
    }

    /** Picks a spot; the last one of an act plays it. @param {number} spot @param {boolean} [byKey] */
    pick(spot, byKey = false) {
        this.turn++;
        if (!this.on) return;
        if (this.targets().has(spot)) return this.add(spot, byKey);
        const at = this.picked.indexOf(spot);
        if (at >= 0) return this.setPicked(this.picked.slice(0, at));
        if (this.picked.length && openAfter(this.options, [spot]).length) {
            this.picked = [];
            return this.add(spot, byKey);
        }
        this.wonder(spot);
    }

    /** @param {number} spot @param {boolean} byKey */
    add(spot, byKey) {
        const picked = [...this.picked, spot];
        const whole = spelledBy(this.options, picked);
        this.setPicked(whole ? [] : picked);
        if (whole) this.play(whole.action, spot);
        else if (byKey) this.roving.goToWanted();
    }

    /** @param {number[]} picked */
    setPicked(picked) {
        this.picked = picked;
        this.light();
    }

    /** Finds out what a spot means that is not lit. @param {number} spot */
    async wonder(spot) {
        const turn = this.turn;
        if (!this.options.length) return this.wait(spot);
        const meaning = await meaningOf(this.table, [...this.picked, spot]);
        if (turn !== this.turn) return;
        if ('action' in meaning) {
            this.setPicked([]);
            this.play(meaning.action, spot);
        } else if ('refusal' in meaning) {
            this.refuse(meaning.refusal, spot);
        } else if (!this.table.game.clock) {
            this.refuse(this.picked.length ? strings.choose.noEnd : sayWhere(this.board.scene, this.targets()), spot);
        }
    }

    /** Nothing can be picked by this seat now. @param {number} spot */
    wait(spot) {
        if (!this.table.over && !this.table.game.clock) this.refuse(strings.choose.notNow, spot);
    }

    /** @param {Action} action @param {number} [spot] where a refusal is told */
    async play(action, spot) {
        this.playing++;
        try {
            await this.doings.play(action);
            return true;
        } catch (error) {
            if (!(error instanceof EngineError)) throw error;
            this.refuseAct(error, spot);
            return false;
        } finally {
            this.playing--;
        }
    }

    /** @param {Action} action */
    playKey(action) {
        this.turn++;
        if (this.picked.length) this.setPicked([]);
        if (this.options.length) this.play(action);
    }

    /** In real time what has just become impossible is no news. @param {EngineError} error @param {number} [spot] */
    refuseAct({ code, message }, spot) {
        const late = this.table.game.clock && code === 'ILLEGAL_ACTION';
        if (code !== 'CANCELLED' && !late) this.refuse(message, spot);
    }

    /** @param {string} message @param {number} [spot] */
    refuse(message, spot) {
        if (this.doings.refuse) return this.doings.refuse(message, spot);
        showBubble(this.board, message, spot === undefined ? undefined : this.visible(spot));
    }

    /** @param {number} spot */
    visible(spot) {
        const focused = placeUnder(document.activeElement);
        if (focused?.dataset.spot === String(spot)) return focused;
        return this.board.elementsOf(spot).find(element => element.getClientRects().length > 0);
    }

    /** Takes a key of the game; for who listens to the page's keys. @param {KeyboardEvent} event @returns {boolean} whether it was used */
    keydown(event) {
        return this.on && !event.defaultPrevented && (this.keys.keydown(event) || this.boardKey(event));
    }

    /** Takes an arrow or Escape that is not the game's own. @param {KeyboardEvent} event */
    boardKey(event) {
        if (!this.on || this.keys.find(event)) return false;
        if (event.ctrlKey || event.metaKey || event.altKey) return false;
        if (event.key === 'Escape' && this.picked.length) return this.putBack();
        return this.roving.keydown(event);
    }

    /** Gives up the last spot. */
    putBack() {
        const spot = this.picked.at(-1);
        this.turn++;
        this.setPicked(this.picked.slice(0, -1));
        if (spot !== undefined && this.board.element.contains(document.activeElement)) this.board.spot(spot)?.focus();
        return true;
    }

    /** @param {number} spot */
    lift(spot) {
        this.turn++;
        this.setPicked(this.picked.at(-1) === spot ? this.picked : [spot]);
    }

    /** Ends a drag. @param {number} from @param {number | undefined} to @param {number | undefined} under @returns {Promise<boolean>} */
    async drop(from, to, under) {
        const picked = this.picked;
        this.setPicked([]);
        const option = spelledBy(this.options, to === undefined ? picked : [...picked, to]);
        const isAway = under !== undefined && under !== from;
        if (option && (to !== undefined || isAway)) return this.play(option.action, to ?? from);
        if (isAway) await this.explainDrop(picked, under);
        return false;
    }

    /** @param {number[]} picked @param {number} under */
    async explainDrop(picked, under) {
        const meaning = await meaningOf(this.table, [...picked, under]);
        if ('refusal' in meaning) this.refuse(meaning.refusal, under);
    }

    /** A button that is held repeats its act. @param {number} spot */
    hold(spot) {
        const again = () => {
            if (this.playing === 0) this.pick(spot);
            this.timer = window.setTimeout(again, REPEAT_MS);
        };
        this.pick(spot);
        clearTimeout(this.timer);
        this.timer = window.setTimeout(again, HOLD_MS);
    }

    /** @param {Event} event */
    hover(event) {
        const place = placeUnder(event.target);
        const byTouch = event instanceof PointerEvent && event.pointerType === 'touch';
        if (!this.drag.load && !byTouch) this.aim(place ? Number(place.dataset.spot) : undefined);
    }

    /** Shows what a pick would do that ends a move. @param {number | undefined} spot */
    aim(spot) {
        const ends = spot !== undefined && this.picked.length > 0 && this.targets().has(spot);
        this.preview.show(ends ? spelledBy(this.options, [...this.picked, spot]) : undefined);
    }

    /** Marks what can be picked next. */
    light() {
        const targets = this.targets(), first = nextSpots(this.options, []);
        const { classList } = this.board.element;
        classList.toggle('choosing', this.picked.length > 0);
        classList.toggle('ready', targets.size > 0);
        classList.toggle('many', targets.size > FEW);
        for (const [spot, elements] of this.board.tiles) this.lightSpot(spot, elements, targets, first.has(spot));
        this.aim(undefined);
    }

    /** Of a spot with free places only these are lit. @param {number} spot @param {HTMLElement[]} elements @param {Set<number>} targets @param {boolean} liftable */
    lightSpot(spot, elements, targets, liftable) {
        const free = elements.filter(element => element.classList.contains('kind-empty'));
        const lit = targets.has(spot) ? (free.length ? free : elements) : [];
        for (const element of elements) {
            element.classList.toggle('legal', lit.includes(element));
            element.classList.toggle('chosen', this.picked.includes(spot));
            element.classList.toggle('liftable', liftable);
        }
        if (this.picked.includes(spot)) elements[0].setAttribute('aria-pressed', 'true');
        else elements[0].removeAttribute('aria-pressed');
    }
}
