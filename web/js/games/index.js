// What the page knows of single games beyond their scenes: how to refine a picture, which screens have extras. A game
// that is not here is played all the same.
// @ts-check
/** @import { Board } from '../board/board.js' */
/** @import { Area, Effect, Scene, TableLike, Tile } from '../types.js' */
import { azul } from './azul.js';
import { slide } from './slide.js';
import { lines } from './lines.js';
import { falls } from './falls.js';
import { fallsPlay } from './falls_panel.js';
import { slidePanel } from './slide_panel.js';
import { strings } from '../strings.js';

/**
 * @typedef {object} Refinements
 * @property {(scene: Scene) => Scene} [prepare] completes a scene before it is painted
 * @property {(board: Board, scene: Scene) => void} [refine] adds to a picture, after each painting, what only this game has
 * @property {(tile: Tile, area: Area) => string | undefined} [piece] what a tile is drawn as (tile.js), if not as usual
 * @property {(tile: Tile, area: Area) => Tile[] | undefined} [split] the tiles that one tile of the scene stands for, if several
 * @property {string[]} [moves] the kinds of effects that move pieces of an act itself, if not only its first effect
 * @property {(area: Area) => string | undefined} [ground] the drawing of the sprite that lies under an area
 * @property {Record<string, string[]>} [groups] areas, by class, that lie together in a group: all of them
 * @property {string[]} [hoist] classes of areas that stand on their own on the page, though they lie in another
 * @property {string} [roundEffect] the kind of the effect that ends a round
 * @property {(action: any) => boolean} [goesOn] in real time: whether an act is done again and again while its key is held
 * @property {(effect: Effect) => boolean} [ends] whether an effect on a seat ends what its keys are held for
 * @property {number} [practiceMs] how long the coach thinks in practice, if not as usual; an answer that is proven comes at once
 * @property {(effect: Effect) => boolean} [tells] of what does not go without saying: whether it is worth a line of the talk; if absent, all is
 * @property {() => Promise<{ openSolve(root: HTMLElement, game: import('../types.js').GameInfo, route: import('../types.js').Route): Promise<import('../types.js').Screen> }>} [solve]
 *     its screen for solving
 * @property {Partial<Record<'easy' | 'medium' | 'strong' | 'strongest', string>>} [levels] its agents by strength
 * @property {(table: TableLike) => HTMLElement} [panel] what stands in the panel below the scores; it listens to the table itself
 * @property {{ title: string, make: (board: Board) => HTMLElement }} [aside] what its picture leaves out where it is narrow; it
 *     listens to the board itself
 * @property {string} [first] how a person's first game begins, as the query of a link; later ones begin as the last
 * @property {{ tickMs?: number, params?: Record<string, number> }} [room] what the dialog for a room proposes
 * @property {{ text: string, params: Record<string, number> }[]} [sizes] boards that a new game is offered with
 * @property {string[]} [chief] numbers that are asked for at once; the others stand below More
 * @property {Record<string, { help: string, names: Record<string, string>, usual: string }>} [named] numbers that are chosen by names: those of
 *     single values, and of all others
 * @property {(score: number) => { value: string, unit: string }} [score] a score in words, if it is not points
 */

/** @param {number} score */
const countMoves = score => ({ value: String(-score), unit: score === -1 ? strings.games.slide.move : strings.games.slide.moves });
/** @param {number} score */
const countLeft = score => ({ value: String(-score), unit: strings.games.falls.left });

/** @type {Record<string, Refinements>} */
const refinements = {
    azul: { ...azul, roundEffect: 'ROUND', levels: { easy: 'greedy', medium: 'drafter:150ms', strong: 'coach:100ms', strongest: 'coach:1500ms' } },
    slide: { ...slide, practiceMs: 4000, solve: () => import('./slide_solve.js'), panel: slidePanel, score: countMoves, sizes: [3, 4, 5, 6].map(n => ({ text: `${n}×${n}`, params: { rows: n, cols: n } })), chief: [] },
    lines: { ...lines, levels: { easy: 'greedy', medium: 'rollout:100ms', strong: 'net', strongest: 'deep:750ms' } },
    falls: {
        ...falls, ...fallsPlay, levels: { easy: 'novice', medium: 'steady', strong: 'sharp', strongest: 'master' }, score: countLeft,
        first: 'viruses=12&tick=650', room: { tickMs: 500, params: { viruses: 16 } }, chief: ['viruses'], named: { nes_level: strings.games.falls.levels },
    },
};

/** @param {string} game @returns {Refinements} */
export const refinementsOf = game => (Object.hasOwn(refinements, game) ? refinements[game] : {});
