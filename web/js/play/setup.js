// How a game begins: its numbers, who sits where, the luck. All of it stands in the link: "#/play/azul?vs=coach:200ms&seed=monday".
// @ts-check
/** @import { GameInfo, Seat } from '../types.js' */
import { EngineError } from '../engine/engine.js';
import { readAgent } from '../agent_text.js';
import { refinementsOf } from '../games/index.js';
import { linkTo } from '../router.js';
import { readStored, writeStored } from '../store.js';
import { fill, strings } from '../strings.js';
import { agentName, standardAgent } from './levels.js';

/**
 * `agents` are those of all seats, null for a person; `who` is your seat; `tickMs` is the clock's, where there is one.
 * @typedef {{ game: string, params: Record<string, number>, agents: (string | null)[], who: number, seed: string, tickMs?: number }} GameSetup
 */

/** Milliseconds a tick, from slow to fast. */
export const speeds = [900, 650, 400, 280, 180];
const person = 'person';
const seatsMax = 16;

/** @param {GameInfo} game @param {Record<string, number>} params */
const countSeats = (game, params) => ('players' in game.params ? params.players ?? game.params.players.standard : game.players[0]);

/** @param {GameInfo} game @param {URLSearchParams} query @returns {GameSetup} */
export function readSetup(game, query) {
    const params = readParams(game, query);
    const count = Math.min(Math.max(countSeats(game, params), 1), seatsMax);
    const who = readNumber(query, 'seat', 1, count, 1) - 1;
    const others = query.get('vs')?.split(',').slice(0, seatsMax) ?? [];
    const agents = Array.from({ length: count }, (_, seat) => (seat === who ? null : readSeat(game, others[seat < who ? seat : seat - 1])));
    const setup = { game: game.name, params, agents, who, seed: query.get('seed')?.slice(0, 64) || newSeed() };
    return game.clock ? { ...setup, tickMs: readNumber(query, 'tick', 20, 10000, speeds[2]) } : setup;
}

/**
 * How a game begins of which the address says nothing: as the last one here, else as the game proposes.
 * @param {GameInfo} game @returns {GameSetup}
 */
export function usualSetup(game) {
    const last = readStored(`setup.${game.name}`, /** @returns {value is string} */ value => typeof value === 'string' && value.length <= 400);
    const wanted = [last, refinementsOf(game.name).first].filter(text => typeof text === 'string');
    for (const text of wanted) {
        try {
            return readSetup(game, new URLSearchParams(text));
        } catch { /* it is of another version of the game */ }
    }
    return readSetup(game, new URLSearchParams());
}

/** Remembers a setup for the next game, without its luck. @param {GameInfo} game @param {GameSetup} setup */
export function rememberSetup(game, setup) {
    const query = new URLSearchParams(linkOf(game, setup).split('?')[1] ?? '');
    query.delete('seed');
    writeStored(`setup.${game.name}`, query.toString());
}

/** @param {GameInfo} game @param {URLSearchParams} query */
function readParams(game, query) {
    /** @type {Record<string, number>} */
    const params = {};
    for (const [name, { min, max, standard }] of Object.entries(game.params)) {
        const value = readNumber(query, name, min, max, standard);
        if (value !== standard) params[name] = value;
    }
    return params;
}

/** @param {URLSearchParams} query @param {string} name @param {number} min @param {number} max @param {number} standard */
function readNumber(query, name, min, max, standard) {
    const text = query.get(name);
    if (text === null) return standard;
    const value = /^-?\d{1,9}$/.test(text) ? Number(text) : NaN;
    if (value >= min && value <= max) return value;
    throw new EngineError({ code: 'BAD_REQUEST', message: fill(strings.errors.number, { label: name, min, max }) });
}

/** @param {GameInfo} game @param {string | undefined} text */
function readSeat(game, text) {
    if (text === person) return null;
    if (!text) return standardAgent(game);
    const { agent } = readAgent(text);
    if (game.agents.includes(agent) && /^\w+(:\d{1,6}(ms|s|n|r))?$/.test(text)) return text;
    throw new EngineError({ code: 'BAD_REQUEST', message: fill(strings.errors.agent, { agent: text.slice(0, 40), agents: game.agents.join(', ') }) });
}

/** @param {GameInfo} game @param {GameSetup} setup @returns {string} the link that begins this game */
export function linkOf(game, { params, agents, who, seed, tickMs }) {
    const others = agents.filter((_, seat) => seat !== who).map(agent => agent ?? person);
    const usual = others.every(agent => agent === standardAgent(game));
    return linkTo(['play', game.name], { ...params, seat: who ? who + 1 : undefined, vs: usual ? undefined : others.join(','),
        tick: tickMs && tickMs !== speeds[2] ? tickMs : undefined, seed }).replaceAll('%3A', ':').replaceAll('%2C', ',');
}

/** A word that is easy to say and to type. */
export function newSeed() {
    const letters = ['bdfgklmnprstvz', 'aeiou'];
    const bytes = crypto.getRandomValues(new Uint8Array(8));
    return [...bytes].map((byte, i) => letters[i % 2][byte % letters[i % 2].length]).join('');
}

/** @param {GameSetup} setup @returns {Seat[]} */
export function seatsOf({ agents, who }) {
    const names = agents.map((agent, seat) => (agent ? agentName(agent) : seat === who ? strings.play.you : fill(strings.play.player, { n: seat + 1 })));
    const twice = (/** @type {string} */ name) => names.filter(other => other === name).length > 1;
    return agents.map((agent, seat) => ({ name: twice(names[seat]) ? `${names[seat]} ${seat + 1}` : names[seat], agent }));
}
