// Names of games and of their numbers for people.
// @ts-check
import { strings } from './strings.js';

/** @param {string} game */
export function gameName(game) {
    const known = /** @type {Record<string, { name: string }>} */ (strings.games);
    return Object.hasOwn(known, game) ? known[game].name : game.charAt(0).toUpperCase() + game.slice(1);
}

/** A game's number for people: "blank_first" is "Blank first". @param {string} name */
export function paramName(name) {
    const known = /** @type {Record<string, string>} */ (strings.play.params);
    const words = name.replaceAll('_', ' ');
    return Object.hasOwn(known, name) ? known[name] : words.charAt(0).toUpperCase() + words.slice(1);
}

/**
 * Puts the names of seats into a sentence of the engine, for "Player 1"; where the name is that of the reader, the verb
 * must fit, too: "Player 1 takes" becomes "You take". The twin of src/term/names.c.
 * @param {string} sentence @param {(string | undefined)[]} names
 */
export function nameSeats(sentence, names) {
    let reader = false; // is the subject
    const parts = sentence.split(/(\bplayer [1-8]\b(?:'s )?(?: [a-z]+)?| and [a-z]+)/i);
    return parts.map((part, i) => {
        if (i % 2 === 0) return part;
        if (part.startsWith(' and ')) return reader ? ` and ${verbOf(part.slice(5))}` : part;
        const name = names[Number(part[7]) - 1];
        if (name === undefined) return part;
        if (name !== strings.play.you) return name + part.slice(8);
        reader = true;
        return youFor(part, parts[i - 1]);
    }).join('');
}

/**
 * The same for where the name of who did it stands beside the sentence, which is left out: "Takes 3 Blue".
 * @param {string} sentence @param {(string | undefined)[]} names @param {unknown} who
 */
export function nameBeside(sentence, names, who) {
    const named = nameSeats(sentence, names);
    const own = typeof who === 'number' && sentence.startsWith(`Player ${who + 1}`) ? names[who] : undefined;
    const bare = own && named.startsWith(own) ? named.slice(own.length).replace(/^:? /, '') : named;
    return bare.charAt(0).toUpperCase() + bare.slice(1);
}

/** @param {string} part as "Player 1 takes" @param {string} before what stands before it */
function youFor(part, before) {
    const first = part[0] === 'P' ? 'Y' : 'y';
    if (part.startsWith("'s ", 8)) return `${first}our ${part.slice(11)}`;
    if (before.endsWith('of ')) return `${first}ours${part.slice(8)}`;
    return part.length > 8 ? `${first}ou ${verbOf(part.slice(9))}` : `${first}ou`;
}

/** @param {string} word */
function verbOf(word) {
    if (word === 'is') return 'are';
    if (word === 'has') return 'have';
    if (word.endsWith('sses')) return word.slice(0, -2);
    return /[a-z]s$/.test(word) ? word.slice(0, -1) : word;
}
