// Replays: a recorded game with a bar to seek in it. Without a record: the games to choose from.
// @ts-check
/** @import { Change, Route, Screen } from '../types.js' */
import { asideOf } from '../board/aside.js';
import { Board } from '../board/board.js';
import { animateChange } from '../board/motion.js';
import { el } from '../dom.js';
import { gameName } from '../names.js';
import { linkButton } from '../parts/button.js';
import { layout } from '../parts/layout.js';
import { Player } from '../parts/player.js';
import { openShelf } from '../replay/shelf.js';
import { ReplayTable } from '../replay/replay_table.js';
import { findRecord, sameRecord } from '../replay/source.js';
import { seatNames, tellSteps } from '../replay/steps.js';
import { linkTo } from '../router.js';
import { strings } from '../strings.js';

/** @param {HTMLElement} root @param {Route} route @returns {Promise<Screen>} */
export async function open(root, route) {
    if (!route.query.size) return openShelf(root);
    const { record, names } = await findRecord(route);
    const table = await ReplayTable.open(record, seatNames(names, record));
    const board = new Board(table.game.name, gameName(table.game.name));
    board.names = table.seats.map(({ name }) => name);
    const real = table.game.clock;
    const player = new Player(table, { speeds: real ? [2, 5, 10, 20, 50, 100] : [0.5, 1, 2, 4, 8], speed: real ? 10 : 1 });
    const told = await tellSteps(table, step => player.seek(step));
    table.addEventListener('change', event => {
        animateChange(board, /** @type {CustomEvent<Change>} */ (event).detail, () => board.paint(table.scene));
        player.update();
        told.show(table.at);
    });
    const aside = asideOf(board);
    board.paint(table.scene);
    told.show(0);
    const review = sameRecord('review', route);
    root.replaceChildren(el('div', { class: 'replay' }, layout({
        board: board.element, quick: [], actions: [player.element],
        sections: [
            { id: 'moves', title: strings.replay.moves, element: el('div', {}, told.element), grow: true },
            ...(real ? [] : [{ id: 'review', title: strings.review.title, bare: true, element: linkButton({ text: strings.review.title, href: review, kind: 'primary', icon: 'review' }) }]),
            ...aside,
        ],
    })));
    return {
        crumbs: [{ text: gameName(table.game.name), href: linkTo(['play', table.game.name]) }, { text: strings.replay.title, href: linkTo(['replay']) }, { text: table.seats.map(({ name }) => name).join(', ') }],
        commands: [{ id: 'seat', enabled: table.seats.length > 1, run: () => table.lookAs((table.who + 1) % table.seats.length) }],
        keydown: event => stepByKey(event, player),
        close: () => player.stop(),
    };
}

/** Arrow keys step, Home and End seek, the space bar plays. @param {KeyboardEvent} event @param {Player} player */
function stepByKey(event, player) {
    if (event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement) return false;
    /** @type {Record<string, () => void>} */
    const does = {
        ArrowLeft: () => player.step(-1), ArrowRight: () => player.step(1),
        Home: () => player.seek(0), End: () => player.seek(player.target.end),
    };
    if (event.key === ' ' && !(event.target instanceof HTMLButtonElement)) does[' '] = () => player.toggle();
    if (!Object.hasOwn(does, event.key)) return false;
    event.preventDefault();
    does[event.key]();
    return true;
}
