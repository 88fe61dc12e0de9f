// Solving: for the games that have a screen for it.
// @ts-check
/** @import { Route, Screen } from '../types.js' */
import { listGames } from '../engine/engine.js';
import { refinementsOf } from '../games/index.js';
import { gameName } from '../names.js';
import { fill, strings } from '../strings.js';

/** @param {HTMLElement} root @param {Route} route @returns {Promise<Screen>} */
export async function open(root, route) {
    const games = await listGames();
    const game = games.find(({ name }) => (route.parts[0] ? name === route.parts[0] : refinementsOf(name).solve));
    const load = game && refinementsOf(game.name).solve;
    if (!load) throw new Error(fill(strings.solve.cannot, { game: gameName(route.parts[0] ?? '') }));
    const { openSolve } = await load();
    return openSolve(root, game, route);
}
