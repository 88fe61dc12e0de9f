// The talk at the table: what people say, what the room tells, and what happened in the game, in one list.
// @ts-check
/** @import { Hall } from './hall.js' */
/** @import { Line, RoomInfo } from './reading.js' */
import { el } from '../dom.js';
import { fill, strings } from '../strings.js';
import { keyCap } from '../parts/button.js';
import { sentence } from '../parts/trouble.js';
import { note } from '../parts/say.js';

const bytesMost = 199;
const shownMost = 120;

/** @param {Hall} hall */
export function talkView(hall) {
    const lines = el('div', {});
    const scroller = el('div', { class: 'talk-lines', role: 'log', 'aria-label': strings.rooms.talk, tabindex: 0 },
        lines);
    const count = el('span', { class: 'small quiet' });
    const input = el('input', { type: 'text', class: 'text', maxlength: bytesMost, autocomplete: 'off',
        placeholder: strings.rooms.saySomething, 'aria-label': strings.rooms.saySomething, enterkeyhint: 'send',
        onkeydown: leave });
    const form = el('form', { class: 'talk-form', onsubmit: send }, input, keyCap('t'));
    const element = el('div', { class: 'talk' },
        el('header', { class: 'talk-head' }, el('h2', {}, strings.rooms.talk), count), scroller, form);
    /** @type {Line | undefined} */
    let last;

    /** @param {Event} event */
    async function send(event) {
        event.preventDefault();
        const words = input.value.trim();
        if (!words) return input.blur();
        if (new TextEncoder().encode(words).length > bytesMost) return note(strings.rooms.tooMuch);
        input.value = '';
        if (hall.room?.clock && hall.plays) input.blur();
        try {
            await hall.chat(words);
        } catch (error) {
            input.value ||= words;
            note(sentence(/** @type {Error} */ (error).message));
        }
    }

    /** @param {KeyboardEvent} event */
    function leave(event) {
        if (event.key === 'Escape') input.blur();
    }

    function update() {
        const { talk, room } = hall;
        if (room) count.textContent = countsOf(room);
        if (talk.at(-1) === last && lines.childElementCount) return;
        const from = last ? talk.lastIndexOf(last) + 1 : 0;
        if (!from) lines.replaceChildren();
        lines.append(...talk.slice(from).slice(-shownMost).map(drawLine));
        while (lines.childElementCount > shownMost) lines.firstElementChild?.remove();
        last = talk.at(-1);
    }
    update();
    return { element, update, input };
}

/** @param {RoomInfo} room */
function countsOf(room) {
    const play = room.seats.filter(seat => seat.name).length;
    return room.watchers ? fill(strings.rooms.talkCountWatch, { play, watch: room.watchers })
        : fill(strings.rooms.talkCount, { play });
}

/** @param {Line} line */
function drawLine({ name, text, all, news }) {
    const who = name ?? (all ? strings.rooms.master : null);
    return el('p', { class: news || !who ? 'told' : 'said' }, who ? el('b', {}, who) : null, who ? ' ' : null, text);
}
