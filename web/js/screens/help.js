// Help: how each game is played, in the engine's own words, its keys, and what this page is.
// @ts-check
/** @import { GameInfo, Route, Screen } from '../types.js' */
import { el } from '../dom.js';
import { findGame, listGames } from '../engine/engine.js';
import { groupKeys, keyList } from '../keys.js';
import { gameName } from '../names.js';
import { linkButton } from '../parts/button.js';
import { offersOf } from '../games/offers.js';
import { linkTo } from '../router.js';
import { fill, strings } from '../strings.js';

/** @param {HTMLElement} root @param {Route} route @returns {Promise<Screen>} */
export async function open(root, route) {
    const games = await listGames();
    const game = route.parts[0] ? await findGame(route.parts[0]) : null;
    root.replaceChildren(el('div', { class: 'help' }, contents(games, game), game ? gamePage(game) : aboutPage(games)));
    const crumbs = [{ text: strings.help.title, href: linkTo(['help']) }, ...(game ? [{ text: gameName(game.name) }] : [])];
    return { crumbs, commands: [], close() {} };
}

/** @param {GameInfo[]} games @param {GameInfo | null} now */
function contents(games, now) {
    const link = (/** @type {string} */ text, /** @type {string} */ href, /** @type {boolean} */ is) => el('a', { href, 'aria-current': is ? 'page' : null }, text);
    return el('nav', { class: 'contents', 'aria-label': strings.help.contents },
        link(strings.help.about, linkTo(['help']), now === null),
        ...games.map(({ name }) => link(gameName(name), linkTo(['help', name]), now?.name === name)));
}

/** @param {GameInfo} game */
function gamePage(game) {
    const { name, goal, rules, keys, players, clock } = game;
    const offers = offersOf(name);
    return el('article', { class: 'article' },
        el('h1', { tabindex: -1 }, gameName(name)),
        el('p', { class: 'lead-in' }, goal),
        el('div', { class: 'buttons' },
            linkButton({ text: strings.help.play, href: linkTo(['play', name]), kind: 'primary', icon: 'play' }),
            ...(offers.practice ? [linkButton({ text: strings.help.practise, href: linkTo(['practice', name]) })] : []),
            ...(offers.solve ? [linkButton({ text: strings.help.solve, href: linkTo(['solve', name]) })] : [])),
        part(strings.help.rules, ...rules.split('\n').map(text => el('p', {}, text))),
        clock ? null : part(strings.help.aboutTexts.handTitle, el('p', {}, strings.help.aboutTexts.pick)),
        part(strings.help.playersTitle, el('p', {}, countPlayers(players, game.clock))),
        part(strings.help.agents, agentList(game)),
        part(strings.help.keys, el('div', { class: 'key-groups' }, ...present(keyList(gameName(name), groupKeys(keys))), ...present(clock ? null : keyList(strings.help.board, boardKeys())))));
}

/** @param {string} title @param {...Node} content */
const part = (title, ...content) => el('section', {}, el('h2', {}, title), ...content);
/** @param {HTMLElement | null} element */
const present = element => (element ? [element] : []);

const boardKeys = () => Object.entries(strings.help.boardKeys).map(([key, meaning]) => ({ keys: key.split(' '), meaning }));

/** @param {[number, number]} players @param {boolean} clock */
function countPlayers([least, most], clock) {
    const count = least === most ? (most === 1 ? strings.help.alone : fill(strings.help.exactly, { n: most })) : fill(strings.help.between, { least, most });
    return clock ? `${count} ${strings.help.realTime}` : count;
}

/** @param {GameInfo} game */
function agentList({ about }) {
    return el('dl', { class: 'agents' }, ...about.flatMap(({ name, summary }) => [el('dt', {}, name), el('dd', {}, summary)]));
}

/** @param {GameInfo[]} games */
function aboutPage(games) {
    const texts = strings.help.aboutTexts;
    const board = boardKeys();
    const page = Object.entries(strings.help.pageKeys).map(([key, meaning]) => ({ keys: [key], meaning }));
    return el('article', { class: 'article' },
        el('h1', { tabindex: -1 }, strings.help.title),
        el('p', { class: 'lead-in' }, texts.intro),
        el('div', { class: 'buttons' }, ...games.map(({ name }) => linkButton({ text: fill(strings.help.rulesOf, { game: gameName(name) }), href: linkTo(['help', name]), small: true }))),
        part(texts.handTitle, el('p', {}, `${texts.pick} ${texts.hand}`), el('p', {}, texts.links)),
        part(strings.help.keys, el('div', { class: 'key-groups' }, ...present(keyList(strings.help.page, page)), ...present(keyList(strings.help.board, board)))),
        part(texts.coachTitle, el('p', {}, texts.coach)),
        part(texts.roomsTitle, el('p', {}, texts.rooms), telnetLine()),
        part(texts.privateTitle, el('p', {}, texts.private)));
}

/** How to come by terminal. A page from a file has no host. */
function telnetLine() {
    const host = location.hostname || 'localhost';
    return el('p', {}, strings.help.telnet, ' ', el('code', { class: 'command-line' }, `telnet ${host} 2020`));
}
