// Questions to practise on, each made from a seed and a number as the terminal's are: question 3 of "monday" is the
// scenario of the seed "monday/3", wherever it is asked. The next one is made while a person thinks.
// @ts-check
/** @import { GameInfo, Legal, Scene } from '../types.js' */
import { ask, drawScene, EngineError, think } from '../engine/engine.js';
import { filtersOf } from '../games/filters.js';
import { strings } from '../strings.js';

/**
 * @typedef {object} Question
 * @property {number} number from 1; 0 for a position that was given
 * @property {object} state
 * @property {number} who
 * @property {Scene} scene
 * @property {Legal} legal
 * @property {number} seats
 * @property {number[]} scores
 * @property {Record<string, unknown>} features
 */

const seedBytes = 47;
const numberMax = 1e6;

/** @param {string} seed @returns {string} one that may be used, cut to what the engine takes */
export function cleanSeed(seed) {
    const bytes = new TextEncoder().encode(seed);
    if (bytes.length <= seedBytes) return seed;
    return new TextDecoder().decode(bytes.slice(0, seedBytes)).replace(/\uFFFD+$/, '');
}

/** A seed that is easily told on: two syllables and a number. */
export function newSeed() {
    const [a, b, n] = crypto.getRandomValues(new Uint32Array(3));
    const syllables = ['ba', 'do', 'fi', 'ga', 'hu', 'jo', 'ka', 'lu', 'mi', 'no', 'pa', 'ri', 'so', 'tu', 've', 'zo'];
    return `${syllables[a % 16]}${syllables[b % 16]}${(n % 900) + 100}`;
}

/** @param {string | null} text @returns {number} */
export function readNumber(text) {
    return /^[1-9]\d{0,6}$/.test(text ?? '') ? Math.min(numberMax, Number(text)) : 1;
}

/** @param {string} game @param {URLSearchParams} query @returns {Record<string, string>} */
export function readFilters(game, query) {
    /** @type {Record<string, string>} */
    const chosen = {};
    for (const { name, values, standard } of filtersOf(game)) {
        const value = values.find(one => one.toLowerCase() === query.get(name)?.toLowerCase());
        if (value && value !== standard) chosen[name] = value;
    }
    return chosen;
}

/**
 * Looks at a state as a question.
 * @param {object} state
 * @param {{ number?: number, who?: number, features?: object }} [more]
 * @returns {Promise<Question>}
 */
export async function askAbout(state, { number = 0, who, features = {} } = {}) {
    const legal = await ask({ cmd: 'legal', state, words: true });
    if (legal.over) throw new EngineError({ code: 'GAME_OVER', message: strings.practice.over });
    const seat = who ?? legal.actor
        ?? legal.movers.find((/** @type {{ who: unknown }} */ one) => typeof one.who === 'number')?.who;
    if (typeof seat !== 'number') throw new EngineError({ code: 'BAD_STATE', message: strings.practice.chance });
    const scene = await drawScene(state, seat);
    const { scores } = await ask({ cmd: 'apply', state, actions: [] }).catch(() => ({ scores: [0] }));
    return { number, state, who: seat, scene, legal, seats: scores.length, scores,
        features: /** @type {Record<string, unknown>} */ (features) };
}

export class Quiz {
    /** @type {Map<number, { question: Promise<Question>, stop(): void }>} */
    made = new Map();

    /** @param {GameInfo} game @param {string} seed @param {Record<string, string>} filters */
    constructor(game, seed, filters) {
        this.game = game;
        this.seed = seed;
        this.filters = filters;
    }

    /** @param {number} number */
    request(number) {
        const chosen = filtersOf(this.game.name).filter(({ name }) => name in this.filters);
        const fields = chosen.filter(({ param }) => !param)
            .map(({ name, number: whole }) => [name, whole ? Number(this.filters[name]) : this.filters[name]]);
        const params = chosen.filter(({ param }) => param).map(({ name }) => [name, Number(this.filters[name])]);
        return { cmd: 'scenario', game: this.game.name, seed: `${this.seed}/${number}`, ...Object.fromEntries(fields),
            ...(params.length && { params: Object.fromEntries(params) }) };
    }

    /** Makes a question, or takes the one that is being made. @param {number} number @returns {Promise<Question>} */
    get(number) {
        let made = this.made.get(number);
        if (!made) {
            const work = think(this.request(number));
            const question = work.answer.then(({ state, who, features }) => askAbout(state, { number, who, features }));
            question.catch(() => this.made.delete(number));
            this.made.set(number, (made = { question, stop: () => work.stop() }));
            for (const old of this.made.keys()) if (old < number - 1) this.made.delete(old);
        }
        return made.question;
    }

    /** Ends what is being made. */
    close() {
        for (const { stop } of this.made.values()) stop();
        this.made.clear();
    }
}
