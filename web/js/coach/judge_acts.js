// An answer of several actions, as the keys that lay a capsule: each is graded in the position that those before it led
// to, and what they lost is added up. Where there is nothing to choose nothing is asked.
// @ts-check
/** @import { Action, Best, Grade } from '../types.js' */
import { ask, think } from '../engine/engine.js';
import { strings } from '../strings.js';

const leastMs = 20;
const longestMs = 6000; // for "until stopped": all of it has to be gone through once

/** @param {number} delta @returns {Grade} as the protocol has it */
const gradeOf = delta => (delta <= 0.25 ? 'EXCELLENT' : delta <= 1 ? 'GOOD' : delta <= 2.5 ? 'OKAY' : 'MISS');

/**
 * @param {{ state: object, who: number, budget: number, more: object }} asked @param {Action[]} actions
 * @returns {{ answer: Promise<Best>, stop(): void }}
 */
export function judgeActs({ state, who, budget, more }, actions) {
    let stopped = false;
    /** @type {{ stop(): void } | null} */
    let work = null;
    const budget_ms = Math.max(leastMs, Math.round(Math.min(budget, longestMs) / actions.length));
    const judge = async () => {
        /** @type {Judged[]} */
        const judged = [];
        for (let i = 0; i < actions.length && !stopped; i++) {
            const now = (await ask({ cmd: 'apply', state, who, actions: actions.slice(0, i) })).state;
            if (await isForced(now, who)) continue;
            const thinking = think({ cmd: 'best', state: now, who, action: actions[i], budget_ms, ...more });
            work = thinking;
            judged.push({ at: i, best: await thinking.answer });
        }
        return sum(judged, actions);
    };
    return { answer: judge(), stop() { stopped = true; work?.stop(); } };
}

/** @typedef {{ at: number, best: Best }} Judged */

/** @param {object} state @param {number} who */
async function isForced(state, who) {
    const { movers } = await ask({ cmd: 'legal', state });
    return (movers.find((/** @type {{ who: unknown }} */ mover) => mover.who === who)?.actions.length ?? 0) <= 1;
}

/** @param {Judged[]} judged @param {Action[]} actions @returns {Best} */
function sum(judged, actions) {
    const [first] = judged;
    if (!first) throw new Error(strings.practice.onlyOne);
    const lostOf = (/** @type {Judged} */ { best }) => Math.max(0, best.user?.delta ?? 0);
    const delta = judged.reduce((total, one) => total + lostOf(one), 0);
    const stderr = Math.hypot(...judged.map(({ best }) => best.user?.stderr ?? 0));
    const worst = judged.reduce((a, b) => (lostOf(b) > lostOf(a) ? b : a));
    const before = actions.slice(0, first.at);
    const value = first.best.value - delta;
    const all = (/** @type {'exact' | 'solved'} */ name) => judged.every(({ best }) => best.diagnostics[name]);
    return {
        ...first.best, candidates: [], count: 0, line: [...before, ...first.best.line], feedback: worst.best.feedback,
        best: delta > 0.005 ? [...before, first.best.best][0] : actions[0],
        user: { action: actions[0], value, delta, stderr, grade: gradeOf(delta), stability: null, line: actions },
        diagnostics: { ...first.best.diagnostics, exact: all('exact'), solved: all('solved'),
            nodes: judged.reduce((n, { best }) => n + best.diagnostics.nodes, 0) },
    };
}
