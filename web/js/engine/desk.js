// Quick requests: one worker that never thinks answers them all, so that what a person does is never late.
// @ts-check
/** @import { GameInfo, Scene } from '../types.js' */
import { EngineError, Mind } from './mind.js';
import { fill, strings } from '../strings.js';

/** @type {Mind | null} */
let desk = null;

/**
 * Asks quick requests of the protocol in one message, and those of worker.js: `draw`, `look` and `step`.
 * @param {object[]} requests @returns {Promise<any[]>} answers, errors among them
 */
export function askAll(requests) {
    if (!desk || desk.dead) desk = new Mind();
    return desk.send(requests).answers;
}

/** Asks one. Throws EngineError. @param {object} request @returns {Promise<any>} */
export async function ask(request) {
    const [answer] = await askAll([request]);
    if (!answer.ok) throw new EngineError(answer.error);
    return answer;
}

/** @param {object} state @param {number} [who] @returns {Promise<Scene>} */
export const drawScene = async (state, who = 0) => (await ask({ cmd: 'draw', state, who })).scene;

/** @type {Promise<GameInfo[]> | null} */
let games = null;
/** @returns {Promise<GameInfo[]>} all games of the engine */
export function listGames() {
    games ??= ask({ cmd: 'games' }).then(answer => answer.games);
    games.catch(() => { games = null; });
    return games;
}

/** @param {string} name @returns {Promise<GameInfo>} */
export async function findGame(name) {
    const found = (await listGames()).find(game => game.name === name);
    if (!found) throw new EngineError({ code: 'BAD_REQUEST', message: fill(strings.errors.noGame, { name: name.slice(0, 40) }) });
    return found;
}
