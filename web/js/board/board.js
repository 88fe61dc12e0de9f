// The painter: draws any game's scene. Areas become nested sections, places become grid cells, tiles become elements
// with the classes of their kind, colour and piece; css/ makes each game look like itself. An element of a place stays the
// same from picture to picture, so that focus, hover and motion keep their hold.
// @ts-check
/** @import { Area, Scene, Tile } from '../types.js' */
import { el } from '../dom.js';
import { nameSeats } from '../names.js';
import { drawing, drawTile, pieceOf } from './tile.js';
import { isIn, sizeOf } from './scene.js';
import { refinementsOf } from '../games/index.js';

/** @typedef {{ area: Area, element: HTMLElement, children: Node[] }} Frame */

export class Board {
    /** @type {Map<number, HTMLElement>} the first element of each spot */
    spots = new Map();
    /** @type {Map<number, HTMLElement[]>} all elements of each spot: several tiles may be picked as one */
    tiles = new Map();
    /** @type {Map<string, HTMLElement>} elements by what they are for, kept from picture to picture */
    kept = new Map();
    /** @type {Scene | null} */
    scene = null;
    /** @type {string[]} names of the seats, to stand for "Player 1" */
    names = [];
    /** @type {number | null} the seat to move */
    turn = null;

    /** @param {string} game @param {string} label */
    constructor(game, label) {
        this.game = game;
        this.refinements = refinementsOf(game);
        this.head = el('div', { class: 'board-head' });
        this.foot = el('div', { class: 'board-foot' });
        this.areas = el('div', { class: 'areas' });
        this.element = el('div', { class: `board board-${game}`, role: 'group', 'aria-label': label }, this.areas);
    }

    /** @param {number} spot @returns {HTMLElement | undefined} */
    spot(spot) {
        return this.spots.get(spot);
    }

    /** @param {number} spot @returns {HTMLElement[]} */
    elementsOf(spot) {
        return this.tiles.get(spot) ?? [];
    }

    /** @param {Area} area of the scene @returns {HTMLElement | undefined} */
    areaElement(area) {
        return this.kept.get(areaKey(area));
    }

    /** @param {Scene} given */
    paint(given) {
        const scene = this.refinements.prepare?.(given) ?? given;
        this.scene = scene;
        this.spots.clear();
        this.tiles.clear();
        const used = new Set();
        const own = scene.areas.find(area => area.seat !== undefined)?.seat;
        const frames = scene.areas.map(area => this.frame(area, own, used));
        const inner = frames.toSorted((a, b) => sizeOf(a.area) - sizeOf(b.area));
        for (const tile of scene.tiles) this.place(tile, inner.find(({ area }) => isIn(tile, area)), used);
        this.nest(frames, used);
        for (const [key, element] of this.kept) if (!used.has(key)) this.drop(key, element);
        setNumbers(this.element, { 'scene-rows': scene.rows, 'scene-cols': scene.cols, 'most-cols': Math.max(...scene.areas.map(({ cols }) => cols)) });
        this.refinements.refine?.(this, scene);
        this.element.dispatchEvent(new Event('painted'));
    }

    /** @param {string} key @param {HTMLElement} element */
    drop(key, element) {
        element.remove();
        this.kept.delete(key);
    }

    /** @template {HTMLElement} T @param {string} key @param {Set<string>} used @param {() => T} make @returns {T} */
    keep(key, used, make) {
        used.add(key);
        let element = /** @type {T | undefined} */ (this.kept.get(key));
        if (!element) this.kept.set(key, (element = make()));
        return element;
    }

    /** Puts the names of the seats into a text of the engine. @param {string} text */
    named(text) {
        return nameSeats(text, this.names);
    }

    /** @param {Area} area @param {number | undefined} own the seat that looks @param {Set<string>} used @returns {Frame} */
    frame(area, own, used) {
        const element = this.keep(areaKey(area), used, () => this.makeArea(area));
        element.className = ['area', `area-${area.class}`, ...flagsOf(area, own, this.turn)].join(' ');
        const name = this.named(area.title);
        element.setAttribute('aria-label', area.value ? `${name}, ${area.value}` : name);
        if (area.seat !== undefined) element.dataset.seat = String(area.seat);
        setNumbers(element, { rows: area.rows, cols: area.cols });
        const title = /** @type {HTMLElement} */ (element.firstElementChild);
        showTitle(title, name, area.value ?? '');
        return { area, element, children: [...element.children].slice(0, this.refinements.ground?.(area) ? 2 : 1) };
    }

    /** @param {Area} area */
    makeArea(area) {
        const ground = this.refinements.ground?.(area);
        return el('div', { role: 'group' }, el('p', { class: 'area-title' }), ground && drawing(ground));
    }

    /** @param {Tile} tile @param {Frame | undefined} frame @param {Set<string>} used */
    place(tile, frame, used) {
        if (!frame) return;
        const parts = this.refinements.split?.(tile, frame.area) ?? [tile];
        parts.forEach((part, copy) => frame.children.push(this.put(part, frame.area, copy, used)));
    }

    /** Puts a tile, or a further copy of it: that one is there for the eye and the pointer only.
     * @param {Tile} tile @param {Area} area @param {number} copy @param {Set<string>} used */
    put(tile, area, copy, used) {
        const pickable = tile.spot !== undefined && tile.kind !== 'text' && copy === 0;
        const [row, col] = [tile.row - area.row, tile.col - area.col];
        const key = `${pickable ? 'spot' : 'place'} ${area.class} ${area.title} ${row} ${col} ${copy}`;
        const element = this.keep(key, used, () => (pickable ? el('button', { type: 'button', tabindex: -1 }) : el('div')));
        drawTile(element, tile, pieceOf(tile, area, this.refinements));
        describe(element, copy > 0 ? '' : this.named(tile.name ?? ''), tile.kind);
        setNumbers(element, { row: row + 1, col: col + 1, span: tile.span });
        if (tile.spot !== undefined) this.addSpot(tile.spot, element);
        return element;
    }

    /** @param {number} spot @param {HTMLElement} element */
    addSpot(spot, element) {
        element.dataset.spot = String(spot);
        if (!this.spots.has(spot)) this.spots.set(spot, element);
        this.tiles.set(spot, [...this.elementsOf(spot), element]);
    }

    /** @param {Frame[]} frames @param {Set<string>} used */
    nest(frames, used) {
        const hoisted = this.refinements.hoist ?? [];
        /** @type {Frame[]} */
        const top = [];
        frames.forEach((frame, i) => {
            const parent = hoisted.includes(frame.area.class) ? undefined : holder(frame, frames, i);
            const from = parent?.area ?? { row: 0, col: 0 };
            setNumbers(frame.element, { row: frame.area.row - from.row + 1, col: frame.area.col - from.col + 1 });
            if (parent) parent.children.push(frame.element);
            else top.push(frame);
        });
        for (const frame of frames) arrange(frame.element, frame.children);
        number(frames);
        arrange(this.areas, this.wrap(top, used));
    }

    /** Puts areas that belong together into a group. @param {Frame[]} top @param {Set<string>} used */
    wrap(top, used) {
        const wraps = Object.entries(this.refinements.groups ?? {});
        if (!wraps.length) return [this.head, ...top.map(({ element }) => element), this.foot];
        return wraps.map(([name, classes], i) => {
            const group = this.keep(`group ${name}`, used, () => el('div', { class: `areas-${name}` }));
            const members = top.filter(({ area }) => classes.includes(area.class)).map(({ element }) => element);
            arrange(group, i ? members : [this.head, ...members, this.foot]);
            return group;
        });
    }
}

/** @param {Area} area @param {number | undefined} own @param {number | null} turn */
function flagsOf(area, own, turn) {
    const { seat, dense, small } = area;
    const flags = [dense && 'dense', small && 'small'];
    if (seat !== undefined) flags.push('owned', `seat-${seat}`, seat === own ? 'own' : 'other', seat === turn && 'to-move');
    return flags.filter(Boolean);
}

/** @param {HTMLElement} title @param {string} name @param {string} value */
function showTitle(title, name, value) {
    if (title.dataset.shown === `${name}\n${value}`) return;
    title.dataset.shown = `${name}\n${value}`;
    const [, figure = '', unit = value] = /^([-−+]?\d+) (.*)$/.exec(value) ?? [];
    const shown = value && el('span', { class: 'area-value' }, figure && el('b', { class: 'figure' }, figure), figure && ' ', unit);
    title.replaceChildren(el('span', { class: 'area-name' }, name), ...(shown ? [shown] : []));
}

/** @param {HTMLElement} element @param {string} name @param {string} kind */
function describe(element, name, kind) {
    const text = kind === 'text';
    if (name && (!text || element.hasAttribute('role'))) element.setAttribute('aria-label', name);
    if (element.tagName === 'BUTTON' || text) return;
    if (name) element.setAttribute('role', 'img');
    else element.setAttribute('aria-hidden', 'true');
}

/** @type {WeakMap<HTMLElement, Record<string, number>>} what was set */
const numbers = new WeakMap();

/** Most stay as they were, and to set one takes the browser longer than to remember it. @param {HTMLElement} element @param {Record<string, number>} values */
function setNumbers(element, values) {
    const were = numbers.get(element) ?? {};
    for (const [name, value] of Object.entries(values)) {
        if (were[name] !== value) element.style.setProperty(`--${name}`, String(value));
    }
    numbers.set(element, Object.assign(were, values));
}

/** Tells each area its number among those of its class, for rings and rows. @param {Frame[]} frames */
function number(frames) {
    for (const { area, element } of frames) {
        const peers = frames.filter(other => other.area.class === area.class);
        setNumbers(element, { index: peers.findIndex(other => other.element === element), peers: peers.length });
    }
}

/** @param {Area} area */
const areaKey = area => `area ${area.class} ${area.title}`;

/** Puts children in order, moving none that is in place already. @param {HTMLElement} element @param {Node[]} children */
function arrange(element, children) {
    children.forEach((child, i) => {
        if (element.childNodes[i] !== child) element.insertBefore(child, element.childNodes[i] ?? null);
    });
    while (element.childNodes.length > children.length) element.lastChild?.remove();
}

/** @param {Frame} frame @param {Frame[]} frames @param {number} index */
function holder({ area }, frames, index) {
    const end = { row: area.row + area.rows - 1, col: area.col + area.cols - 1 };
    return frames
        .filter((other, i) => isIn(area, other.area) && isIn(end, other.area) && i !== index &&
            (sizeOf(other.area) > sizeOf(area) || (sizeOf(other.area) === sizeOf(area) && i < index)))
        .sort((a, b) => sizeOf(a.area) - sizeOf(b.area))[0];
}
