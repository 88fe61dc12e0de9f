// The page's place on a server: its name, the list of rooms, the room it is in with its talk, and the tables of the round
// that is played. It outlives the screens: who goes to another screen during a round is still in it, and a lost line
// brings the page back to its seat by a token, which this tab alone keeps.
// @ts-check
/** @import { Action } from '../types.js' */
/** @import { HallList, Line, RoomInfo, RoundEnd } from './reading.js' */
import { strings } from '../strings.js';
import { Connection, RoomError, serverUrl } from './connection.js';
import { readBegin, readEnd, readGames, readHappened, readLine, readLines, readList, readRatings, readRoom,
    text } from './reading.js';
import { RoomTable } from './room_table.js';

/**
 * @typedef {{ game: string, title?: string, params?: Record<string, number>, seats?: number, rounds?: number, tick_ms?: number,
 *     minutes?: number }} RoomSetup
 */

const tokenKey = 'tilewright.room.token';
const nameKey = 'tilewright.room.name';
const talkMost = 200;

/**
 * Events: 'state' (line, name or membership), 'list', 'room', 'tables' (a round begins), 'end', 'say'
 *     (CustomEvent<Line>).
 */
export class Hall extends EventTarget {
    /** @type {string | null} the name under which the page is known to the server now */
    name = null;
    /** @type {string | null} why the server sent the page away */
    gone = null;
    /** @type {HallList | null} */
    list = null;
    /** @type {RoomInfo | null} */
    room = null;
    /** @type {number | null} */
    seat = null;
    /** @type {Line[]} */
    talk = [];
    /** @type {RoundEnd | null} how the last round ended */
    end = null;
    /** @type {Map<number, RoomTable>} */
    tables = new Map();
    round = 0;
    following = false;

    constructor() {
        super();
        this.line = new Connection({ url: serverUrl(), greet: () => this.greet() });
        this.line.addEventListener('state', () => this.tell('state'));
        this.line.addEventListener('push', event => this.hear(/** @type {CustomEvent} */ (event).detail));
    }

    get state() { return this.line.state; }
    /** The name that was used last on this machine. */
    get lastName() { return text(readKept('localStorage', nameKey), 16); }
    /** Whether the page plays in the round that is on. */
    get plays() {
        const seat = this.seat === null ? undefined : this.room?.seats[this.seat];
        return this.room?.phase === 'round' && seat?.place !== null && seat?.left === false;
    }

    /** The table of a seat of the room in this round, and its seat there. @param {number} seat */
    tableOf(seat) {
        const place = this.room?.seats[seat]?.place ?? null;
        const table = place === null ? undefined : this.tables.get(this.room?.race ? place : 0);
        return table && place !== null ? { table, who: this.room?.race ? 0 : place } : null;
    }

    /** Whether a seat has nothing more to do in this round. @param {number} seat */
    isDone(seat) {
        const at = this.tableOf(seat);
        return !!at?.table.shown && !at.table.shown.legal.movers.some(({ who }) => who === at.who);
    }

    /** @param {string} kind @param {unknown} [detail] */
    tell(kind, detail) {
        this.dispatchEvent(new CustomEvent(kind, { detail }));
    }

    connect() {
        this.line.open();
    }

    /** Resolves when there is a line to the server; throws if there is no server here. @returns {Promise<void>} */
    whenOpen() {
        this.connect();
        return new Promise((resolve, reject) => {
            const look = () => {
                if (this.state !== 'open' && this.state !== 'none') return;
                this.line.removeEventListener('state', look);
                if (this.state === 'open') resolve();
                else reject(new Error(strings.rooms.noServerTitle));
            };
            this.line.addEventListener('state', look);
            look();
        });
    }

    /** Says who this is, when the line is new. */
    async greet() {
        const token = readKept('sessionStorage', tokenKey);
        if (token && !this.gone) await this.comeBack(token);
        if (this.following) await this.follow();
    }

    /** @param {string} token */
    async comeBack(token) {
        try {
            this.take(await this.line.ask('hall.return', { token }));
        } catch (error) {
            if (!(error instanceof RoomError) || error.code === 'LOST') throw error;
            this.forget();
        }
    }

    /** Forgets who the page was: the server does not know it any more. */
    forget() {
        keep('sessionStorage', tokenKey, null);
        this.name = null;
        this.setRoom(null, null);
    }

    /** Takes the place that the server gives or gave. @param {any} answer */
    take(answer) {
        this.name = text(answer.name, 16);
        this.gone = null;
        keep('sessionStorage', tokenKey, text(answer.token));
        keep('localStorage', nameKey, this.name);
        this.arrive(answer, this.room?.room);
    }

    /** Comes into a room. @param {string} cmd @param {object} fields */
    async comeIn(cmd, fields) {
        const before = this.room?.room;
        this.arrive(await this.line.ask(cmd, fields), before);
    }

    /** @param {any} answer with `room` and `seat` @param {number | undefined} before the room in which the page was */
    arrive(answer, before) {
        const room = readRoom(answer.room);
        const said = room ? readLines(answer.room.said) : [];
        this.talk = room && room.room === before ? [...this.talk, ...unheard(this.talk, said)] : said;
        this.setRoom(room, typeof answer.seat === 'number' ? answer.seat : null);
    }

    /** @param {RoomInfo | null} room @param {number | null} seat */
    setRoom(room, seat) {
        if (room?.room !== this.room?.room) this.clearRound();
        if (!room) this.talk = [];
        this.room = room;
        this.seat = seat;
        for (const table of this.tables.values()) table.setRoom(room, seat);
        this.tell('state');
        this.tell('room');
    }

    clearRound() {
        for (const table of this.tables.values()) table.close();
        this.tables.clear();
        this.round = 0;
        this.end = null;
    }

    /** @param {Record<string, unknown>} message */
    hear(message) {
        switch (message.event) {
            case 'hall': return this.setList(readList(message));
            case 'room': return this.hearRoom(readRoom(message.room));
            case 'begin': return this.hearBegin(message);
            case 'events': return this.hearEvents(message);
            case 'end': return this.hearEnd(readEnd(message));
            case 'say': return this.hearSaid(readLine(message));
            case 'gone': return this.hearGone(text(message.why, 200));
        }
    }

    /** @param {HallList} list */
    setList(list) {
        this.list = list;
        this.tell('list');
    }

    /** @param {RoomInfo | null} room */
    hearRoom(room) {
        if (!room || (this.room && this.room.room !== room.room)) return;
        if (room.phase === 'round' && this.room?.phase !== 'round') this.end = null;
        this.room = room;
        for (const table of this.tables.values()) table.setRoom(room, this.seat);
        this.tell('room');
    }

    /** @param {unknown} message */
    hearBegin(message) {
        const begin = readBegin(message);
        if (!begin || !this.room || begin.room !== this.room.room) return;
        if (begin.round !== this.round) this.clearRound();
        this.round = begin.round;
        const old = this.tables.get(begin.table);
        if (old) return old.restart(begin);
        const table = new RoomTable(begin, action => this.act(action));
        table.setRoom(this.room, this.seat);
        table.addEventListener('missed', () => this.line.renew());
        this.tables.set(begin.table, table);
        this.tell('tables');
    }

    /** @param {unknown} message */
    hearEvents(message) {
        const happened = readHappened(message);
        if (happened.room === this.room?.room) this.tables.get(happened.table)?.happen(happened);
    }

    /** @param {RoundEnd} end */
    hearEnd(end) {
        if (end.room !== this.room?.room) return;
        this.end = end;
        this.tell('end');
    }

    /** @param {Line} line */
    hearSaid(line) {
        this.talk.push(line);
        if (this.talk.length > talkMost) this.talk.splice(0, this.talk.length - talkMost);
        this.tell('say', line);
    }

    /** @param {string} why */
    hearGone(why) {
        this.gone = why || strings.rooms.gone;
        this.name = null;
        this.setRoom(null, null);
    }

    /** Takes the seat back from another window. */
    async returnHere() {
        const token = readKept('sessionStorage', tokenKey);
        this.gone = null;
        if (token) await this.comeBack(token);
        this.tell('state');
    }

    /** @param {string} name */
    async enter(name) {
        this.take(await this.line.ask('hall.enter', { name }));
    }

    /** Gives the name up, and whatever room the page is in. */
    async leaveHall() {
        await this.line.ask('hall.leave');
        this.forget();
    }

    /** Follows the list of rooms. */
    async follow() {
        this.following = true;
        if (this.line.socket?.readyState === WebSocket.OPEN) this.setList(readList(await this.line.ask('room.list',
            { follow: true })));
    }

    async unfollow() {
        this.following = false;
        if (this.state === 'open') await this.line.ask('room.list', { follow: false }).catch(() => {});
    }

    /** A part of a long list. @param {{ game?: string, from?: number }} which @returns {Promise<HallList>} */
    async listPart(which) {
        return readList(await this.line.ask('room.list', which));
    }

    /** @param {RoomSetup} setup */
    async create(setup) {
        await this.comeIn('room.create', setup);
    }

    /** @param {number} room */
    join(room) { return this.comeIn('room.join', { room }); }
    /** @param {number} room */
    watch(room) { return this.comeIn('room.watch', { room }); }

    async leaveRoom() {
        await this.line.ask('room.leave');
        this.setRoom(null, null);
    }

    /** @param {boolean} ready */
    ready(ready) { return this.line.ask('room.ready', { ready }); }
    /** @param {Action} action */
    act(action) { return this.line.ask('room.act', { action }); }
    /** @param {boolean} paused */
    pause(paused) { return this.line.ask('room.pause', { paused }); }
    /** @param {string} words */
    chat(words) { return this.line.ask('room.chat', { text: words }); }
    /** @param {string} agent */
    seatAgent(agent) { return this.line.ask('room.agent', agent ? { agent } : {}); }
    dismiss() { return this.line.ask('room.dismiss'); }

    /** @param {string} game @param {number} [count] */
    async top(game, count = 10) {
        return readRatings((await this.line.ask('hall.top', { game, count })).ratings);
    }

    /** @param {number} [count] */
    async games(count = 10) {
        return readGames((await this.line.ask('hall.games', { count })).games);
    }
}

/**
 * The lines that were not heard yet: what was heard last may be where the others begin. @param {Line[]} heard
 * @param {Line[]} said
 */
function unheard(heard, said) {
    const same = (/** @type {Line} */ a, /** @type {Line} */ b) => a.name === b.name && a.text === b.text;
    const told = heard.filter(line => !line.news);
    for (let count = Math.min(told.length, said.length); count > 0; count--) {
        const last = told.slice(-count);
        if (last.every((line, i) => same(line, said[i]))) return said.slice(count);
    }
    return said;
}

/** @param {'localStorage' | 'sessionStorage'} where @param {string} key @returns {string | null} */
function readKept(where, key) {
    try {
        return globalThis[where].getItem(key);
    } catch {
        return null;
    }
}

/**
 * Without storage the page works, but forgets. @param {'localStorage' | 'sessionStorage'} where @param {string} key
 * @param {string | null} value
 */
function keep(where, key, value) {
    try {
        if (value === null) globalThis[where].removeItem(key);
        else globalThis[where].setItem(key, value);
    } catch {
        return;
    }
}

/** @type {Hall | null} */
let hall = null;
/** The one of this page. */
export const theHall = () => (hall ??= new Hall());
