// Moves whose words do not say what goes where, told by what they do: keys, log and coach then speak of the same thing.
// @ts-check
/** @import { Move } from './words.js' */
import { askAll } from '../engine/engine.js';
import { byEffect, isBare } from './words.js';

const most = 64; // more are not worth asking for: their words stay

/** @param {object} state @param {number} who @param {Move[]} moves @returns {Promise<Move[]>} */
export async function tellMoves(state, who, moves) {
    const bare = moves.filter(isBare);
    if (!bare.length || bare.length > most) return moves;
    const answers = await askAll(bare.map(({ action }) => ({ cmd: 'apply', state, who, action, effects: true })));
    const told = new Map(bare.map((move, i) => [move, byEffect(move, answers[i].events?.[0]?.effects ?? [])]));
    return moves.map(move => told.get(move) ?? move);
}
