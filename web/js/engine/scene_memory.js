// @ts-check
// Reads a scene from the engine's memory, as the protocol's command `scene` tells it but with no JSON in
// between. The places are those of struct scene in src/game/scene.h; src/wasm/wasm.c asserts them.

const HEAD = { rows: 0, cols: 4, place: 8, count: 12, areas: 16, size: 20 };
const AREA = { row: 0, col: 2, rows: 4, cols: 6, class: 8, title: 24, value: 56, seat: 80, dense: 81, small: 82, size: 84 };
const AREAS_MAX = 64;
const TILE = {
    row: 0, col: 2, span: 4, spot: 6, kind: 8, colour: 9, joins: 10, caption: 11, face: 12, label: 20, name: 52, size: 100,
};
const TILES = HEAD.size + AREAS_MAX * AREA.size;
const NONE = -1;

const KINDS = /** @type {const} */ (['text', 'empty', 'ghost', 'tile', 'mark']);
const COLOURS = /** @type {const} */ (
    ['plain', 'blue', 'yellow', 'red', 'black', 'white', 'green', 'brown', 'magenta', 'cyan']);
const SIDES = /** @type {const} */ (['right', 'left', 'up', 'down']);

/**
 * What lies on a place, or a text over `span` places.
 * @typedef {object} SceneTile
 * @property {number} row
 * @property {number} col
 * @property {number} span
 * @property {typeof KINDS[number]} kind
 * @property {typeof COLOURS[number]} colour
 * @property {string} label
 * @property {string} [name] to read aloud
 * @property {number} [spot] the number to pick it by
 * @property {string} [face] what is shown in a narrow place
 * @property {typeof SIDES[number][]} [joins] the sides on which it is bound to the next tile
 * @property {true} [caption] a text that the front end says otherwise
 */

/**
 * A part of the picture to frame, to theme and to read aloud.
 * @typedef {object} SceneArea
 * @property {string} class
 * @property {string} title
 * @property {number} row
 * @property {number} col
 * @property {number} rows
 * @property {number} cols
 * @property {string} [value] to stand beside the title
 * @property {number} [seat] whose it is
 * @property {true} [dense] its places touch each other
 * @property {true} [small] a side view
 */

/**
 * @typedef {object} Scene
 * @property {number} rows
 * @property {number} cols
 * @property {number} place
 * @property {SceneTile[]} tiles
 * @property {SceneArea[]} areas
 */

const decoder = new TextDecoder();

/** The memory from an address on: numbers, and texts that end with a zero byte. */
class Reader {
    /**
     * @param {ArrayBufferLike} buffer
     * @param {number} address
     */
    constructor(buffer, address) {
        this.bytes = new Uint8Array(buffer, address);
        this.view = new DataView(buffer, address);
    }

    /** @param {number} at */
    byte(at) {
        return this.view.getInt8(at);
    }

    /** @param {number} at */
    short(at) {
        return this.view.getInt16(at, true);
    }

    /** @param {number} at */
    number(at) {
        return this.view.getInt32(at, true);
    }

    /**
     * Nearly all texts are ASCII and a few bytes long; a decoder would be slower.
     * @param {number} at
     * @param {number} room
     */
    text(at, room) {
        const { bytes } = this;
        let text = '';
        for (let i = at; i < at + room; i++) {
            const byte = /** @type {number} */ (bytes[i]);
            if (byte === 0) break;
            if (byte > 127) return this.decode(at, room);
            text += String.fromCharCode(byte);
        }
        return text;
    }

    /** @param {number} at @param {number} room */
    decode(at, room) {
        const text = this.bytes.slice(at, at + room);
        return decoder.decode(text.subarray(0, text.indexOf(0)));
    }
}

/** @param {number} bits */
function joinsOf(bits) {
    return SIDES.filter((_, side) => bits >> side & 1);
}

/**
 * Absent things are left out, as in JSON.
 * @param {Reader} from
 * @param {number} at
 * @returns {SceneTile}
 */
function readTile(from, at) {
    /** @type {SceneTile} */
    const tile = {
        row: from.short(at + TILE.row),
        col: from.short(at + TILE.col),
        span: from.short(at + TILE.span),
        kind: KINDS[from.byte(at + TILE.kind)] ?? 'text',
        colour: COLOURS[from.byte(at + TILE.colour)] ?? 'plain',
        label: from.text(at + TILE.label, TILE.name - TILE.label),
    };
    const name = from.text(at + TILE.name, TILE.size - TILE.name);
    const face = from.text(at + TILE.face, TILE.label - TILE.face);
    const spot = from.short(at + TILE.spot);
    const joins = from.byte(at + TILE.joins);
    if (name) tile.name = name;
    if (spot !== NONE) tile.spot = spot;
    if (face) tile.face = face;
    if (joins) tile.joins = joinsOf(joins);
    if (from.byte(at + TILE.caption)) tile.caption = true;
    return tile;
}

/**
 * @param {Reader} from
 * @param {number} at
 * @returns {SceneArea}
 */
function readArea(from, at) {
    /** @type {SceneArea} */
    const area = {
        class: from.text(at + AREA.class, AREA.title - AREA.class),
        title: from.text(at + AREA.title, AREA.value - AREA.title),
        row: from.short(at + AREA.row),
        col: from.short(at + AREA.col),
        rows: from.short(at + AREA.rows),
        cols: from.short(at + AREA.cols),
    };
    const value = from.text(at + AREA.value, AREA.seat - AREA.value);
    const seat = from.byte(at + AREA.seat);
    if (value) area.value = value;
    if (seat !== NONE) area.seat = seat;
    if (from.byte(at + AREA.dense)) area.dense = true;
    if (from.byte(at + AREA.small)) area.small = true;
    return area;
}

/**
 * Reads the scene at an address, which the module's wasm_scene returned.
 * @param {WebAssembly.Memory} memory
 * @param {number} address
 * @returns {Scene}
 */
export function readScene(memory, address) {
    const from = new Reader(memory.buffer, address);
    /** @type {Scene} */
    const scene = {
        rows: from.number(HEAD.rows),
        cols: from.number(HEAD.cols),
        place: from.number(HEAD.place),
        tiles: [],
        areas: [],
    };
    const tiles = from.number(HEAD.count), areas = from.number(HEAD.areas);
    for (let i = 0; i < tiles; i++) scene.tiles.push(readTile(from, TILES + i * TILE.size));
    for (let i = 0; i < areas; i++) scene.areas.push(readArea(from, HEAD.size + i * AREA.size));
    return scene;
}
