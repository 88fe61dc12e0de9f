// How a game to play comes about: gone on with if it was left here, else begun as its address says. An address may hold a
// whole game or a position; any other then tells all of the setup, the luck too.
// @ts-check
/** @import { GameInfo, GameRecord, Route } from '../types.js' */
/** @import { Kept } from './kept.js' */
/** @import { GameSetup } from './setup.js' */
import { ask, EngineError } from '../engine/engine.js';
import { stayAt } from '../router.js';
import { readQuery } from '../share.js';
import { Table } from '../table.js';
import { keptGame } from './kept.js';
import { Log } from './log.js';
import { linkOf, readSetup, seatsOf, usualSetup } from './setup.js';

/** `link` is the address of the game: its reload goes on with it. @typedef {{ table: Table, setup: GameSetup, log: Log, link: string }} Opened */

/** @param {GameInfo} game @param {Route} route @returns {Promise<Opened>} */
export async function openTable(game, route) {
    const plain = isPlain(route);
    const kept = keptGame(game.name);
    const holds = ['game', 'pos', 'tiles', 'state'].some(name => route.query.get(name));
    const link = holds ? location.hash : linkOf(game, readSetup(game, route.query));
    const resumed = kept && (plain || kept.link === link) ? await goOn(game, kept).catch(() => null) : null;
    const opened = resumed ?? (holds ? await openGiven(game, route, link) : await begin(game, route));
    stayAt(opened.link, route);
    return opened;
}

/** @param {Route} route */
const isPlain = ({ query }) => [...query.keys()].length === 0;

/** @param {GameInfo} game @param {Route} route @returns {Promise<Opened>} */
async function begin(game, route) {
    const setup = isPlain(route) ? usualSetup(game) : readSetup(game, route.query);
    const { params, seed, who, tickMs } = setup;
    const table = await Table.begin({ game: game.name, params, seed, seats: seatsOf(setup), who, tickMs, paused: true });
    return { table, setup, log: new Log(table), link: linkOf(game, setup) };
}

/** @param {GameInfo} game @param {Route} route @param {string} link @returns {Promise<Opened>} */
async function openGiven(game, { query }, link) {
    const given = await readQuery(game, query).catch(error => { throw error.code ? error : new EngineError({ code: 'BAD_REQUEST', message: error.message }); });
    if (!given) return begin(game, { name: '', parts: [], query });
    const record = given.kind === 'record' ? given.record : { game: game.name, start: given.state, events: [] };
    const setup = await setupOf(game, record, query);
    return resume(setup, link, { record, seats: seatsOf(setup), who: setup.who, rng: null });
}

/** The setup that a record is gone on with: its own numbers, and agents as the address says. @param {GameInfo} game @param {GameRecord} record @param {URLSearchParams} query */
async function setupOf(game, record, query) {
    const { scores } = await ask({ cmd: 'replay', record });
    const asked = new URLSearchParams([...query].filter(([name]) => ['vs', 'seat', 'tick', 'seed'].includes(name)));
    for (const [name, value] of Object.entries(record.params ?? {})) asked.set(name, String(value));
    if ('players' in game.params) asked.set('players', String(scores.length));
    return readSetup(game, asked);
}

/** @param {GameInfo} game @param {Kept} kept @returns {Promise<Opened>} */
async function goOn(game, kept) {
    const query = new URLSearchParams(kept.link.split('?')[1] ?? '');
    return resume(await setupOf(game, kept.record, query), kept.link, kept);
}

/** @param {GameSetup} setup @param {string} link @param {Omit<Kept, 'link'>} kept @returns {Promise<Opened>} */
async function resume(setup, link, { record, seats, who, rng, undone }) {
    const table = await Table.resume({ record, seed: setup.seed, seats, who, rng, undone, tickMs: setup.tickMs, paused: true });
    const log = new Log(table);
    await log.readPast();
    return { table, setup, log, link };
}
