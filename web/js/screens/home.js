// The four games as living pictures: a click and you play. Cards stand at once, from the strings alone; the engine
// fills their pictures, and a server, if this host has one, adds rooms. The code for both comes after the first paint.
// @ts-check
/** @import { GameInfo, Screen } from '../types.js' */
/** @import { HallList } from '../rooms/reading.js' */
import { el } from '../dom.js';
import { listGames } from '../engine/engine.js';
import { offersOf } from '../games/offers.js';
import { Card } from '../home/card.js';
import { findHall } from '../home/server.js';
import { keptGame } from '../play/kept.js';
import { fill, strings } from '../strings.js';

/** @param {HTMLElement} root @returns {Screen} */
export function open(root) {
    const cards = Object.entries(strings.games).map(([game, { line }]) => new Card(game, line));
    for (const card of cards) offerKept(card);
    const grid = el('div', { class: 'cards' }, ...cards.map(({ element }) => element));
    const telnet = el('p', { class: 'home-telnet', hidden: true });
    const badge = el('span', { class: 'badge', hidden: true });
    const foot = el('footer', { class: 'home-foot' }, el('a', { href: '#/help' }, strings.home.rules), telnet);
    root.replaceChildren(grid, foot);
    const state = { closed: false };
    let leave = () => {};
    const hear = (/** @type {HallList} */ list) => {
        for (const card of cards) if (card.several) card.addRooms();
        showCounts(cards, list, badge);
        showTelnet(telnet, list.telnet_port);
    };
    start(cards, grid, state).then(() => findHall()).then(meetHall => {
        if (meetHall && !state.closed) leave = meetHall(hear);
    }).catch(() => {});
    return { crumbs: [], commands: [], nav: drawNav(badge), close };

    function close() {
        state.closed = true;
        leave();
        for (const card of cards) card.stop();
    }
}

/** @param {Card} card */
function offerKept(card) {
    const kept = keptGame(card.game);
    if (kept) card.offer(kept.link);
}

/** @param {Card[]} cards @param {HTMLElement} grid @param {{ closed: boolean }} state */
async function start(cards, grid, state) {
    const [games, { Picture }] = await Promise.all([listGames(), import('../home/picture.js')]);
    for (const info of games) {
        if (state.closed) return;
        await findCard(cards, grid, info).start(info, Picture).catch(() => {});
    }
}

/**
 * A game that the strings do not know gets a card, too.
 * @param {Card[]} cards @param {HTMLElement} grid @param {GameInfo} info
 */
function findCard(cards, grid, info) {
    let card = cards.find(({ game }) => game === info.name);
    if (!card) {
        card = new Card(info.name, info.summary);
        card.element.classList.add('card-plain');
        cards.push(card);
        grid.append(card.element);
    }
    card.several = info.players[1] > 1;
    return card;
}

/** @param {HTMLElement} badge */
function drawNav(badge) {
    const { home } = strings;
    return el('div', { class: 'home-nav' },
        el('p', { class: 'tagline' }, strings.tagline),
        el('nav', { 'aria-label': home.nav },
            toGame('practice', home.practise), toGame('solve', home.solve),
            el('a', { href: '#/rooms' }, home.rooms, badge), el('a', { href: '#/replay' }, home.replays),
            el('a', { href: '#/help' }, home.help)));
}

/** A link to the first game that has a screen. @param {'practice' | 'solve'} screen @param {string} text */
function toGame(screen, text) {
    const game = Object.keys(strings.games).find(name => offersOf(name)[screen]);
    return game ? el('a', { href: `#/${screen}/${game}` }, text) : null;
}

/** @param {Card[]} cards @param {HallList} list @param {HTMLElement} badge */
function showCounts(cards, list, badge) {
    for (const card of cards) card.showRooms(list.rooms.filter(({ game }) => game === card.game).length);
    badge.hidden = list.rooms_count === 0;
    badge.textContent = String(list.rooms_count);
}

/** @param {HTMLElement} element @param {number | null} port */
function showTelnet(element, port) {
    element.hidden = !port;
    if (!port) return;
    const line = fill(strings.home.telnet, { host: location.hostname, port });
    element.replaceChildren(`${strings.home.orTerminal} `, el('code', {}, line));
}
