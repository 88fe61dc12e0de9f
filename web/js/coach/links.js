// Links to questions: the same seed, number and filters give the same position everywhere.
// @ts-check
import { linkTo } from '../router.js';

/** @param {string} game @param {{ seed: string, number: number, filters?: Record<string, string> }} what */
export function practiceLink(game, { seed, number, filters = {} }) {
    const small = Object.fromEntries(Object.entries(filters).map(([name, value]) => [name, value.toLowerCase()]));
    return linkTo(['practice', game], { seed, n: number, ...small });
}
