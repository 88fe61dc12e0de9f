// What can be picked: the legal acts of the seat that looks, by the spots that spell them; and what other spots mean,
// which the engine tells.
// @ts-check
/** @import { Action, Legal, TableLike } from '../types.js' */
import { ask, EngineError } from '../engine/engine.js';

/** @typedef {{ action: Action, spots: number[], words: string }} Option */
/**
 * What picked spots mean: an act, why there is none, or nothing at all.
 * @typedef {{ action: Action } | { refusal: string } | { nothing: true }} Meaning
 */

/** @type {WeakMap<Legal, Map<number, Option[]>>} */
const listed = new WeakMap();

/** The acts of the seat that looks, if a person sits there. @param {TableLike} table @returns {Option[]} */
export function optionsOf(table) {
    const { legal, who } = table;
    if (!legal || table.over || table.seats[who]?.agent) return [];
    const bySeat = listed.get(legal) ?? new Map();
    listed.set(legal, bySeat);
    if (!bySeat.has(who)) bySeat.set(who, list(legal, who));
    return bySeat.get(who);
}

/** @param {Legal} legal @param {number} who @returns {Option[]} */
function list(legal, who) {
    const mover = legal.movers.find(each => each.who === who);
    return mover?.actions.map((action, i) => ({ action, spots: mover.spots[i], words: mover.words[i] })) ?? [];
}

/** Those that begin with these spots. @param {Option[]} options @param {number[]} picked */
export const openAfter = (options, picked) => options.filter(({ spots }) => picked.every((spot, i) => spots[i] === spot));

/** The spots to pick next. @param {Option[]} options @param {number[]} picked @returns {Set<number>} */
export const nextSpots = (options, picked) =>
    new Set(openAfter(options, picked).flatMap(({ spots }) => spots.slice(picked.length, picked.length + 1)));

/** The act that these spots spell. @param {Option[]} options @param {number[]} picked */
export const spelledBy = (options, picked) => openAfter(options, picked).find(({ spots }) => spots.length === picked.length);

/** @param {TableLike} table @param {number[]} spots @returns {Promise<Meaning>} */
export async function meaningOf({ state, who }, spots) {
    try {
        return { action: (await ask({ cmd: 'pick', state, who, spots })).action };
    } catch (error) {
        if (!(error instanceof EngineError) || !error.code) throw error;
        if (error.code === 'BAD_ACTION') return { nothing: true };
        return { refusal: error.message };
    }
}
