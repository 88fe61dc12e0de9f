// Laying a position of azul from a real table. The draft is a state without bag and lid, which the engine infers; the
// number of tiles in the bag may be said.
// @ts-check
/** @import { Colour, Scene, Tile } from '../types.js' */
/** @import { Editing, Place, Setting } from './editors.js' */
import { fill, strings } from '../strings.js';

const words = strings.editor.azul;
const names = ['Blue', 'Yellow', 'Red', 'Black', 'White'];
/** @type {Colour[]} */
const colours = ['blue', 'yellow', 'red', 'black', 'white'];
const letters = ['B', 'Y', 'R', 'K', 'W'];
const side = 5;
const token = 'Token';
const perColour = 20;

/** @param {Partial<Tile>} tile @returns {Tile} */
const drawn = tile => ({ row: 0, col: 0, span: 1, kind: 'tile', colour: 'plain', label: '', ...tile });

/** @type {Editing['brushes']} */
const brushes = [
    ...names.map((name, i) => ({ id: name, key: letters[i].toLowerCase(), name: words.colours[i],
        tile: drawn({ colour: colours[i], label: letters[i] }) })),
    { id: token, key: 't', name: words.token, tile: drawn({ kind: 'mark', colour: 'cyan', label: '1' }) },
    { id: '', key: 'x', name: strings.editor.eraser, tile: null },
];

/** A copy with a change. @param {any} draft @param {(copy: any) => void} change */
function changed(draft, change) {
    const copy = structuredClone(draft);
    change(copy);
    return copy;
}

/** @param {Record<string, number>} tiles @param {string} name @param {number} by */
function count(tiles, name, by) {
    const next = (tiles[name] ?? 0) + by;
    if (next > 0) tiles[name] = next;
    else delete tiles[name];
}

/** Where a colour belongs in a row of the wall. @param {number} row @param {string} name */
const wallCol = (row, name) => (names.indexOf(name) + row) % side;

/** @param {any} draft @param {(draft: any) => void} put the token there, after it is taken from everywhere */
const moveToken = (draft, put) => changed(draft, copy => {
    copy.center.has_first_player_token = false;
    for (const player of copy.players) player.floor_line.has_first_player_token = false;
    put(copy);
});

/** @type {Record<string, (draft: any, place: Place, brush: string) => any>} one more of it, by the class of the area */
const add = {
    factory: (draft, { row }, brush) => (brush === token ? draft
        : changed(draft, copy => count(copy.factories[row], brush, 1))),
    center: (draft, _, brush) => (brush === token
        ? moveToken(draft, copy => { copy.center.has_first_player_token = true; })
        : changed(draft, copy => count(copy.center.tiles, brush, 1))),
    lines: (draft, { seat, row }, brush) => (brush === token ? draft : changed(draft, copy => {
        const line = copy.players[seat].pattern_lines[row];
        line.count_filled = line.color === brush ? line.count_filled + 1 : 1;
        line.color = brush;
    })),
    wall: (draft, { seat, row }, brush) => (brush === token ? draft
        : changed(draft, copy => { copy.players[seat].wall[row][wallCol(row, brush)] = true; })),
    floor: (draft, { seat }, brush) => (brush === token
        ? moveToken(draft, copy => { copy.players[seat].floor_line.has_first_player_token = true; })
        : changed(draft, copy => copy.players[seat].floor_line.tiles.push(brush))),
};

/** @type {Record<string, (draft: any, place: Place) => any>} without what lies there */
const without = {
    factory: (draft, { row, piece }) => changed(draft, copy => { if (piece) count(copy.factories[row], piece, -1); }),
    center: (draft, { piece }) => (piece === token
        ? moveToken(draft, copy => { copy.center.has_first_player_token = true; })
        : changed(draft, copy => { if (piece) count(copy.center.tiles, piece, -1); })),
    lines: (draft, { seat, row }) => changed(draft,
        copy => fillLine(copy.players[seat].pattern_lines[row], null,
        copy.players[seat].pattern_lines[row].count_filled - 1)),
    wall: (draft, { seat, row, col }) => changed(draft, copy => { copy.players[seat].wall[row][col] = false; }),
    floor: (draft, { seat, piece }) => (piece === token
        ? moveToken(draft, copy => { copy.center.has_first_player_token = true; })
        : changed(draft, copy => {
            const { tiles } = copy.players[seat].floor_line;
            const at = piece ? tiles.lastIndexOf(piece) : tiles.length - 1;
            if (at >= 0) tiles.splice(at, 1);
        })),
};

/** @param {any} line @param {string | null} name null keeps its colour @param {number} filled */
function fillLine(line, name, filled) {
    line.count_filled = Math.max(0, filled);
    line.color = line.count_filled ? name ?? line.color : null;
}

/** @type {Record<string, (draft: any, place: Place, brush: string) => any>} a click, where it is more than one more */
const press = {
    factory: (draft, place, brush) => {
        if (place.piece === brush) return without.factory(draft, place);
        return add.factory(place.piece ? without.factory(draft, place) : draft, place, brush);
    },
    lines: (draft, { seat, row, col }, brush) => (brush === token ? draft : changed(draft, copy => {
        const line = copy.players[seat].pattern_lines[row];
        const upTo = side - col;
        fillLine(line, brush, line.color === brush && line.count_filled === upTo ? upTo - 1 : upTo);
    })),
    wall: (draft, { seat, row, col }) => changed(draft, copy => {
        const cells = copy.players[seat].wall[row];
        cells[col] = !cells[col];
    }),
    floor: (draft, place, brush) => (place.piece === brush ? without.floor(draft, place)
        : add.floor(draft, place, brush)),
};

/** @param {any} draft @param {number} many */
const withPlayers = (draft, many) => changed(draft, copy => {
    copy.ruleset_id = `azul_v1_${many}p`;
    copy.factories = Array.from({ length: 2 * many + 1 }, (_, i) => copy.factories[i] ?? {});
    const gone = copy.players.slice(many).some((/** @type {any} */ player) => player.floor_line.has_first_player_token);
    copy.players = Array.from({ length: many }, (_, i) => copy.players[i] ?? freshPlayer());
    copy.center.has_first_player_token ||= gone;
    copy.active_player_id = Math.min(copy.active_player_id, many - 1);
});

const freshPlayer = () => ({
    score: 0,
    pattern_lines: Array.from({ length: side }, (_, i) => ({ capacity: i + 1, color: null, count_filled: 0 })),
    wall: Array.from({ length: side }, () => Array(side).fill(false)),
    floor_line: { tiles: [], has_first_player_token: false },
});

/** @param {any} draft @returns {Setting[]} */
function settings(draft) {
    const many = draft.players.length;
    const set = (/** @type {(copy: any, value: number) => void} */ change) =>
        (/** @type {number} */ value) => changed(draft, copy => change(copy, value));
    const seats = draft.players.map((/** @type {unknown} */ _, /** @type {number} */ i) => fill(strings.play.player,
        { n: i + 1 }));
    return [
        { label: words.players, at: '/ruleset_id', min: 2, max: 4, value: many,
            set: value => withPlayers(draft, value), choices: ['2', '3', '4'] },
        { label: words.mover, at: '/active_player_id', min: 0, max: many - 1, value: draft.active_player_id,
            set: set((copy, value) => { copy.active_player_id = value; }), choices: seats },
        { label: words.round, at: '/round_number', min: 1, max: draft.max_rounds ?? 50, value: draft.round_number,
            set: set((copy, value) => { copy.round_number = value; }) },
        ...seats.map((/** @type {string} */ name, /** @type {number} */ i) => ({
            label: fill(words.score, { name }), at: `/players/${i}/score`, min: 0, max: 9999,
                value: draft.players[i].score, set: set((copy, value) => { copy.players[i].score = value; }),
        })),
        { label: words.bag, at: '/bag', min: 0, max: 100, value: draft.in_bag ?? bagOf(draft),
            set: set((copy, value) => { copy.in_bag = value; }) },
    ];
}

/** Tiles that are nowhere on the table. @param {any} draft */
function bagOf(draft) {
    const sum = (/** @type {Record<string, number>} */ tiles) => Object.values(tiles).reduce((a, b) => a + b, 0);
    const ofPlayer = (/** @type {any} */ { pattern_lines: lines, wall, floor_line: floor }) =>
        lines.reduce((/** @type {number} */ n, /** @type {any} */ line) => n + line.count_filled,
            0) + wall.flat().filter(Boolean).length + floor.tiles.length;
    const laid = [...draft.factories, draft.center.tiles].reduce((n, tiles) => n + sum(tiles), 0) +
        draft.players.reduce((/** @type {number} */ n, /** @type {any} */ player) => n + ofPlayer(player), 0);
    return Math.max(0, names.length * perColour - laid);
}

/**
 * With nothing to draft a round is over, and full lines and floors cannot be: a tile in the centre lets them be drawn.
 * @param {any} draft
 */
function standIn(draft) {
    const laid = [...draft.factories, draft.center.tiles].some(tiles => Object.keys(tiles).length > 0);
    return laid ? draft : { ...changed(draft, copy => count(copy.center.tiles, names[4], 1)), in_bag: undefined };
}

/** @param {Scene} scene @returns {Scene} */
function withoutStandIn(scene) {
    const center = scene.areas.find(area => area.class === 'center');
    const isStandIn = (/** @type {Tile} */ tile) => !!center && tile.kind === 'tile' && tile.row >= center.row
        && tile.row < center.row + 1 && tile.col >= center.col;
    return { ...scene, tiles: scene.tiles.map(tile => (isStandIn(tile)
        ? { ...tile, kind: 'empty', colour: 'plain', label: '', spot: undefined } : tile)) };
}

/** @type {Record<string, string>} what the engine calls the parts of a player, and what the picture calls them */
const parts = { pattern_lines: 'lines', wall: 'wall', floor_line: 'floor' };

/** @type {Editing} */
export const editing = {
    brushes,
    places: '.area-factory, .area-center, .area-lines > .tile:not(.kind-text), .area-wall > .tile, .area-floor',
    placeOf(element) {
        const area = element.closest('.area-factory, .area-center, .area-lines, .area-wall, .area-floor');
        if (!(area instanceof HTMLElement)) return null;
        const name = [...area.classList].find(one => /^area-(factory|center|lines|wall|floor)$/.test(one))?.slice(5)
            ?? '';
        const tile = element.closest('.tile');
        const number = (/** @type {string} */ of) => (tile instanceof HTMLElement
            ? Number(tile.style.getPropertyValue(of)) - 1 : 0);
        const row = name === 'factory' ? Number(/\d+/.exec(area.getAttribute('aria-label') ?? '')?.[0]) - 1
            : number('--row');
        if (name === 'lines' && tile?.classList.contains('kind-text')) return null;
        return { area: name, seat: Number(area.dataset.seat ?? 0), row, col: number('--col'), piece: pieceOf(tile) };
    },
    press: (draft, place, brush) => (brush === '' ? without[place.area](draft, place)
        : (press[place.area] ?? add[place.area])(draft, place, brush)),
    drop: (draft, place, brush) => (brush === '' ? without[place.area](draft, place)
        : add[place.area](draft, place, brush)),
    take: (draft, place) => without[place.area](draft, place),
    draftOf(state) {
        const { bag, lid, draft_phase_progress: _, refilling: __, game_over: ___, scenario_seed: ____,
            ...rest } = state;
        const rests = Object.keys(lid ?? {}).length > 0;
        return rests ? { ...rest,
            in_bag: Object.values(/** @type {Record<string, number>} */ (bag)).reduce((a, b) => a + b, 0) } : rest;
    },
    request({ in_bag: inBag, ...state }) {
        return { cmd: 'position', state, ...(inBag === undefined ? {} : { bag: Math.min(inBag, bagOf(state)) }) };
    },
    empty: draft => ({ ...withPlayers({ ...draft, factories: [], players: [],
        center: { tiles: {}, has_first_player_token: true }, active_player_id: 0 }, draft.players.length),
        round_number: 1, in_bag: undefined }),
    settings, standIn, withoutStandIn,
    where(at) {
        const factory = /^\/factories\/(\d+)/.exec(at);
        if (factory) return `.area-factory:nth-of-type(${Number(factory[1]) + 1})`;
        if (at.startsWith('/center')) return '.area-center';
        const [, seat, part, row] = /^\/players\/(\d+)\/(pattern_lines|wall|floor_line)(?:\/(\d+))?/.exec(at) ?? [];
        if (!part) return null;
        const area = `.area-${parts[part]}[data-seat="${seat}"]`;
        return row && part !== 'floor_line' ? `${area} > .tile[style*="--row: ${Number(row) + 1};"]:not(.kind-text)`
            : area;
    },
};

/** What lies on an element. @param {Element | null} tile */
function pieceOf(tile) {
    if (!tile || (!tile.classList.contains('kind-tile') && !tile.classList.contains('kind-mark'))) return null;
    if (tile.closest('.area-wall')) return null;
    if (tile.classList.contains('kind-mark')) return token;
    const at = colours.findIndex(colour => tile.classList.contains(`colour-${colour}`));
    return at < 0 ? null : names[at];
}
