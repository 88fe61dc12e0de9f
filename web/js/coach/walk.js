// A line of play as positions: each step has the move, who made it, and the picture after it. No luck is played, so a
// line ends before the first event of chance.
// @ts-check
/** @import { Action, Effect, Scene } from '../types.js' */
/** @import { Move } from './words.js' */
import { ask, askAll, drawScene } from '../engine/engine.js';
import { byEffect, findMove, movesOf } from './words.js';

/**
 * @typedef {{ who: number, move: Move, before: Scene, scene: Scene, state: object, scores: number[], over: boolean,
 *     effects: Effect[], path: number[] | null }} Step
 */

const stepsMax = 80;

/**
 * Plays actions one after the other, as far as they go.
 * @param {object} state @param {number} who the seat that looks, and acts where several may @param {Action[]} actions
 * @param {number} [count] how many at most
 * @returns {Promise<Step[]>}
 */
export async function walkLine(state, who, actions, count = stepsMax) {
    /** @type {Step[]} */
    const steps = [];
    let now = state;
    let before = await drawScene(state, who);
    for (const action of actions.slice(0, count)) {
        const step = await takeStep(now, who, action, before);
        if (!step) break;
        steps.push(step);
        now = step.state;
        before = step.scene;
    }
    return steps;
}

/**
 * @param {object} state
 * @param {number} looks
 * @param {Action} action
 * @param {Scene} before
 * @returns {Promise<Step | null>}
 */
async function takeStep(state, looks, action, before) {
    const legal = await ask({ cmd: 'legal', state, words: true });
    const who = legal.actor ?? looks;
    const [next, drawn] = await askAll([
        { cmd: 'apply', state, who, action, effects: true },
        { cmd: 'scene', state, who: looks, action: { who, action } },
    ]);
    if (!next.ok) return null;
    const scene = await drawScene(next.state, looks);
    const effects = next.events[0]?.effects ?? [];
    const move = byEffect(findMove(movesOf(legal, who), action), effects);
    return { who, move, before, scene, state: next.state, scores: next.scores, over: next.over, effects,
        path: drawn.path ?? null };
}
