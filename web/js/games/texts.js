// Positions of single games as short texts that a person can read and type, where the engine has no tool for that.
// @ts-check
import { slideText } from './slide_text.js';

/**
 * @typedef {object} Texts
 * @property {(state: any) => string | null} write null if it has no text
 * @property {(text: string) => object} read throws if it is not such a text
 * @property {(text: string) => boolean} fits whether it looks like one
 */

/** @type {Record<string, Texts>} */
const texts = { slide: slideText };

/** @param {string} game @returns {Texts | undefined} */
export const textsOf = game => (Object.hasOwn(texts, game) ? texts[game] : undefined);
