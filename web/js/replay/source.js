// Where a recorded game comes from: the link itself, a game of this page, or a server.
// @ts-check
/** @import { GameRecord, Route } from '../types.js' */
import { findGame } from '../engine/engine.js';
import { fetchRecord } from '../rooms/records.js';
import { readQuery, unpackRecord } from '../share.js';
import { finishedGames } from '../store.js';
import { fill, strings } from '../strings.js';

/** @typedef {{ record: GameRecord, names: string[] }} Found */

/** Finds the record that a route names. Throws an error for people. @param {Route} route @returns {Promise<Found>} */
export async function findRecord({ parts, query }) {
    const [saved, kept] = [query.get('saved'), query.get('record')];
    if (saved) return fromStore(saved);
    if (kept) return fromServer(Number(kept), Number(query.get('seat') ?? 0));
    const found = parts[0] ? await readQuery(await findGame(parts[0]), query) : null;
    if (!found) throw new Error(strings.replay.nothing);
    if (found.kind !== 'record') throw new Error(strings.replay.position);
    return { record: found.record, names: [] };
}

/** @param {string} id @returns {Promise<Found>} */
async function fromStore(id) {
    const game = finishedGames().find(one => one.id === id);
    if (!game) throw new Error(fill(strings.replay.lost, { id: id.slice(0, 40) }));
    const { record } = await unpackRecord(game.game, game.packed);
    return { record, names: game.seats.map(({ name }) => name) };
}

/** @param {number} number @param {number} seat @returns {Promise<Found>} */
async function fromServer(number, seat) {
    const { record, race, seats } = await fetchRecord(number, seat);
    const names = seats.map(({ name }) => name);
    return { record, names: race ? names.slice(seat, seat + 1) : names };
}

/** A link to the same record on another screen. @param {string} screen @param {Route} route */
export const sameRecord = (screen, { parts, query }) => `#/${[screen, ...parts].map(encodeURIComponent).join('/')}?${query}`;
