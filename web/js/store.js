// What this browser keeps of a person's games: local storage, without trust. Storage may be forbidden, full, damaged, or
// written by another version of the page: then the page forgets, and works all the same. Nothing here throws.
// @ts-check
/** @import { Seat } from './types.js' */

const version = 1;
const textMax = 1 << 21; // characters of one entry
const finishedMax = 100;
const finishedRoom = 1 << 20; // characters of all finished games

/** @type {Map<string, string>} where there is no storage, or one without room */
const memory = new Map();

/** @param {string} name */
const keyOf = name => `tilewright.${name}`;

/** @param {string} key @returns {string | null} */
function read(key) {
    try {
        return localStorage.getItem(key) ?? memory.get(key) ?? null;
    } catch {
        return memory.get(key) ?? null;
    }
}

/** @param {string} key @param {string | null} text @returns {boolean} whether it is kept */
function write(key, text) {
    try {
        if (text === null) localStorage.removeItem(key);
        else localStorage.setItem(key, text);
        memory.delete(key);
        return true;
    } catch {
        return hasStorage() ? false : remember(key, text);
    }
}

/** A storage that is only full still has its keys. */
function hasStorage() {
    try {
        return localStorage.length > 0;
    } catch {
        return false;
    }
}

/** @param {string} key @param {string | null} text */
function remember(key, text) {
    if (text === null) memory.delete(key);
    else memory.set(key, text);
    return true;
}

/**
 * Reads a value that looks as it should; null otherwise.
 * @template T @param {string} name @param {(value: any) => value is T} looksRight @returns {T | null}
 */
export function readStored(name, looksRight) {
    const text = read(keyOf(name));
    try {
        const stored = text && text.length <= textMax ? JSON.parse(text) : null;
        return stored?.version === version && looksRight(stored.value) ? stored.value : null;
    } catch {
        return null;
    }
}

/** Keeps a value; null forgets it. Where it does not fit, finished games make room. @param {string} name @param {unknown} value @returns {boolean} whether it is kept */
export function writeStored(name, value) {
    if (value === null || value === undefined) return write(keyOf(name), null);
    const text = JSON.stringify({ version, value });
    if (text.length > textMax) return false;
    if (write(keyOf(name), text)) return true;
    return name !== 'finished' && dropFinished() && write(keyOf(name), text);
}

/**
 * A game that is over. `packed` is its record as share.js packs it.
 * @typedef {object} Finished
 * @property {string} id
 * @property {string} game
 * @property {number} when milliseconds since 1970
 * @property {Seat[]} seats
 * @property {number} who
 * @property {number[]} scores
 * @property {number[]} winners
 * @property {string} packed
 */

/** @param {any} seat @returns {seat is Seat} */
export const isSeat = seat => isText(seat?.name, 64) && (seat.agent === null || isText(seat.agent, 64));
/** @param {unknown} text @param {number} most @returns {text is string} */
const isText = (text, most) => typeof text === 'string' && text.length <= most;
/** @param {unknown} list @param {number} most */
const isNumbers = (list, most) => Array.isArray(list) && list.length <= most && list.every(Number.isFinite);

/** @param {any} one @returns {one is Finished} */
function isFinished(one) {
    return !!one && isText(one.id, 128) && isText(one.game, 64) && Number.isFinite(one.when) && Array.isArray(one.seats) &&
        one.seats.length <= 16 && one.seats.every(isSeat) && Number.isInteger(one.who) && isNumbers(one.scores, 16) &&
        isNumbers(one.winners, 16) && isText(one.packed, 1 << 16);
}

/** @returns {Finished[]} the last first */
export function finishedGames() {
    const all = readStored('finished', /** @type {(value: any) => value is unknown[]} */ (Array.isArray)) ?? [];
    return all.filter(isFinished).slice(0, finishedMax);
}

/** Adds a game, or replaces the one of the same id; the oldest go. @param {Finished} game @returns {boolean} whether it is kept */
export function addFinished(game) {
    const all = [game, ...finishedGames().filter(({ id }) => id !== game.id)].slice(0, finishedMax);
    while (all.length > 1 && JSON.stringify(all).length > finishedRoom) all.pop();
    while (all.length > 1 && !writeStored('finished', all)) all.splice(Math.ceil(all.length / 2));
    return writeStored('finished', all);
}

/** Forgets the older half of the finished games. @returns {boolean} whether there were any */
function dropFinished() {
    const all = finishedGames();
    if (all.length === 0) return false;
    writeStored('finished', all.slice(0, Math.floor(all.length / 2)));
    return true;
}

/**
 * A list that grows at its end, as the grades of practice: what does not look right is left out, the oldest go.
 * @template T @param {string} name @param {(value: any) => value is T} looksRight @param {number} most
 */
export function storedList(name, looksRight, most) {
    const all = () => (readStored(name, /** @type {(value: any) => value is unknown[]} */ (Array.isArray)) ?? []).filter(looksRight).slice(-most);
    return {
        all,
        /** @param {T} value */
        add: value => writeStored(name, [...all(), value].slice(-most)),
        /** @param {(value: T) => boolean} stays */
        keep: stays => writeStored(name, all().filter(stays)),
    };
}
