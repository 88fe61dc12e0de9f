// The list of rooms: live, with a filter by game. The server pushes the first hundred; more are asked for.
// @ts-check
/** @import { GameInfo } from '../types.js' */
/** @import { Hall } from './hall.js' */
/** @import { HallList, RoomLine } from './reading.js' */
import { el, icon } from '../dom.js';
import { gameName } from '../names.js';
import { fill, strings } from '../strings.js';
import { button, linkButton } from '../parts/button.js';
import { choiceField } from '../parts/fields.js';

/**
 * @param {Hall} hall @param {GameInfo[]} games
 * @param {{ first: string | null, open: (game?: string) => void }} how `first` is the game that is shown at first
 */
export function listView(hall, games, { first, open }) {
    let game = games.find(({ name }) => name === first)?.name ?? '';
    /** @type {RoomLine[]} those after the first hundred, as they were when asked for */
    let further = [];
    const filter = choiceField({
        label: strings.rooms.game, hideLabel: true, value: game, change: choose,
        options: [{ value: '', text: strings.rooms.all },
            ...games.map(({ name }) => ({ value: name, text: gameName(name) }))],
    });
    const rows = el('ul', { class: 'room-list' });
    const foot = el('div', { class: 'room-list-foot' });
    const element = el('div', { class: 'room-lists' }, filter.element, rows, foot);

    /** @param {string} name */
    function choose(name) {
        game = name;
        further = [];
        update();
    }

    async function more() {
        const from = (hall.list?.rooms.length ?? 0) + further.length;
        const part = await hall.listPart({ from });
        further = [...further, ...part.rooms];
        update();
    }

    function update() {
        const { list } = hall;
        if (!list) return;
        const known = [...list.rooms, ...further.filter(({ room }) => !list.rooms.some(one => one.room === room))];
        const shown = known.filter(line => !game || line.game === game);
        keepRows(rows, shown, line => roomRow(line, hall));
        if (!shown.length) rows.replaceChildren(emptyRow(list, game, games, open));
        const rest = list.rooms_count - known.length;
        foot.replaceChildren(...(rest > 0
            ? [button({ text: fill(strings.rooms.more, { count: list.rooms_count }),
            run: () => { more().catch(() => {}); } })] : []));
    }
    update();
    return { element, update };
}

/**
 * Rows that did not change stay, with the focus in them. @param {HTMLElement} rows @param {RoomLine[]} lines
 * @param {(line: RoomLine) => HTMLElement} make
 */
function keepRows(rows, lines, make) {
    const old = new Map([...rows.children].map(row => [/** @type {HTMLElement} */ (row).dataset.look, row]));
    const focus = /** @type {HTMLElement | null} */ (document.activeElement)?.closest?.('[data-room]')?.getAttribute('data-room');
    const next = lines.map(line => {
        const made = make(line);
        return old.get(made.dataset.look) ?? made;
    });
    if (next.length === rows.children.length && next.every((row, i) => rows.children[i] === row)) return;
    rows.replaceChildren(...next);
    if (focus) /** @type {HTMLElement | null} */ (rows.querySelector(`[data-room="${CSS.escape(focus)}"] a`))?.focus();
}

/** @param {RoomLine} line @param {Hall} hall */
function roomRow(line, hall) {
    const mine = hall.room?.room === line.room;
    const taken = line.names.length;
    const phase = line.rounds > 1 && line.round > 0
        ? `${strings.rooms.phases[line.phase]}, ${fill(strings.rooms.roundOf, { round: line.round, rounds: line.rounds })}` : strings.rooms.phases[line.phase];
    const row = el('li', { class: `room-row phase-${line.phase}${mine ? ' mine' : ''}`, 'data-room': line.room,
        'data-look': JSON.stringify([line, mine, !!hall.name]) },
        el('div', { class: 'room-what' },
            el('h2', { class: 'room-title' }, line.title),
            el('p', { class: 'small quiet' }, gameName(line.game), ' · ',
                el('span', { class: 'room-phase' }, mine ? strings.rooms.yours : phase))),
        el('ul', { class: 'room-names small' }, ...line.names.map(name => el('li', {}, name))),
        el('div', { class: 'room-counts small' },
            seatDots(taken, line.seats), el('span', {}, fill(strings.rooms.seatsTaken, { taken, seats: line.seats })),
            line.watchers ? el('span', { class: 'quiet' }, fill(strings.rooms.watchers, { count: line.watchers }))
                : null),
        el('div', { class: 'room-go' }, ...rowButtons(line, mine)));
    return row;
}

/** @param {RoomLine} line @param {boolean} mine */
function rowButtons(line, mine) {
    const href = `#/room/${line.room}`;
    const named = (/** @type {HTMLElement} */ link) => { link.setAttribute('aria-label',
        `${link.textContent}: ${line.title}`); return link; };
    if (mine) return [named(linkButton({ text: strings.rooms.returnTo, href, kind: 'primary' }))];
    const watch = named(linkButton({ text: strings.rooms.watch, href: `${href}?watch=1`, kind: 'quiet' }));
    return line.names.length < line.seats ? [watch, named(linkButton({ text: strings.rooms.join, href }))] : [watch];
}

/** @param {number} taken @param {number} seats */
function seatDots(taken, seats) {
    const dots = Array.from({ length: Math.min(seats, 8) }, (_, i) => el('i', { class: i < taken ? 'taken' : '' }));
    return el('span', { class: 'seat-dots', 'aria-hidden': 'true' }, ...dots);
}

/** @param {HallList} list @param {string} game @param {GameInfo[]} games @param {(game?: string) => void} open */
function emptyRow(list, game, games, open) {
    const offered = game ? games.filter(({ name }) => name === game) : games;
    return el('li', { class: 'room-empty' }, el('div', { class: 'trouble-icon' }, icon('rooms')),
        el('h2', {}, game ? strings.rooms.emptyGame : strings.rooms.emptyTitle),
        game ? null : el('p', { class: 'quiet' }, strings.rooms.empty),
        el('div', { class: 'buttons' }, ...offered.map(({ name }) => openButton(name, open))));
}

/** @param {string} game @param {(game: string) => void} open */
function openButton(game, open) {
    const made = button({ text: gameName(game), icon: 'new', run: () => open(game) });
    made.setAttribute('aria-label', fill(strings.rooms.openGame, { game: gameName(game) }));
    return made;
}
