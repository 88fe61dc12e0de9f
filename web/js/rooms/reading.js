// What a server tells, read with care: every field has its type and its bounds here, so that the screens can trust it.
// Objects have the names of docs/protocol.md. What makes no sense becomes nothing, never an error in a screen.
// @ts-check

/**
 * @typedef {{ name: string | null, agent: boolean, ready: boolean, paused: boolean, pause_left: number | null, away: boolean,
 *     left: boolean, place: number | null, points: number, total: number, won: number, rank: number | null,
 *     rating: number | null, gain: number | null }} RoomSeat
 * @typedef {{ room: number, title: string, game: string, params: Record<string, number>, race: boolean, clock: boolean,
 *     phase: Phase, seconds: number | null, elapsed: number | null, round: number, rounds: number, tick_ms: number | null,
 *     minutes: number, seats: RoomSeat[], watchers: number, can_skip: boolean, at: number }} RoomInfo `at`: when it came
 * @typedef {'waiting' | 'round' | 'ending' | 'card'} Phase
 * @typedef {{ name: string | null, text: string, all?: boolean, news?: boolean }} Line something said; `news`: what happened at the table
 * @typedef {{ room: number, title: string, game: string, phase: Phase, round: number, rounds: number, seats: number,
 *     names: string[], watchers: number }} RoomLine
 * @typedef {{ rooms: RoomLine[], rooms_count: number, players: string[], players_count: number, playing: number,
 *     telnet_port: number | null }} HallList
 * @typedef {{ seat: number, name: string, points: number, rank: number, total: number, won: number, rating: number | null,
 *     gain: number | null }} EndSeat
 * @typedef {{ room: number, round: number, rounds: number, card: string, record: number | null, rated: boolean,
 *     trouble: string | null, seats: EndSeat[] }} RoundEnd
 * @typedef {{ name: string, agent: boolean, rating: number, deviation: number, games: number, wins: number }} Rating
 * @typedef {{ game: string, record: number, race: boolean, rated: boolean, ended: number | null, seconds: number,
 *     seats: { name: string, agent: boolean, points: number, rank: number }[] }} KeptGame
 */

const phases = ['waiting', 'round', 'ending', 'card'];
const most = 1e12;

/** @param {unknown} value @returns {Record<string, any>} */
const object = value => (value && typeof value === 'object' && !Array.isArray(value) ? value : {});
/** @param {unknown} value @param {number} length @returns {string} */
export const text = (value, length = 64) => (typeof value === 'string'
    ? Array.from(value.slice(0, 4 * length)).slice(0, length).join('') : '');
/** @param {unknown} value @param {number} [length] */
const textOrNull = (value, length) => text(value, length) || null;
/** @param {unknown} value @returns {number} */
const whole = value => (typeof value === 'number' && Number.isFinite(value) && Math.abs(value) < most
    ? Math.trunc(value) : 0);
/** @param {unknown} value */
const wholeOrNull = value => (typeof value === 'number' ? whole(value) : null);
/** @template T @param {unknown} value @param {number} count @param {(item: unknown) => T} read @returns {T[]} */
const list = (value, count, read) => (Array.isArray(value) ? value.slice(0, count).map(read) : []);
/** @param {unknown} value @returns {Phase} */
const phase = value => /** @type {Phase} */ (phases.includes(/** @type {string} */ (value)) ? value : 'waiting');

/** @param {unknown} value */
function params(value) {
    const entries = Object.entries(object(value)).slice(0, 32);
    return Object.fromEntries(entries.map(([name, number]) => [text(name, 32), whole(number)]));
}

/** @param {unknown} value @returns {RoomSeat} */
function seat(value) {
    const from = object(value);
    return {
        name: textOrNull(from.name), agent: from.agent === true, ready: from.ready === true,
            paused: from.paused === true,
        pause_left: wholeOrNull(from.pause_left), away: from.away === true, left: from.left === true,
            place: wholeOrNull(from.place),
        points: whole(from.points), total: whole(from.total), won: Math.max(0, whole(from.won)),
            rank: wholeOrNull(from.rank),
        rating: wholeOrNull(from.rating), gain: wholeOrNull(from.gain),
    };
}

/** @param {unknown} value @returns {RoomInfo | null} */
export function readRoom(value) {
    const from = object(value);
    if (!whole(from.room)) return null;
    return {
        room: whole(from.room), title: text(from.title), game: text(from.game), params: params(from.params),
            race: from.race === true,
        clock: from.clock === true, phase: phase(from.phase), seconds: wholeOrNull(from.seconds),
            elapsed: wholeOrNull(from.elapsed),
        round: whole(from.round), rounds: whole(from.rounds), tick_ms: wholeOrNull(from.tick_ms),
            minutes: whole(from.minutes),
        seats: list(from.seats, 16, seat), watchers: whole(from.watchers), can_skip: from.can_skip === true,
            at: Date.now(),
    };
}

/** @param {unknown} value @returns {Line} */
export function readLine(value) {
    const from = object(value);
    return { name: textOrNull(from.name), text: text(from.text, 256), all: from.all === true };
}

/** @param {unknown} value */
export const readLines = value => list(value, 64, readLine);

/** @param {unknown} value @returns {RoomLine} */
function roomLine(value) {
    const from = object(value);
    return {
        room: whole(from.room), title: text(from.title), game: text(from.game), phase: phase(from.phase),
            round: whole(from.round),
        rounds: whole(from.rounds), seats: whole(from.seats), names: list(from.names, 16, name => text(name)),
            watchers: whole(from.watchers),
    };
}

/** @param {unknown} value @returns {HallList} */
export function readList(value) {
    const from = object(value);
    return {
        rooms: list(from.rooms, 100, roomLine).filter(({ room }) => room > 0), rooms_count: whole(from.rooms_count),
        players: list(from.players, 100, name => text(name)), players_count: whole(from.players_count),
            playing: whole(from.playing),
        telnet_port: wholeOrNull(from.telnet_port),
    };
}

/** @param {unknown} value @returns {EndSeat} */
function endSeat(value) {
    const from = object(value);
    return {
        seat: whole(from.seat), name: text(from.name), points: whole(from.points), rank: whole(from.rank),
            total: whole(from.total),
        won: whole(from.won), rating: wholeOrNull(from.rating), gain: wholeOrNull(from.gain),
    };
}

/** @param {unknown} value @returns {RoundEnd} */
export function readEnd(value) {
    const from = object(value);
    return {
        room: whole(from.room), round: whole(from.round), rounds: whole(from.rounds), card: text(from.card, 300),
            record: wholeOrNull(from.record),
        rated: from.rated === true, trouble: textOrNull(from.trouble, 200), seats: list(from.seats, 16, endSeat),
    };
}

/** @param {unknown} value @returns {Rating[]} */
export const readRatings = value => list(value, 100, item => {
    const from = object(item);
    return {
        name: text(from.name), agent: from.agent === true, rating: whole(from.rating), deviation: whole(from.deviation),
        games: whole(from.games), wins: whole(from.wins),
    };
});

/** @param {unknown} value @returns {KeptGame[]} */
export const readGames = value => list(value, 100, item => {
    const from = object(item);
    return {
        game: text(from.game), record: whole(from.record), race: from.race === true, rated: from.rated === true,
        ended: wholeOrNull(from.ended), seconds: whole(from.seconds),
            seats: list(from.seats, 16, one => ({ ...endSeat(one), agent: object(one).agent === true })),
    };
});

/**
 * @typedef {{ room: number, round: number, table: number, seat: number | null, game: string, params: Record<string, number>,
 *     n: number, state: object }} Begin
 * @typedef {{ room: number, table: number, n: number, events: { who: unknown, action: unknown }[], state: object | null }} Happened
 * @param {unknown} value @returns {Begin | null}
 */
export function readBegin(value) {
    const from = object(value);
    if (!from.state || typeof from.state !== 'object') return null;
    return {
        room: whole(from.room), round: whole(from.round), table: whole(from.table), seat: wholeOrNull(from.seat),
            game: text(from.game),
        params: params(from.params), n: whole(from.n), state: from.state,
    };
}

/** @param {unknown} value @returns {Happened} */
export function readHappened(value) {
    const from = object(value);
    const events = list(from.events, 10000, event => ({ who: object(event).who, action: object(event).action }));
    return { room: whole(from.room), table: whole(from.table), n: whole(from.n), events, state: from.state
        ? object(from.state) : null };
}
