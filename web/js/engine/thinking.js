// Long work, each on workers that nothing else uses meanwhile. It can be stopped at once. Where an agent samples, several
// workers think about the same with different luck, and the engine merges their answers.
// @ts-check
/** @import { Best } from '../types.js' */
/** @import { Mind } from './mind.js' */
import { ask, listGames } from './desk.js';
import { cancelled, EngineError, giveMind, takeMind } from './mind.js';

/** @typedef {{ answer: Promise<any>, stop(): void }} Work */
/** @typedef {{ progress?: (line: any) => void, minds?: number }} How `minds`: how many workers at most */

const mergeRoom = 900_000; // characters, so that a request to merge stays below 1 MiB
const slowest = 600_000; // milliseconds of a slice
const idleShare = 0.5; // of a slice; an agent that needs less has nothing left to find

/** How many workers may think at the same time about the same. */
export const mindsAtMost = () => Math.min(Math.max((globalThis.navigator?.hardwareConcurrency ?? 2) - 1, 1), 4);

/**
 * Long work: `best`, `solve`, `review`, `scenario`, ... `stop` ends it at once; the answer is then the best so far, or
 * CANCELLED.
 * @param {any} request
 * @param {How} [how]
 * @returns {Work}
 */
export function think(request, how = {}) {
    return request.cmd === 'best' && how.minds !== 1 ? thinkTogether(request, how) : thinkAlone(request, how);
}

/** @param {object} request @param {How} how @returns {Work} */
function thinkAlone(request, { progress }) {
    const mind = takeMind();
    const { answer, stop } = askMind(mind, progress ? { ...request, progress: true } : request, progress);
    return { answer: answer.finally(() => giveMind(mind)), stop };
}

/** @param {Mind} mind @param {object} request @param {How['progress']} [progress] @returns {Work} */
function askMind(mind, request, progress) {
    const { id, answers } = mind.send([request], progress);
    const answer = answers.then(([first]) => {
        if (!first.ok) throw new EngineError(first.error);
        return first;
    });
    return { answer, stop: () => mind.stop(id) };
}

/** An agent that keeps its worker for a whole game: what it found out for one question serves the next. */
export class Thinker {
    /** @type {Mind | null} */
    mind = null;

    /** @param {object} request @returns {Work} */
    think(request) {
        if (!this.mind || this.mind.dead) this.mind = takeMind();
        return askMind(this.mind, request);
    }

    close() {
        if (this.mind) giveMind(this.mind);
        this.mind = null;
    }
}

/** @param {any} request @param {How} how @returns {Work} */
function thinkTogether(request, how) {
    /** @type {Work[]} */
    const works = [];
    let stopped = false;
    const answer = countMinds(request, how.minds).then(count => {
        if (stopped) throw cancelled();
        for (let i = 0; i < count; i++) works.push(thinkAlone(withLuck(request, i), i === 0 ? how : {}));
        return gather(request, works);
    });
    return { answer, stop() { stopped = true; for (const work of works) work.stop(); } };
}

/** The same question with other luck. @param {any} request @param {number} i */
function withLuck({ rng, ...request }, i) {
    return i === 0 ? { ...request, rng } : { ...request, seed: `${rng ?? request.seed ?? ''} ${i}` };
}

/** Only time can be shared: a number of nodes has one answer. @param {any} request @param {number} [most] */
async function countMinds(request, most = Infinity) {
    const timed = request.budget_ms && !request.nodes && !request.rollouts;
    return timed && await samples(request) ? Math.min(most, mindsAtMost()) : 1;
}

/** Whether answers of the agent that is asked can be added up. @param {{ state: { ruleset_id?: string }, agent?: string }} request */
async function samples({ state, agent }) {
    const game = (await listGames()).find(({ rulesets }) => rulesets.includes(state?.ruleset_id ?? ''));
    return game?.about.find(({ name }) => name === (agent ?? game.advisor))?.samples ?? false;
}

/** @param {object} request @param {Work[]} works */
async function gather(request, works) {
    const ends = await Promise.allSettled(works.map(({ answer }) => answer));
    const answers = ends.flatMap(end => (end.status === 'fulfilled' ? [end.value] : []));
    if (answers.length === 0) throw /** @type {PromiseRejectedResult} */ (ends[0]).reason;
    return merge(request, answers);
}

/** @param {any} request a `best` @param {Best[]} answers to it @returns {Promise<Best>} */
async function merge({ state, who, action }, answers) {
    if (answers.length === 1) return answers[0];
    return ask({ cmd: 'merge', state, who, action, answers: trim(answers) });
}

/** Leaves out the last of very many candidates. @param {Best[]} answers */
export function trim(answers, room = mergeRoom) {
    return answers.map(answer => {
        const size = JSON.stringify(answer).length * answers.length;
        const keep = Math.max(1, Math.floor(answer.candidates.length * room / size));
        if (keep >= answer.candidates.length) return answer;
        const asked = JSON.stringify(answer.user?.action);
        return { ...answer, candidates: answer.candidates.filter(({ action }, i) => i < keep || JSON.stringify(action) === asked) };
    });
}

/**
 * Thinks longer and longer until it is stopped, or nothing is left to find: `onBetter` is told each better answer of
 * `best`. `stop` ends it at once, and the answer is the best so far; CANCELLED if there is none.
 * @param {any} request a `best` without budget
 * @param {{ onBetter?: (answer: Best) => void, slices?: number[], minds?: number }} [how] `slices` are milliseconds
 * @returns {Work}
 */
export function thinkOn(request, { onBetter = () => {}, slices = [250, 500, 1000, 2000, 4000], minds } = {}) {
    const began = performance.now();
    /** @type {Best | null} */
    let best = null;
    let stopped = false;
    /** @type {Work | null} */
    let work = null;
    const goOn = async () => {
        const repeats = await samples(request);
        for (let i = 0; !stopped; i++) {
            const budget_ms = sliceAt(slices, i, repeats);
            work = think(withLuck({ ...request, budget_ms }, i), { minds });
            const next = await work.answer;
            best = await merge(request, best ? [best, next] : [next]);
            best.diagnostics.elapsed_ms = Math.round(performance.now() - began);
            if (!stopped) onBetter(best);
            if (best.diagnostics.exact || next.diagnostics.elapsed_ms < budget_ms * idleShare) break;
        }
    };
    const answer = goOn().catch(error => { if (!best) throw error; }).then(() => {
        if (!best) throw cancelled();
        return best;
    });
    return { answer, stop() { stopped = true; work?.stop(); } };
}

/** Samples add up, so the last slice is repeated; others begin anew, so they get longer. @param {number[]} slices @param {number} i @param {boolean} repeats */
export function sliceAt(slices, i, repeats) {
    const last = slices.length - 1;
    return i <= last || repeats ? slices[Math.min(i, last)] : Math.min(slices[last] * 2 ** (i - last), slowest);
}
