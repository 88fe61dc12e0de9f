// What a picture leaves out where it is narrow, as a section of its own in the panel. Most games leave out nothing.
// @ts-check
/** @import { Board } from './board.js' */
/** @import { Section } from '../parts/layout.js' */

/** @param {Board} board @returns {Section[]} */
export function asideOf(board) {
    const { aside } = board.refinements;
    return aside ? [{ id: 'aside', title: aside.title, element: aside.make(board), narrow: true }] : [];
}
