// What moves when a picture changes, and when. Effects tell it by their spots: a pair leads from a place to another, spots
// that lose their tiles tell what vanishes, spots that get some what arrives. This is played through on the picture before,
// tile by tile, so that a tile can fly to its line and from there to the wall. What no effect explains is matched: a tile
// that is gone here and the same that is new there. No game is known by name.
// @ts-check
/** @import { Change, Effect, GameEvent } from '../types.js' */
/** @import { Box } from './geometry.js' */
/** @import { Survey, Place } from './survey.js' */

/** @typedef {{ piece: string, place: Place, home: HTMLElement, look: HTMLElement | null, box: Box, free: number, from: Place | null }} Token */
/**
 * A step of the plan; times in milliseconds from the beginning.
 * @typedef {{ kind: 'fly', token: Token, look: HTMLElement | null, way: Box[], start: number, length: number, arc: boolean }} Fly
 * @typedef {{ kind: 'vanish', look: HTMLElement, home: HTMLElement, box: Box, start: number, flash: boolean }} Vanish
 * @typedef {{ kind: 'grow', element: HTMLElement, start: number }} Grow
 * @typedef {{ kind: 'chip', points: number, box: Box, start: number }} Chip
 * @typedef {{ kind: 'wait', element: HTMLElement, cover: HTMLElement | null, box: Box, until: number }} Wait
 * @typedef {Fly | Vanish | Grow | Chip | Wait} Step
 */

const APART = 30;
const ARRIVALS_APART = 40;
const POINTS_APART = 70;
const FLASH_AND_SHRINK = 180;
const SLIDE = 120;
/** More changes than these that no effect explains are a new picture. */
const MOST_LOOSE = 48;

export class Plan {
    /** @type {Step[]} */
    steps = [];
    /** @type {Map<HTMLElement, Token>} what lies where, at the moment that is played through */
    lying = new Map();
    /** @type {Token[]} what lost its place to another */
    loose = [];
    /** @type {Map<HTMLElement, number>} when a place shows what it has got */
    shown = new Map();
    end = 0;
    /** The whole picture is another one. */
    anew = false;

    /** @param {Survey} past @param {Survey} present @param {Change} change @param {{ spot: number, boxes: Box[] } | null} expected */
    constructor(past, present, change, expected) {
        this.past = past;
        this.present = present;
        for (const place of past.places) if (place.piece !== null) this.lay(place);
        if (expected) this.lift(expected);
        this.playEvents(change);
        this.settleRest();
        this.waitForAll();
    }

    /** @param {Place} place */
    lay(place) {
        const { piece, element, look, box } = place;
        this.lying.set(element, { piece: piece ?? '', place, home: element, look, box, free: 0, from: null });
    }

    /** What was dragged begins where it was dropped. @param {{ spot: number, boxes: Box[] }} expected */
    lift({ spot, boxes }) {
        this.tokensAt(spot).forEach((token, i) => { token.box = boxes[i] ?? token.box; });
    }

    /** @param {number} spot @returns {Token[]} */
    tokensAt(spot) {
        const elements = new Set([...this.past.at(spot), ...this.present.at(spot)].map(({ element }) => element));
        return [...elements].flatMap(element => this.lying.get(element) ?? []);
    }

    /** @param {Change} change */
    playEvents({ events, paths }) {
        let base = 0, rank = 0, luck = false;
        events.forEach((event, i) => {
            if (event.who === 'chance' && !luck) [base, rank, luck] = [this.end, 0, true];
            rank = this.playEvent(event, paths[i] ?? null, base, rank, luck);
        });
    }

    /** @param {GameEvent} event @param {number[] | null} path @param {number} base @param {number} rank @param {boolean} luck */
    playEvent({ effects = [] }, path, base, rank, luck) {
        let scoring = false, nth = rank;
        effects.forEach((effect, i) => {
            const scores = effect.points !== undefined && (i > 0 || luck);
            if (scores && !scoring) [base, nth, scoring] = [this.end, 0, true];
            const start = base + nth * (scoring ? POINTS_APART : luck ? ARRIVALS_APART : 0);
            const length = scoring ? SLIDE : i === 0 ? 200 : 160;
            const does = this.playEffect(effect, i === 0 ? path : null, start, length);
            if (does && (scoring || luck)) nth++;
        });
        return luck ? nth : 0;
    }

    /** @param {Effect} effect @param {number[] | null} path @param {number} start @param {number} length @returns {boolean} whether something moves */
    playEffect(effect, path, start, length) {
        const { spots } = effect;
        const pairs = path && path.length > 1 ? [[path[0], /** @type {number} */ (path.at(-1))]] : pairsOf(spots);
        if (pairs.length && pairs.every(([from, to]) => this.leads(from, to))) {
            pairs.forEach(([from, to]) => this.move(from, to, start, length, path));
            this.addChip(effect, spots.slice(-1), true, this.end);
            return true;
        }
        const gone = spots.flatMap(spot => this.tokensAt(spot)).filter(token => this.present.pieceOf(token.home) !== token.piece);
        const begin = Math.max(start, ...gone.map(({ free }) => free));
        if (gone.length) this.vanish(gone, begin);
        this.addChip(effect, spots, false, begin);
        return this.arrive(spots, start) || gone.length > 0;
    }

    /** Whether what lies on a spot can go to another. @param {number} from @param {number} to */
    leads(from, to) {
        return from !== to && this.tokensAt(from).some(token => this.findPlace(to, token));
    }

    /** @param {number} spot @param {Token} token @returns {Place | undefined} */
    findPlace(spot, token) {
        const here = this.past.at(spot).filter(place => place.kind !== 'text' && this.accepts(place.element, token));
        const known = new Set(this.past.at(spot).map(({ element }) => element));
        const fresh = this.present.at(spot).filter(({ element, piece }) => !known.has(element) && piece === token.piece);
        return here[0] ?? fresh.find(({ element }) => !this.lying.has(element)) ??
            this.present.at(spot).find(({ piece, many }) => many && piece === token.piece);
    }

    /** @param {HTMLElement} element @param {Token} token */
    accepts(element, token) {
        const other = this.lying.get(element);
        if (!other) return true;
        return other.piece !== token.piece && this.present.pieceOf(element) === token.piece;
    }

    /** @param {number} from @param {number} to @param {number} start @param {number} length @param {number[] | null} path */
    move(from, to, start, length, path) {
        let nth = 0;
        for (const token of this.tokensAt(from)) {
            const place = this.findPlace(to, token);
            if (place) this.fly(token, place, start + nth++ * APART, length, path);
            else token.free = Math.max(token.free, start);
        }
    }

    /** @param {Token} token @param {Place} place @param {number} start @param {number} length @param {number[] | null} path */
    fly(token, place, start, length, path) {
        const way = path ? path.map(spot => this.boxOf(spot)).filter(box => box !== undefined) : [];
        const near = !path && isNeighbour(token, place);
        const time = path ? Math.min(220, Math.max(60, 18 * way.length)) : near ? SLIDE : length;
        const begin = Math.max(start, token.free);
        this.steps.push({ kind: 'fly', token, look: token.look, way: [token.box, ...way.slice(1, -1), place.box], start: begin, length: time, arc: !path && !near });
        this.put(token, place, begin + time);
    }

    /** @param {Token} token @param {Place} place @param {number} time */
    put(token, place, time) {
        const other = this.lying.get(place.element);
        if (other && other.piece !== token.piece) this.loose.push(other);
        if (this.lying.get(token.home) === token) this.lying.delete(token.home);
        this.lying.set(place.element, token);
        Object.assign(token, { from: token.from ?? token.place, home: place.element, box: place.box, free: time });
        this.shown.set(place.element, time);
        this.end = Math.max(this.end, time);
    }

    /** @param {number} spot @returns {Box | undefined} */
    boxOf(spot) {
        return [...this.past.at(spot), ...this.present.at(spot)].find(({ box }) => box.width > 0)?.box;
    }

    /** @param {Token[]} tokens @param {number} start */
    vanish(tokens, start, flash = true) {
        for (const token of tokens) {
            this.lying.delete(token.home);
            if (!token.look) continue;
            const begin = Math.max(start, token.free);
            this.steps.push({ kind: 'vanish', look: token.look, home: token.place.element, box: token.box, start: begin, flash });
            this.end = Math.max(this.end, begin + FLASH_AND_SHRINK);
        }
    }

    /** What is new on these spots grows there, or comes from the first one if that is no place for tiles, as a bag.
     * @param {number[]} spots @param {number} start */
    arrive(spots, start) {
        const source = this.past.at(spots[0] ?? -1).find(({ kind, box }) => kind === 'text' && box.width > 0);
        const news = spots.flatMap(spot => this.present.at(spot)).filter(place => this.isNew(place));
        news.forEach((place, i) => this.bring(place, source, start + (source ? i * APART : 0)));
        return news.length > 0;
    }

    /** @param {Place} place @param {Place | undefined} source @param {number} start */
    bring(place, source, start) {
        const { element, piece, box } = place;
        const token = { piece: piece ?? '', place, home: element, look: null, box: place.box, free: start + SLIDE, from: null };
        if (source) {
            const from = { left: source.box.left, top: source.box.top + source.box.height / 2 - box.height / 2, width: box.width, height: box.height };
            this.steps.push({ kind: 'fly', token, look: null, way: [from, box], start, length: 200, arc: true });
            this.shown.set(element, start + 200);
        } else {
            this.steps.push({ kind: 'grow', element, start });
        }
        this.lying.set(element, token);
        this.end = Math.max(this.end, start + (source ? 200 : SLIDE));
    }

    /** @param {Place} place @returns {boolean} whether it shows a tile that nothing has explained so far */
    isNew({ element, piece, box }) {
        return piece !== null && box.width > 0 && this.lying.get(element)?.piece !== piece;
    }

    /** Points rise where they were scored; the price of a mere move is not worth a word.
     * @param {Effect} effect @param {number[]} spots @param {boolean} moved @param {number} start */
    addChip({ points = 0 }, spots, moved, start) {
        const boxes = spots.flatMap(spot => this.boxOf(spot) ?? []);
        if (!points || !boxes.length || (moved && points < 0)) return;
        this.steps.push({ kind: 'chip', points, box: boxes[Math.floor((boxes.length - 1) / 2)], start });
    }

    /** Matches what is gone with what is new. */
    settleRest() {
        const news = this.present.places.filter(place => this.isNew(place));
        const gone = [...this.lying.values(), ...this.loose].filter(token => this.present.pieceOf(token.home) !== token.piece || this.lying.get(token.home) !== token);
        if (news.length + gone.length > MOST_LOOSE) return this.giveUp();
        const left = new Set(gone);
        for (const place of news) {
            const token = nearestOf([...left].filter(({ piece }) => piece === place.piece), place.box);
            if (token) left.delete(token);
            this.settle(place, token);
        }
        this.vanish([...left].filter(({ place }) => !place.dense), 0, false);
    }

    giveUp() {
        this.steps = [];
        this.shown.clear();
        this.anew = true;
    }

    /** In fields of cells that touch, a step is made at once: who steers must not wait. @param {Place} place @param {Token | undefined} token */
    settle(place, token) {
        const start = token?.free ?? 0;
        if (!token && !place.dense) return this.bring(place, undefined, 0);
        if (!token || token.box.width === 0) return;
        const rows = Math.hypot(place.box.left - token.box.left, place.box.top - token.box.top) / (place.box.height || 1);
        if (place.dense && rows < 1.5) return;
        const length = place.dense ? Math.min(160, 40 * rows) : SLIDE;
        this.steps.push({ kind: 'fly', token, look: token.look, way: [token.box, place.box], start, length, arc: false });
        this.shown.set(place.element, start + length);
        this.end = Math.max(this.end, start + length);
    }

    /** A place that gets its tile later looks until then as it did before. */
    waitForAll() {
        for (const [element, until] of this.shown) {
            const now = this.present.find(element), before = this.past.find(element);
            if (!now || now.piece === null) continue;
            const cover = before && before.piece === null && before.kind !== 'text' ? before.look : null;
            this.steps.push({ kind: 'wait', element, cover, box: now.box, until });
        }
    }
}

/** @param {number[]} spots @returns {number[][]} */
function pairsOf(spots) {
    if (spots.length % 2) return [];
    return Array.from({ length: spots.length / 2 }, (_, i) => spots.slice(2 * i, 2 * i + 2));
}

/** @param {Token} token @param {Place} place */
function isNeighbour({ box, home }, place) {
    if (home.parentElement !== place.element.parentElement) return false;
    return Math.hypot(place.box.left - box.left, place.box.top - box.top) < 1.5 * Math.max(box.width, 1);
}

/** @param {Token[]} tokens @param {Box} box */
function nearestOf(tokens, box) {
    const away = (/** @type {Token} */ token) => Math.hypot(token.box.left - box.left, token.box.top - box.top);
    return tokens.reduce((/** @type {Token | undefined} */ best, token) => (!best || away(token) < away(best) ? token : best), undefined);
}
