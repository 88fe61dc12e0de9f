// Who is in the room and how they stand: ready or not before a round, points during it, ranks and ratings after it.
// @ts-check
/** @import { Hall } from './hall.js' */
/** @import { RoomInfo, RoomSeat } from './reading.js' */
import { el } from '../dom.js';
import { refinementsOf } from '../games/index.js';
import { clockText } from '../parts/time.js';
import { fill, strings } from '../strings.js';
import { nameAt } from './names.js';
import { minus } from './store_view.js';

/** @typedef {{ room: RoomInfo, seat: RoomSeat, index: number }} Row */
/** @typedef {{ title: string, name: string, cell: (row: Row) => Node | string }} Column */

const dotsMost = 5;

/** @param {Hall} hall */
export function scoresView(hall) {
    const title = el('h2', { class: 'heading' });
    const clock = el('span', { class: 'round-clock' });
    const body = el('div', { class: 'scores-body' });
    const element = el('div', { class: 'room-score' }, el('header', { class: 'scores-head' }, title, clock), body);
    const update = () => {
        const { room } = hall;
        if (!room) return;
        updateTitle();
        body.replaceChildren(table(hall, room), ...endNotes(hall, room));
        tick();
    };
    const tick = () => { clock.textContent = hall.room ? clockOf(hall.room) : ''; };
    const updateTitle = () => { if (hall.room) title.replaceChildren(...titleOf(hall, hall.room)); };
    return { element, update, updateTitle, tick };
}

/** @param {Hall} hall @param {RoomInfo} room @returns {(Node | string)[]} */
function titleOf(hall, room) {
    const several = room.rounds > 1;
    if (room.phase === 'waiting') return [room.round && room.round < room.rounds
        ? fill(strings.rooms.between, { round: room.round }) : strings.rooms.lobby];
    if (room.phase === 'card' && room.round >= room.rounds) return [strings.rooms.gameOver];
    if (several) return [fill(strings.rooms.roundTitle, { round: room.round }), ' ',
        el('small', {}, fill(strings.rooms.ofRounds, { rounds: room.rounds }))];
    return [room.race ? strings.rooms.race : turnOf(hall, room)];
}

/** Whose turn it is. @param {Hall} hall @param {RoomInfo} room */
function turnOf(hall, room) {
    const actor = hall.tables.get(0)?.actor ?? null;
    const seat = actor === null ? -1 : room.seats.findIndex(({ place }) => place === actor);
    if (seat < 0) return strings.rooms.playing;
    return seat === hall.seat ? strings.play.yourTurn
        : fill(strings.rooms.turnOf, { name: nameAt(room, seat, hall.seat) });
}

/** The time of a round: what is left of a race, else since it began. @param {RoomInfo} room */
function clockOf(room) {
    if (room.phase !== 'round') return '';
    const since = Math.floor((Date.now() - room.at) / 1000);
    const seconds = room.seconds !== null ? Math.max(0, room.seconds - since) : (room.elapsed ?? 0) + since;
    return clockText(seconds);
}

/** Seconds until the phase ends by itself, or null. @param {RoomInfo} room */
export const secondsLeft = room => (room.seconds === null ? null
    : Math.max(0, room.seconds - Math.floor((Date.now() - room.at) / 1000)));

/** @param {Hall} hall @param {RoomInfo} room */
function table(hall, room) {
    const columns = columnsOf(room);
    const rows = room.seats.map((seat, index) => ({ room, seat, index })).filter(({ seat }) => seat.name).sort(compare);
    const free = room.seats.length - rows.length;
    return el('table', { class: 'room-scores' },
        el('thead', {}, el('tr', {}, el('th', { scope: 'col' }, el('span', { class: 'unseen' }, strings.rooms.player)),
            ...columns.map(({ title, name }) => el('th', { scope: 'col', class: `col-${name}` }, title)))),
        el('tbody', {}, ...rows.map(row => tableRow(hall, row, columns)),
            room.phase === 'waiting' && free > 0 ? freeRow(free, columns.length + 1) : null));
}

/** @param {number} free @param {number} columns */
function freeRow(free, columns) {
    const text = free > 1 ? fill(strings.rooms.freeSeats, { count: free }) : strings.rooms.freeSeat;
    return el('tr', { class: 'free' }, el('th', { scope: 'row', colspan: columns }, text));
}

/** @param {Hall} hall @param {Row} row @param {Column[]} columns */
function tableRow(hall, row, columns) {
    const { room, seat, index } = row;
    const state = stateOf(hall, row);
    const quiet = room.phase === 'round' && state !== '';
    return el('tr', { class: [index === hall.seat ? 'own' : '', quiet ? 'quiet' : ''].join(' ') },
        el('th', { scope: 'row' },
            room.phase === 'card' && seat.rank ? el('span', { class: 'rank' }, `${seat.rank}.`) : null,
            el('span', { class: 'who' }, nameAt(room, index, hall.seat)), seat.agent
                ? el('span', { class: 'tag' }, strings.rooms.machine) : null,
            state ? el('span', { class: 'tag' }, state) : null),
        ...columns.map(({ name, cell }) => el('td', { class: `col-${name}` }, cell(row))));
}

/** @param {Hall} hall @param {Row} row */
function stateOf(hall, { room, seat, index }) {
    if (seat.left) return strings.rooms.left;
    if (seat.away) return strings.rooms.away;
    if (room.phase !== 'round') return '';
    if (seat.place === null) return strings.rooms.waits;
    if ((room.race || room.clock) && hall.isDone(index)) return room.race ? strings.rooms.done : strings.rooms.out;
    return seat.paused ? strings.rooms.stopped : '';
}

/** @param {Row} a @param {Row} b */
function compare(a, b) {
    const { phase } = a.room;
    if (phase === 'card') return (a.seat.rank ?? 99) - (b.seat.rank ?? 99) || a.index - b.index;
    const waits = (/** @type {Row} */ row) => Number(phase === 'round' && row.seat.place === null);
    return waits(a) - waits(b) || b.seat.total - a.seat.total || a.index - b.index;
}

/** @param {RoomInfo} room @returns {Column[]} */
function columnsOf(room) {
    const several = room.rounds > 1;
    const shown = (/** @type {number} */ points) => (room.race ? null
        : refinementsOf(room.game).score?.(points).value) ?? String(points);
    const points = (/** @type {string} */ title) => ({ title, name: 'now',
        cell: (/** @type {Row} */ { seat }) => (seat.place === null && room.phase === 'round' ? ''
        : minus(shown(seat.points))) });
    const won = { title: strings.rooms.won, name: 'won', cell: (/** @type {Row} */ { seat }) => wonDots(seat.won) };
    const total = { title: strings.rooms.total, name: 'total',
        cell: (/** @type {Row} */ { seat }) => minus(seat.total) };
    if (room.phase === 'waiting') {
        const ready = { title: strings.rooms.readyTitle, name: 'ready', cell: readyMark };
        return room.round && several ? [total, ready] : [ready];
    }
    if (room.phase === 'round' || room.phase === 'ending') return several ? [points(strings.rooms.now), won, total]
        : [points(strings.rooms.now)];
    const rated = room.seats.some(seat => seat.rating !== null);
    const rating = [{ title: strings.rooms.rating, name: 'rating',
        cell: (/** @type {Row} */ { seat }) => (seat.rating === null ? '' : String(seat.rating)) },
        { title: strings.rooms.gain, name: 'gain', cell: gain }];
    return [points(strings.rooms.points), ...(several ? [won, total] : []), ...(rated ? rating : [])];
}

/** @param {Row} row */
function readyMark({ seat }) {
    if (seat.agent) return '';
    return el('span', { class: seat.ready ? 'is-ready' : 'quiet' }, seat.ready ? strings.rooms.ready
        : strings.rooms.notReady);
}

/** @param {number} won */
function wonDots(won) {
    const dots = el('span', { class: 'won-dots', 'aria-hidden': 'true' },
        ...Array.from({ length: Math.min(won, dotsMost) }, () => el('i')));
    return el('span', {}, won > dotsMost ? String(won) : dots, won > dotsMost ? null
        : el('span', { class: 'unseen' }, String(won)));
}

/** @param {Row} row */
function gain({ seat }) {
    if (seat.gain === null || !seat.rank) return '';
    const text = seat.gain > 0 ? `+${seat.gain}` : minus(seat.gain);
    return el('span', { class: seat.gain > 0 ? 'rating-up' : seat.gain < 0 ? 'rating-down' : 'quiet' }, text);
}

/** @param {Hall} hall @param {RoomInfo} room */
function endNotes(hall, room) {
    const { end } = hall;
    if (room.phase === 'ending') return [el('p', { class: 'small quiet' }, strings.rooms.keeping)];
    if (!end || room.phase === 'round') return [];
    return [
        el('p', { class: 'end-card' }, end.card),
        end.trouble ? el('p', { class: 'small field-error' }, fill(strings.rooms.trouble, { why: end.trouble })) : null,
        end.record ? el('p', { class: 'small' },
            el('a', { href: `#/replay?record=${end.record}`, target: '_blank', rel: 'noopener' }, strings.rooms.kept),
                el('span', { class: 'quiet' }, ` · ${end.rated ? strings.rooms.rated : strings.rooms.unrated}`)) : null,
    ].filter(part => part !== null);
}
