// Telling what happened, for who does not see it: the texts of a change, those that go without saying left out. Changes
// that follow each other closely are told as one.
// @ts-check
/** @import { Change } from '../types.js' */
import { nameSeats } from '../names.js';
import { say } from '../parts/say.js';
import { sentence } from '../parts/trouble.js';

const LONGEST = 200;
const PAUSE = 150;

/** @type {string[]} */
let texts = [];
let timer = 0;

/** @param {Change} change @param {(string | undefined)[]} names of the seats */
export function tellChange(change, names) {
    if (change.kind !== 'act' && change.kind !== 'redo') return;
    const told = change.events.flatMap(({ effects = [] }) => effects.filter(({ routine, text }) => !routine && text));
    if (!told.length) return;
    texts.push(...told.map(({ text }) => sentence(nameSeats(text, names))));
    clearTimeout(timer);
    timer = window.setTimeout(tell, PAUSE);
}

/** Says something after all that is still to be told. @param {string} text */
export function sayNow(text) {
    clearTimeout(timer);
    texts.push(text);
    tell();
}

function tell() {
    say(shorten(texts));
    texts = [];
}

/** As many sentences as fit; the last one, which tells the outcome, always does. @param {string[]} sentences */
export function shorten(sentences) {
    const last = sentences.at(-1) ?? '';
    let length = last.length;
    const first = sentences.slice(0, -1).filter(text => (length += text.length + 1) <= LONGEST);
    return [...first, last].join(' ').slice(0, 2 * LONGEST);
}
