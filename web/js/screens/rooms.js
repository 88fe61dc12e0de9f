// The rooms of a server: who is here, what is played, who played best. Without a server it says how to start one.
// @ts-check
/** @import { Route, Screen } from '../types.js' */
import { el, icon } from '../dom.js';
import { goTo } from '../router.js';
import { fill, strings } from '../strings.js';
import { useStyle } from '../style.js';
import { button } from '../parts/button.js';
import { listGames } from '../engine/engine.js';
import { theHall } from '../rooms/hall.js';
import { lineCover, lineStrip } from '../rooms/line_view.js';
import { listView } from '../rooms/list_view.js';
import { nameLine } from '../rooms/name_view.js';
import { openRoom } from '../rooms/new_room.js';
import { storeView } from '../rooms/store_view.js';
import { copyLine } from '../rooms/copy_line.js';
import { telnetLine } from '../rooms/address.js';

/** @param {HTMLElement} root @param {Route} route @returns {Promise<Screen>} */
export async function open(root, route) {
    const hall = theHall();
    const [games] = await Promise.all([listGames(), useStyle('rooms')]);
    const name = nameLine(hall);
    const strip = lineStrip(hall);
    const list = listView(hall, games, { first: route.query.get('game'), open: game => { create(game); } });
    const store = storeView(hall, games);
    const here = el('p', { class: 'quiet' });
    const telnet = el('div', { class: 'telnet' });
    const screen = el('div', { class: 'rooms-page' },
        el('header', { class: 'rooms-head' },
            el('div', {}, el('h1', { tabindex: -1 }, strings.rooms.title), here),
            name.element, button({ text: strings.rooms.open, icon: 'new', kind: 'primary', run: () => { create(); } })),
        strip.element, list.element,
        store.element, telnet);

    /** @param {string} [game] */
    async function create(game) {
        if (await name.take() && await openRoom(hall, games, game) && hall.room) goTo(`#/room/${hall.room.room}`);
    }

    function update() {
        const cover = lineCover(hall);
        if (cover) return root.replaceChildren(cover);
        if (!screen.isConnected) {
            root.replaceChildren(screen);
            store.update();
        }
        name.update();
        strip.update();
        updateList();
    }

    function updateList() {
        list.update();
        const { list: known } = hall;
        if (!known) return;
        here.textContent = known.players_count
            ? fill(strings.rooms.here, { players: known.players_count, playing: known.playing }) : strings.rooms.nobody;
        const line = telnetLine(known.telnet_port);
        if (telnet.dataset.line === String(line)) return;
        telnet.dataset.line = String(line);
        telnet.replaceChildren(icon('keys'), el('span', {}, strings.rooms.telnet), line ? copyLine(line)
            : el('span', { class: 'quiet' }, strings.rooms.telnetNone));
    }

    hall.addEventListener('state', update);
    hall.addEventListener('list', updateList);
    hall.connect();
    hall.follow().catch(() => {});
    update();
    return {
        crumbs: [{ text: strings.rooms.title }],
        commands: [],
        close() {
            hall.removeEventListener('state', update);
            hall.removeEventListener('list', updateList);
            hall.unfollow();
        },
    };
}
