// The boards of a round: the one that the page plays or watches, large, and in a race those of the others, small beside it.
// @ts-check
/** @import { Change, Scene } from '../types.js' */
/** @import { Hall } from './hall.js' */
/** @import { RoomTable } from './room_table.js' */
import { el } from '../dom.js';
import { asideOf } from '../board/aside.js';
import { Board } from '../board/board.js';
import { Chooser } from '../board/choose.js';
import { animateChange } from '../board/motion.js';
import { refinementsOf } from '../games/index.js';
import { selectField } from '../parts/fields.js';
import { note } from '../parts/say.js';
import { gameName, nameSeats } from '../names.js';
import { fill, strings } from '../strings.js';
import { nameAt } from './names.js';
import { minus } from './store_view.js';

/**
 * @typedef {{ table: RoomTable, board: Board, element: HTMLElement, chooser: Chooser | null, stop: AbortController }}
 *     Shown
 */

export class RoundView {
    /** @type {Map<RoomTable, Shown>} */
    shown = new Map();
    /** @type {number | null} the seat of the room that is looked at, chosen by who watches */
    viewed = null;
    main = el('div', { class: 'room-main' });
    others = el('div', { class: 'room-others', role: 'group', 'aria-label': strings.rooms.others });
    head = el('div', { class: 'room-view' });
    element = el('div', { class: 'room-round' }, this.head, this.main, this.others);
    /** What a narrow picture of a table for all leaves out. */
    aside = el('div', { class: 'narrow' });

    /**
     * @param {Hall} hall
     * @param {{ pause: () => void, changed: () => void }} does `changed`: the table stands otherwise now
     */
    constructor(hall, does) {
        this.hall = hall;
        this.does = does;
    }

    /** The seat whose view is large: the own one while it plays, else the chosen one, else the first. */
    get looked() {
        const { room, seat } = this.hall;
        const plays = (/** @type {number | null} */ at) => at !== null && (room?.seats[at]?.place ?? null) !== null;
        if (plays(seat) && !this.mayChoose) return seat;
        if (plays(this.viewed)) return this.viewed;
        if (plays(seat)) return seat;
        const first = room?.seats.findIndex(one => one.place !== null) ?? -1;
        return first < 0 ? null : first;
    }

    /** Who watches chooses the view; so does who has come to the end of a race. */
    get mayChoose() {
        const { room, seat } = this.hall;
        if (seat === null || (room?.seats[seat]?.place ?? null) === null) return true;
        return !!room?.race && this.hall.isDone(seat);
    }

    /** The table that the keys are for. */
    get chooser() {
        return [...this.shown.values()].find(({ chooser }) => chooser)?.chooser ?? null;
    }

    /** Brings boards and names up to date with the room. */
    update() {
        const tables = [...this.hall.tables.values()].filter(table => table.shown);
        for (const [table, shown] of this.shown) if (!tables.includes(table)) this.drop(table, shown);
        const looked = this.looked === null ? null : this.hall.tableOf(this.looked);
        for (const table of tables) this.place(table, table === looked?.table);
        if (looked) looked.table.lookAs(looked.who);
        this.others.hidden = this.shown.size < 2;
        this.element.classList.toggle('race', this.shown.size > 1);
        this.element.classList.toggle('watched', !this.chooser);
        this.others.style.setProperty('--others', String(Math.max(1, this.shown.size - 1)));
        this.updateHead();
    }

    close() {
        for (const [table, shown] of this.shown) this.drop(table, shown);
    }

    /** @param {RoomTable} table @param {Shown} shown */
    drop(table, shown) {
        shown.stop.abort();
        shown.chooser?.close();
        shown.element.remove();
        this.shown.delete(table);
    }

    /** @param {RoomTable} table @param {boolean} large */
    place(table, large) {
        const shown = this.shown.get(table) ?? this.make(table);
        const home = large ? this.main : this.others;
        if (shown.element.parentNode !== home) {
            home.append(shown.element);
            this.paint(shown);
            shown.chooser?.update();
        }
        if (!large) shown.element.style.setProperty('order', String(table.table));
        shown.element.querySelector('.board-of')?.replaceChildren(...this.titleOf(table));
    }

    /** @param {RoomTable} table @returns {Shown} */
    make(table) {
        const name = table.seat !== null ? strings.rooms.yourBoard
            : fill(strings.rooms.boardOf, { name: table.seats[0]?.name ?? '' });
        const board = new Board(table.game.name, this.hall.room?.race ? name : gameName(table.game.name));
        const element = el('div', { class: 'room-board' }, el('p', { class: 'board-of' }), board.element);
        const chooser = table.seat === null ? null
            : new Chooser(board, table, { play: action => table.act(action), pause: this.does.pause });
        const shown = { table, board, element, chooser, stop: new AbortController() };
        this.shown.set(table, shown);
        this.aside.replaceChildren(...(this.hall.room?.race ? [] : asideOf(board).map(section => section.element)));
        table.addEventListener('change', event => this.hear(shown, /** @type {CustomEvent<Change>} */ (event).detail),
            { signal: shown.stop.signal });
        table.addEventListener('trouble', event => note(/** @type {CustomEvent<Error>} */ (event).detail.message),
            { signal: shown.stop.signal });
        return shown;
    }

    /** @param {Shown} shown @param {Change} change */
    hear(shown, change) {
        animateChange(shown.board, change, () => this.paint(shown));
        shown.chooser?.update(change);
        this.tellNews(shown, change);
        if (change.kind !== 'seats') this.does.changed();
    }

    /** @param {Shown} shown */
    paint({ table, board, element }) {
        board.names = table.seats.map(seat => seat?.name ?? '');
        board.turn = table.game.clock || table.over ? null : table.actor;
        board.paint(element.parentNode === this.others ? largestPart(table.scene) : table.scene);
    }

    /** What happened at a table that all share is part of the talk. @param {Shown} shown @param {Change} change */
    tellNews({ table }, { kind, events }) {
        if (kind !== 'act' || this.hall.room?.race) return;
        const names = table.seats.map(seat => seat?.name);
        const { tells = () => true } = refinementsOf(table.game.name);
        const told = events.flatMap(({ effects = [] }) => effects.filter(effect => !effect.routine && effect.text
            && tells(effect)));
        for (const { text } of told) this.hall.hearSaid({ name: null, text: `${nameSeats(text, names)}.`, news: true });
    }

    /** @param {RoomTable} table */
    titleOf(table) {
        const { room } = this.hall;
        const seat = room?.seats.find(one => one.place === table.table);
        if (!room?.race || !seat) return [];
        return [el('b', {}, table.seats[0]?.name ?? ''), el('span', {}, minus(seat.points))];
    }

    updateHead() {
        const { room, seat } = this.hall;
        if (!room || !this.mayChoose) return this.head.replaceChildren();
        const places = room.seats.map((one, index) => ({ one, index })).filter(({ one }) => one.place !== null);
        const options = places.map(({ index }) => ({ value: String(index), text: nameAt(room, index, seat) }));
        const look = JSON.stringify([options, this.looked]);
        if (this.head.dataset.look === look) return;
        this.head.dataset.look = look;
        const field = selectField({ label: strings.rooms.view, value: String(this.looked), options,
            change: value => this.view(Number(value)) });
        this.head.replaceChildren(field.element);
    }

    /** @param {number} seat */
    view(seat) {
        this.viewed = seat;
        this.update();
    }
}

/**
 * The largest area of a picture, with what lies in it: enough for a side view. @param {Scene} scene @returns {Scene}
 */
function largestPart(scene) {
    const largest = scene.areas.reduce((best, area) => (area.rows * area.cols > best.rows * best.cols ? area : best),
        scene.areas[0]);
    if (!largest) return scene;
    const isIn = (/** @type {{ row: number, col: number }} */ { row, col }) =>
        row >= largest.row && col >= largest.col && row < largest.row + largest.rows
            && col < largest.col + largest.cols;
    return { ...scene, rows: largest.rows, cols: largest.cols, tiles: scene.tiles.filter(isIn),
        areas: scene.areas.filter(isIn) };
}
