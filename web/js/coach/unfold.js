// An action may stand for several in a row, as letting a capsule fall to the ground. The coach is asked about one at a
// time, so it is unfolded: which legal action, made how often, leads to the same?
// @ts-check
/** @import { Action } from '../types.js' */
import { ask, askAll } from '../engine/engine.js';
import { sameAction } from './words.js';

const repeatsMax = 32;

/**
 * @param {object} state
 * @param {number} who
 * @param {Action} action
 * @param {object} after
 * @returns {Promise<Action[]>}
 */
export async function unfold(state, who, action, after) {
    const legal = await ask({ cmd: 'legal', state });
    /** @type {Action[]} */
    const actions = legal.movers.find((/** @type {{ who: unknown }} */ mover) => mover.who === who)?.actions ?? [];
    if (actions.some(one => sameAction(one, action))) return [action];
    const wanted = JSON.stringify(after);
    for (const one of actions) {
        const requests = Array.from({ length: repeatsMax },
            (_, i) => ({ cmd: 'apply', state, who, actions: Array(i + 1).fill(one) }));
        const reached = (await askAll(requests)).findIndex(answer => answer.ok
            && JSON.stringify(answer.state) === wanted);
        if (reached >= 0) return Array(reached + 1).fill(one);
    }
    return [action];
}
