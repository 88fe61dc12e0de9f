// Names of the features of a position, and of their values. What is not known is shown by its own name.
// @ts-check
import { strings } from '../strings.js';

/** @param {string} text */
const plain = text => {
    const small = text.replaceAll('_', ' ').toLowerCase();
    return small.charAt(0).toUpperCase() + small.slice(1);
};

/** @param {string} name as "game_stage" */
export function featureName(name) {
    const known = /** @type {Record<string, string>} */ (strings.practice.features);
    return Object.hasOwn(known, name) ? known[name] : plain(name);
}

/** @param {string} value as "EARLY" */
export function valueName(value) {
    const known = /** @type {Record<string, string>} */ (strings.practice.values);
    return Object.hasOwn(known, value) ? known[value] : plain(value);
}
