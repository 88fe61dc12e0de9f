// Playing a game: it begins at once, or goes on where it was left. The address has all of its setup, so that a link or a
// reload gives the same game.
// @ts-check
/** @import { Route, Screen } from '../types.js' */
import { findGame, listGames } from '../engine/engine.js';
import { PlayView } from '../play/view.js';
import { openTable } from '../play/opening.js';
import { showGames } from '../play/games.js';

/** @param {HTMLElement} root @param {Route} route @returns {Promise<Screen>} */
export async function open(root, route) {
    if (!route.parts[0]) return showGames(root, await listGames());
    const game = await findGame(route.parts[0]);
    return new PlayView(root, await openTable(game, route)).screen;
}
