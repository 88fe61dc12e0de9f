// The marks of a move, for any game: a ring around what it takes, an arrow or the path to where it lands, ghosts of what
// will lie there, and the points it brings. They are read from the scene, the legal spots, the effects and the path.
// @ts-check
/** @import { Action, Effect, Grade, Legal, Mark, Scene, Tile, Tone } from '../types.js' */
/** @import { Refinements } from '../games/index.js' */
import { ask, askAll, drawScene } from '../engine/engine.js';
import { refinementsOf } from '../games/index.js';
import { tilesAt } from './scene.js';

/** @typedef {{ from: number, to: number, cells: number[], tile: Tile }} Landing */

const isPiece = (/** @type {Tile} */ { kind }) => kind === 'tile' || kind === 'mark';
const isFree = (/** @type {Tile} */ { kind }) => kind === 'empty' || kind === 'ghost';

/**
 * @param {{ game?: string | { name: string }, state: object, who?: number }} view a table, or a state and the seat that looks
 * @param {Action} action
 * @param {Tone} tone
 * @param {Grade | null} [grade]
 * @param {number} [seat] who acts, if not the one to move
 * @returns {Promise<Mark[]>} none if the act is not legal
 */
export async function marksForMove(view, action, tone, grade, seat) {
    const { state, who = 0 } = view;
    const refinements = refinementsOf(gameOf(view));
    /** @type {Legal} */
    const legal = await ask({ cmd: 'legal', state, words: true });
    const mover = legal.movers.find(other => other.who === (seat ?? legal.actor ?? who));
    const index = mover?.actions.findIndex(other => isSame(other, action)) ?? -1;
    if (!mover || index < 0) return [];
    const acted = { who: mover.who, action };
    const [drawn, after, pathed] = await askAll([
        { cmd: 'draw', state, who }, { cmd: 'apply', state, ...acted, effects: true, seed: 'marks' }, { cmd: 'scene', state, who, action: acted },
    ]);
    if (!drawn.ok || !after.ok) return [];
    const { scene } = drawn;
    const effects = /** @type {Effect[]} */ (after.events[0]?.effects ?? []).filter(effect => effect.seat === mover.who);
    const landings = landingsOf(scene, effects, refinements);
    const style = { tone, grade: grade ?? undefined };
    const marks = marksOf({ spots: mover.spots[index], landings, path: pathed.path ?? null, ...style });
    const scored = scoredBy(effects, landings[0]) ?? promisedBy(scene, await drawScene(after.state, who));
    return scored ? [...marks, { kind: 'chip', ...scored, ...style }] : marks;
}

/** @param {{ game?: string | { name: string }, state: object }} view */
function gameOf({ game, state }) {
    const { ruleset_id: ruleset } = /** @type {{ ruleset_id?: unknown }} */ (state);
    return typeof game === 'string' ? game : game?.name ?? String(ruleset).replace(/_v\d+$/, '');
}

/** Where what is taken comes to lie: pieces of an effect's first spot, in the free places of its second.
 * @param {Scene} scene @param {Effect[]} effects @param {Refinements} refinements */
function landingsOf(scene, effects, refinements) {
    /** @type {Landing[]} */
    const landings = [];
    /** @type {Map<number, number>} how much of a spot is used up */
    const used = new Map();
    const moves = refinements.moves ? effects.filter(({ kind }) => refinements.moves?.includes(kind)) : effects.slice(0, 1);
    for (const { spots: [from, to] } of moves.filter(({ spots }) => spots.length === 2)) {
        const pieces = tilesAt(scene, from, refinements).filter(isPiece).slice(used.get(from) ?? 0);
        const places = tilesAt(scene, to, refinements);
        const free = places.map((_, i) => i).filter(i => isFree(places[i])).slice(used.get(to) ?? 0);
        const cells = free.slice(0, pieces.length);
        if (!cells.length) continue;
        used.set(from, (used.get(from) ?? 0) + cells.length);
        used.set(to, (used.get(to) ?? 0) + cells.length);
        landings.push({ from, to, cells, tile: pieces[0] });
    }
    return landings;
}

/**
 * @param {{ spots: number[], landings: Landing[], path: number[] | null, tone: Tone, grade?: Grade }} move
 * @returns {Mark[]}
 */
function marksOf({ spots, landings, path, ...style }) {
    const [first] = landings;
    /** @type {Mark[]} */
    const marks = [{ kind: 'ring', spots: [first?.from ?? spots[0]], ...style }];
    for (const { to, cells, tile } of landings) {
        const { colour, label, kind, joins } = tile;
        marks.push({ kind: 'ghost', spots: [to], cells, tile: { colour, label, kind, joins }, tone: style.tone });
    }
    if (first) marks.push({ kind: 'ring', spots: [first.to], cells: first.cells, ...style });
    if (path && path.length > 1) marks.push({ kind: 'path', spots: path, tone: style.tone });
    else if (first) marks.push({ kind: 'arrow', from: first.from, to: first.to, cells: first.cells, ...style });
    return marks;
}

/** The points that a move brings at once. @param {Effect[]} effects @param {Landing | undefined} first */
function scoredBy(effects, first) {
    const scored = first && effects.find(({ points = 0, spots }) => points > 0 && spots.includes(first.to));
    if (!scored) return null;
    const spot = scored.spots.length === 2 ? scored.spots[1] : first.to;
    return { spot, text: `+${scored.points}`, corner: spot === first.to };
}

/** The points that a move makes sure of: a mark as "+5" that was not there. @param {Scene} before @param {Scene} after */
function promisedBy(before, after) {
    const isPromise = (/** @type {Tile} */ { kind, label }) => kind === 'mark' && /^\+\d+$/.test(label);
    const old = new Set(before.tiles.filter(isPromise).map(({ spot }) => spot));
    const fresh = after.tiles.find(tile => isPromise(tile) && tile.spot !== undefined && !old.has(tile.spot));
    return fresh?.spot === undefined ? null : { spot: fresh.spot, text: fresh.label };
}

/** Whether two acts are the same, whatever the order of their fields. @param {unknown} a @param {unknown} b @returns {boolean} */
export function isSame(a, b) {
    if (a === null || b === null || typeof a !== 'object' || typeof b !== 'object') return a === b;
    const [keys, others] = [Object.keys(a), Object.keys(b)];
    return keys.length === others.length && keys.every(key => Object.hasOwn(b, key) &&
        isSame(/** @type {Record<string, unknown>} */ (a)[key], /** @type {Record<string, unknown>} */ (b)[key]));
}
