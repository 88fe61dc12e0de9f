// The field for a number of a game: a switch for 0 and 1, names where the game gives its values names, else the number.
// @ts-check
/** @import { GameInfo } from '../types.js' */
/** @import { Field } from '../parts/fields.js' */
import { refinementsOf } from '../games/index.js';
import { paramName } from '../names.js';
import { numberField, selectField, switchField } from '../parts/fields.js';
import { fill, strings } from '../strings.js';

/** @typedef {Field<number> & { valid(): boolean }} NumberField */

/** @param {GameInfo} game @param {string} name @param {number} value @param {() => void} [change] @returns {NumberField} */
export function paramField(game, name, value, change) {
    const { min, max, meaning } = game.params[name];
    const label = paramName(name);
    const { [name]: named } = refinementsOf(game.name).named ?? {};
    if (named) return namedField(label, value, game.params[name], named);
    if (min === 0 && max === 1) return bitField(label, value, meaning);
    return numberField({ label, min, max, value, help: fill(strings.play.paramHelp, { meaning, min, max }), change });
}

/** The meaning of 1 is told. @param {string} label @param {number} value @param {string} meaning @returns {NumberField} */
function bitField(label, value, meaning) {
    const field = switchField({ label, value: value === 1, help: meaning.replace(/^1: /, '') });
    return { element: field.element, error: field.error, valid: () => true,
        get value() { return Number(field.value); }, set value(next) { field.value = next === 1; } };
}

/**
 * @param {string} label @param {number} value @param {{ min: number, max: number }} range
 * @param {{ help: string, names: Record<string, string>, usual: string }} named @returns {NumberField}
 */
function namedField(label, value, { min, max }, { help, names, usual }) {
    const values = Array.from({ length: max - min + 1 }, (_, i) => String(min + i));
    const field = selectField({ label, help, value: String(value), options: values.map(n => ({ value: n, text: names[n] ?? fill(usual, { n }) })) });
    return { element: field.element, error: field.error, valid: () => true,
        get value() { return Number(field.value); }, set value(next) { field.value = String(next); } };
}
