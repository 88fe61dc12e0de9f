// What the server keeps: the best players of a game, and the last games with their replays. It is not shown before it came.
// @ts-check
/** @import { GameInfo } from '../types.js' */
/** @import { Hall } from './hall.js' */
/** @import { KeptGame, Rating } from './reading.js' */
import { el } from '../dom.js';
import { gameName } from '../names.js';
import { fill, strings } from '../strings.js';
import { selectField } from '../parts/fields.js';
import { seatName } from './names.js';

/** @param {Hall} hall @param {GameInfo[]} games */
export function storeView(hall, games) {
    const top = el('div', { class: 'top-list' });
    const last = el('div', { class: 'last-games' });
    const which = selectField({ label: strings.rooms.game, value: games[0].name,
        options: games.map(({ name }) => ({ value: name, text: gameName(name) })), change: () => update() });
    which.element.classList.add('label-unseen');
    const element = el('aside', { class: 'store', hidden: true },
        el('section', { class: 'store-card' }, el('header', {}, el('h2', {}, strings.rooms.top), which.element), top),
        el('section', { class: 'store-card' }, el('header', {}, el('h2', {}, strings.rooms.games)), last));

    async function update() {
        if (hall.state !== 'open') return;
        const [ratings, kept] = await Promise.all([hall.top(which.value).catch(() => []),
            hall.games().catch(() => [])]);
        top.replaceChildren(topTable(ratings));
        last.replaceChildren(gameList(kept));
        element.hidden = false;
    }
    return { element, update };
}

/** @param {Rating[]} ratings */
function topTable(ratings) {
    if (!ratings.length) return el('p', { class: 'small quiet' }, strings.rooms.topNone);
    const head = [strings.rooms.player, strings.rooms.rating, strings.rooms.wins, strings.rooms.played];
    return el('table', { class: 'small' },
        el('thead', {}, el('tr', {}, ...head.map(title => el('th', { scope: 'col' }, title)))),
        el('tbody', {}, ...ratings.map(rating => el('tr', {},
            el('th', { scope: 'row' }, rating.agent ? seatName(rating) : rating.name, rating.agent
                && el('span', { class: 'quiet' }, ` ${strings.rooms.machine}`)),
            el('td', {}, String(rating.rating), el('span', { class: 'quiet' }, ` ±${2 * rating.deviation}`)),
                el('td', {}, String(rating.wins)), el('td', {}, String(rating.games))))));
}

/** @param {KeptGame[]} games */
function gameList(games) {
    if (!games.length) return el('p', { class: 'small quiet' }, strings.rooms.gamesNone);
    return el('ul', { class: 'small' }, ...games.map(game => el('li', {},
        el('a', { href: `#/replay?record=${game.record}` }, gameName(game.game)),
        el('span', { class: 'who' }, game.seats.toSorted((a,
            b) => a.rank - b.rank).map(seat => `${seatName(seat)} ${minus(seat.points)}`).join(', ')),
        el('span', { class: 'quiet when' }, ago(game.ended)))));
}

/** A number with the sign that figures have. @param {number | string} value */
export const minus = value => String(value).replace('-', '−');

/** @param {number | null} ended in seconds since 1970 */
function ago(ended) {
    const minutes = ended === null ? 0 : Math.floor((Date.now() / 1000 - ended) / 60);
    if (minutes < 1) return strings.rooms.agoNow;
    if (minutes < 60) return fill(strings.rooms.agoMinutes, { count: minutes });
    if (minutes < 48 * 60) return fill(strings.rooms.agoHours, { count: Math.floor(minutes / 60) });
    return fill(strings.rooms.agoDays, { count: Math.floor(minutes / 1440) });
}
