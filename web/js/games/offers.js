// What single games are offered for on the home page besides playing. It stands apart from the table in index.js, so that the
// first paint needs none of the games' code.
// @ts-check

/** @typedef {{ practice?: boolean, solve?: boolean }} Offers */

/** @type {Record<string, Offers>} */
const offers = { azul: { practice: true }, slide: { solve: true }, lines: { practice: true } };

/** @param {string} game @returns {Offers} */
export const offersOf = game => (Object.hasOwn(offers, game) ? offers[game] : {});
