// What positions for practice can be chosen by, of each game whose scenarios have such fields. The names are those of
// the protocol's `scenario`.
// @ts-check

/**
 * @typedef {object} Filter
 * @property {string} name
 * @property {string[]} values
 * @property {string} [standard] what is meant if none is chosen; without it, any
 * @property {boolean} [number] the values are sent as numbers
 * @property {boolean} [param] it is a param of the game, a number
 * @property {string} [title] what it is called
 * @property {Record<string, string>} [names] of the values
 */

const sizes = ['3', '4', '5'];

/** @type {Record<string, Filter[]>} */
const filters = {
    azul: [
        { name: 'stage', values: ['EARLY', 'MID', 'LATE'] },
        { name: 'game_stage', values: ['OPENING', 'MIDDLE', 'END'] },
        { name: 'theme', values: ['FLOOR', 'TOKEN', 'DENIAL', 'BONUS', 'TILING'] },
        { name: 'difficulty', values: ['EASY', 'MEDIUM', 'HARD'] },
        { name: 'players', values: ['2', '3', '4'], standard: '2', number: true },
    ],
    slide: [
        { name: 'rows', values: sizes, standard: '4', number: true },
        { name: 'cols', values: sizes, standard: '4', number: true },
        { name: 'length', values: ['5', '10', '15', '20', '25', '30'], standard: '20', number: true },
    ],
    lines: [{ name: 'lines98', values: ['0', '1'], standard: '0', param: true, title: 'Rules', names: { 0: 'standard', 1: 'lines98' } }],
};

/** @param {string} game @returns {Filter[]} */
export const filtersOf = game => (Object.hasOwn(filters, game) ? filters[game] : []);
