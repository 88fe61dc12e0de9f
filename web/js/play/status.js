// The head of a game's panel: whose turn it is or how it ended, what the game is about or what just happened, the score of
// every seat, and what each got since your last move.
// @ts-check
/** @import { TableLike, Who } from '../types.js' */
/** @import { Entry } from './log.js' */
import { el, icon } from '../dom.js';
import { refinementsOf } from '../games/index.js';
import { nameSeats } from '../names.js';
import { sentence } from '../parts/trouble.js';
import { linkTo } from '../router.js';
import { fill, strings } from '../strings.js';

export class Status {
    heading = el('h2', { class: 'heading' });
    happened = el('p', { class: 'happened quiet' });
    scores = el('ul', { class: 'scores' });
    gains = el('ul', { class: 'gains small' });
    extra = el('div', { class: 'game-extra' });
    element = el('div', { class: 'status' }, this.heading, this.happened, this.scores, this.gains, this.extra);

    /** @param {TableLike} table */
    constructor(table) {
        this.table = table;
        const panel = refinementsOf(table.game.name).panel?.(table);
        if (panel) this.extra.append(panel);
        else this.extra.remove();
    }

    /** @param {{ last: Entry | null, begun: boolean, gains: Map<number, Map<string, number>> }} what */
    show({ last, begun, gains }) {
        const { table } = this;
        this.heading.replaceChildren(...headingOf(table));
        this.heading.classList.toggle('is-won', table.over && table.winners.some(seat => !table.seats[seat]?.agent));
        this.happened.replaceChildren(...(begun ? [last && !table.over ? sayEntry(last, table) : ''] : aboutGame(table)));
        this.scores.replaceChildren(...table.scores.map((score, seat) => scoreRow(table, seat, score)));
        this.gains.replaceChildren(...(table.seats.length > 1 ? [...gains].sort(([a], [b]) => a - b).map(([seat, kinds]) => gainRow(table, seat, kinds)) : []));
        this.gains.hidden = !this.gains.childElementCount;
    }
}

/** What a new player wants to know first. @param {TableLike} table */
const aboutGame = ({ game }) => [game.goal, ' ', el('a', { href: linkTo(['help', game.name]) }, strings.play.rules)];

/** "You +5 (wall 7, floor −2)" @param {TableLike} table @param {number} seat @param {Map<string, number>} kinds */
function gainRow(table, seat, kinds) {
    const total = [...kinds.values()].reduce((sum, points) => sum + points, 0);
    const parts = [...kinds].map(([kind, points]) => `${kind.toLowerCase().replaceAll('_', ' ')} ${minus(points)}`);
    return el('li', {}, el('span', { class: 'gain-name' }, table.seats[seat]?.name ?? ''), ' ', el('b', {}, `${total < 0 ? '' : '+'}${minus(total)}`), ' ',
        el('span', { class: 'quiet' }, fill(strings.play.gain, { parts: parts.join(', ') })));
}

/** @param {number} n */
const minus = n => String(n).replace('-', '−');

/** What happened in a step, as sentences: "You take 2 Blue." @param {Entry} entry @param {TableLike} table */
function sayEntry({ texts }, table) {
    const names = table.seats.map(({ name }) => name);
    return texts.slice(0, 4).map(text => sentence(nameSeats(text, names))).join(' ');
}

/** @param {TableLike} table @returns {(Node | string)[]} */
function headingOf(table) {
    if (table.over) return [resultOf(table)];
    const { paused, now } = /** @type {{ paused?: boolean, now?: number }} */ (/** @type {unknown} */ (table));
    if (table.game.clock) return [!paused ? strings.play.running : now ? strings.play.paused : strings.play.ready];
    const actor = table.legal?.actor;
    if (actor == null) return [strings.play.goesOn];
    const seat = table.seats[actor];
    if (seat?.agent) return [fill(strings.play.thinks, { name: seat.name }), dots()];
    if (table.seats.length === 1) return [strings.play.yourMove];
    return [seat?.name === strings.play.you ? strings.play.yourTurn : fill(strings.play.turnOf, { name: seat?.name ?? '' })];
}

const dots = () => el('span', { class: 'dots', 'aria-hidden': 'true' }, el('i'), el('i'), el('i'));

/** @param {TableLike} table */
export function resultOf({ winners, seats }) {
    if (seats.length === 1) return winners.length ? strings.play.solved : strings.play.over;
    const names = winners.map(seat => seats[seat]?.name ?? '');
    if (winners.length === 0) return strings.play.nobodyWon;
    if (winners.length === seats.length) return strings.play.drawn;
    if (names.length > 1) return fill(strings.play.shared, { names: names.join(strings.play.and) });
    return names[0] === strings.play.you ? strings.play.youWon : fill(strings.play.won, { name: names[0] });
}

/** @param {TableLike} table @param {number} seat @param {number} score */
function scoreRow(table, seat, score) {
    const turn = !table.over && table.legal?.actor === seat;
    const won = table.over && table.winners.includes(seat);
    const { value, unit } = scoreText(table.game.name, score);
    return el('li', { class: `score${turn ? ' turn' : ''}${won ? ' won' : ''}` },
        table.seats.length > 1 && el('span', { class: 'score-name' }, won && icon('check'), table.seats[seat]?.name ?? '', turn && el('span', { class: 'unseen' }, strings.play.toMove)),
        el('span', { class: 'score-value' }, el('strong', {}, value), ' ', el('span', { class: 'quiet' }, unit)));
}

/** @param {string} game @param {number} score */
function scoreText(game, score) {
    const own = refinementsOf(game).score?.(score);
    return own ?? { value: minus(score), unit: Math.abs(score) === 1 ? strings.play.point : strings.play.points };
}

/** @param {Who | null} who @param {TableLike} table */
export const nameOf = (who, table) => (typeof who === 'number' ? table.seats[who]?.name ?? '' : '');
