// Games and positions as links and texts. A link holds all of it, so that any static host serves it; what comes from
// outside is bounded, and the engine judges it before anything is shown.
// @ts-check
/** @import { GameInfo, GameRecord, TableLike } from './types.js' */
import { ask, EngineError, findGame, listGames } from './engine/engine.js';
import { completeEvents } from './table_past.js';
import { pack, unpack, unpackedMax } from './pack.js';
import { parseRoute, linkTo } from './router.js';
import { textsOf } from './games/texts.js';
import { fill, strings } from './strings.js';

/** @typedef {{ kind: 'record', game: string, record: GameRecord }} SharedRecord */
/** @typedef {{ kind: 'state', game: string, state: object }} SharedState */
/** @typedef {SharedRecord | SharedState} Shared */

/** @param {string} message */
const refuse = message => new EngineError({ code: 'BAD_REQUEST', message });

/** @param {string | undefined} ruleset */
async function gameOfRuleset(ruleset) {
    const game = (await listGames()).find(({ rulesets }) => rulesets.includes(ruleset ?? ''));
    if (!game) throw refuse(strings.share.otherGame);
    return game;
}

/** A record in few characters, without the name of its game. @param {GameRecord} record */
export function packRecord({ params, start, events }) {
    const short = events.map(({ who, action }) => (who === 'chance' ? action : [who, action]));
    return pack(start ? { start, events: short } : { params, events: short });
}

/** @param {string} game @param {string} packed @returns {Promise<SharedRecord>} which the engine has checked */
export async function unpackRecord(game, packed) {
    return checkRecord(expand(game, await unpack(packed)));
}

/** A link to a whole game. @param {GameRecord} record @param {string} [screen] */
export async function linkForGame(record, screen = 'replay') {
    return linkTo([screen, record.game], { game: await packRecord(record) });
}

/**
 * A link to a position: in the game's own short text, if it has one.
 * @param {{ ruleset_id?: string }} state @param {string} [screen]
 */
export async function linkForState(state, screen = 'practice') {
    const game = await gameOfRuleset(state.ruleset_id);
    const text = textsOf(game.name)?.write(state);
    if (text) return linkTo([screen, game.name], { tiles: text }).replaceAll('%2C', ',').replaceAll('%2F', '/');
    if (!game.tools.includes('position')) return linkTo([screen, game.name], { state: await pack(state) });
    return linkTo([screen, game.name], { pos: (await ask({ cmd: 'position', state })).text });
}

/**
 * Reads what an address holds; null if that is neither a game nor a position.
 * @param {GameInfo} game @param {URLSearchParams} query @returns {Promise<Shared | null>}
 */
export async function readQuery(game, query) {
    const [whole, pos, tiles, state] = ['game', 'pos', 'tiles', 'state'].map(name => query.get(name));
    if (whole) return unpackRecord(game.name, whole);
    if (pos) return readPosition(game, pos);
    if (tiles) return checkState(game, readTiles(game, tiles));
    if (!state) return null;
    return checkState(game, state.trim().startsWith('{') ? parseJson(state) : await unpack(state));
}

/** Reads a link, or the part of one after the #. @param {string} text @returns {Promise<Shared | null>} */
export async function readLink(text) {
    const { parts, query } = parseRoute(text.slice(Math.max(0, text.indexOf('#'))));
    return readQuery(await findGame(parts[0] ?? ''), query);
}

/** @param {string} game @param {any} packed @returns {GameRecord} */
function expand(game, packed) {
    if (!Array.isArray(packed?.events)) throw refuse(strings.share.damaged);
    const events = packed.events.map((/** @type {any} */ event) =>
        (Array.isArray(event) ? { who: event[0], action: event[1] } : { who: 'chance', action: event }));
    return packed.start ? { game, start: packed.start, events } : { game, params: packed.params ?? {}, events };
}

/** @param {string} text */
function parseJson(text) {
    try {
        return JSON.parse(text);
    } catch {
        throw refuse(strings.share.damaged);
    }
}

/** @param {GameInfo} game @param {string} text @returns {Promise<Shared>} */
async function readPosition(game, text) {
    if (!game.tools.includes('position')) throw refuse(fill(strings.share.noTexts, { game: game.name }));
    return { kind: 'state', game: game.name, state: (await ask({ cmd: 'position', game: game.name, text })).state };
}

/** @param {GameInfo} game @param {string} text @returns {object} */
function readTiles(game, text) {
    const texts = textsOf(game.name);
    if (!texts) throw refuse(fill(strings.share.noTexts, { game: game.name }));
    return texts.read(text);
}

/** @param {GameInfo} game @param {any} state @returns {Promise<Shared>} */
async function checkState(game, state) {
    if (!game.rulesets.includes(state?.ruleset_id)) throw refuse(strings.share.otherGame);
    if (game.tools.includes('position')) return { kind: 'state', game: game.name, state: (await ask({ cmd: 'position', state })).state };
    await ask({ cmd: 'check', state });
    return { kind: 'state', game: game.name, state };
}

/** @param {GameRecord} record @returns {Promise<SharedRecord>} */
async function checkRecord(record) {
    await findGame(record.game);
    await ask({ cmd: 'check', record });
    const { events, ...head } = record;
    return { kind: 'record', game: record.game, record: { ...head, events: await completeEvents(head, events) } };
}

/**
 * Reads what a person pasted or a file holds: a link, a record as JSON or as a record file, a state as JSON, or a
 * position in the text of its game. Throws with the line and what is expected.
 * @param {string} given @returns {Promise<Shared>}
 */
export async function importText(given) {
    const text = given.replace(/^\uFEFF/, '').trim();
    if (!text) throw refuse(strings.share.nothing);
    if (text.length > unpackedMax) throw refuse(strings.share.tooLarge);
    if (/^(https?:|#\/)/.test(text)) return importLink(text);
    return text.startsWith('{') ? importJson(text) : importPosition(text);
}

/** @param {string} text */
async function importLink(text) {
    const read = await readLink(text);
    if (!read) throw refuse(strings.share.emptyLink);
    return read;
}

/** @param {string} text */
async function importJson(text) {
    const document = tryJson(text);
    const inner = document?.record ?? document?.state ?? document;
    if (inner?.ruleset_id !== undefined) return checkState(await gameOfRuleset(inner.ruleset_id), inner);
    if (inner?.game !== undefined && Array.isArray(inner.events)) return checkRecord(pick(inner));
    return importLines(text);
}

/** @param {string} text @returns {any} */
function tryJson(text) {
    try {
        return JSON.parse(text);
    } catch {
        return undefined;
    }
}

/** Of a file with several records the first is taken. The engine says what is wrong, and in which line. @param {string} text */
async function importLines(text) {
    const lines = text.split('\n');
    const next = lines.findIndex((line, i) => i > 0 && /^\s*\{\s*"game"/.test(line));
    const own = next < 0 ? lines : lines.slice(0, next);
    await ask({ cmd: 'check', record: own.join('\n') });
    const [head, ...events] = own.filter(line => line.trim()).map(line => JSON.parse(line));
    return checkRecord(pick({ ...head, events: [...(head.events ?? []), ...events] }));
}

/** @param {any} record @returns {GameRecord} what belongs to a record */
function pick({ game, params, start, events }) {
    return start ? { game, start, events } : { game, params: params ?? {}, events };
}

/** @param {string} text */
async function importPosition(text) {
    const games = await listGames();
    const named = games.find(({ name, tools }) => tools.includes('position') && text.toLowerCase().startsWith(name));
    if (named) return readPosition(named, text);
    const fits = games.find(({ name }) => textsOf(name)?.fits(text));
    if (!fits) throw refuse(strings.share.unknown);
    return checkState(fits, readTiles(fits, text));
}

/** The record as a file that the program reads, too. @param {Pick<TableLike, 'record'>} table @returns {{ name: string, text: string }} */
export function exportRecord({ record: { events, ...head } }) {
    const day = new Date().toISOString().slice(0, 10);
    const lines = [head, ...events.map(({ who, action }) => ({ who, action }))].map(line => JSON.stringify(line));
    return { name: `${head.game}-${day}.jsonl`, text: `${lines.join('\n')}\n` };
}
