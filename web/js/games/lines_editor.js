// Laying a position of lines: balls on the board and those that come next.
// @ts-check
/** @import { Colour, Tile } from '../types.js' */
/** @import { Editing, Setting } from './editors.js' */
import { strings } from '../strings.js';

const words = strings.editor.lines;
const letters = ['R', 'G', 'B', 'N', 'M', 'Y', 'C'];
const names = ['Red', 'Green', 'Blue', 'Brown', 'Magenta', 'Yellow', 'Cyan'];
/** @type {Colour[]} */
const colours = ['red', 'green', 'blue', 'brown', 'magenta', 'yellow', 'cyan'];

/** @param {number} i @returns {Tile} */
const ball = i => ({ row: 0, col: 0, span: 1, kind: 'tile', colour: colours[i], label: letters[i] });

/** @param {any} draft @param {(copy: any) => void} change */
function changed(draft, change) {
    const copy = structuredClone(draft);
    change(copy);
    return copy;
}

/** @param {string} row @param {number} col @param {string} letter */
const put = (row, col, letter) => row.slice(0, col) + letter + row.slice(col + 1);

/** @type {Editing['drop']} */
const drop = (draft, { area, row, col }, brush) => changed(draft, copy => {
    if (area === 'next') {
        if (brush && copy.next_balls) copy.next_balls[col] = names[letters.indexOf(brush)];
    } else {
        copy.board[row] = put(copy.board[row], col, brush || '.');
    }
});

/** @param {any} draft @returns {Setting[]} */
const settings = draft => [
    { label: words.score, at: '/score', min: 0, max: 999999, value: draft.score ?? 0,
        set: value => ({ ...draft, score: value }) },
    { label: words.turn, at: '/turn', min: 0, max: 999999, value: draft.turn ?? 0,
        set: value => ({ ...draft, turn: value }) },
];

/** @type {Editing} */
export const editing = {
    brushes: [
        ...names.map((name, i) => ({ id: letters[i], key: letters[i].toLowerCase(), name: words.colours[i] ?? name,
            tile: ball(i) })),
        { id: '', key: 'x', name: strings.editor.eraser, tile: null },
    ],
    places: '.area-board > .tile:not(.kind-text), .area-next > .tile:not(.kind-text)',
    placeOf(element) {
        const tile = element.closest('.area-board > .tile:not(.kind-text), .area-next > .tile:not(.kind-text)');
        if (!(tile instanceof HTMLElement)) return null;
        const [area, first] = tile.closest('.area-next') ? ['next', '.area-next > .tile:not(.kind-text)']
            : ['board', '.area-board > .tile:not(.kind-text)'];
        const all = [.../** @type {NodeListOf<HTMLElement>} */ (tile.parentElement?.querySelectorAll(first) ?? [])];
        const least = (/** @type {string} */ name) =>
            Math.min(...all.map(one => Number(one.style.getPropertyValue(name))));
        const at = (/** @type {string} */ name) => Number(tile.style.getPropertyValue(name)) - least(name);
        const colour = tile.classList.contains('kind-tile')
            ? colours.findIndex(one => tile.classList.contains(`colour-${one}`)) : -1;
        return { area, seat: 0, row: at('--row'), col: at('--col'), piece: colour < 0 ? null : letters[colour] };
    },
    press: (draft, place, brush) => drop(draft, place, place.piece === brush && place.area === 'board' ? '' : brush),
    drop,
    take: (draft, place) => drop(draft, place, ''),
    draftOf: ({ scenario_seed: _, game_over: __, ...state }) => state,
    request: state => ({ cmd: 'check', state }),
    empty: draft => ({ ...draft, board: draft.board.map((/** @type {string} */ row) => '.'.repeat(row.length)),
        score: 0, turn: 0 }),
    settings,
    where(at) {
        const row = /^\/board\/(\d+)/.exec(at)?.[1];
        return row ? '.area-board' : at.startsWith('/next_balls') ? '.area-next' : null;
    },
};
