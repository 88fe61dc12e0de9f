// The review of a finished game: how it stood, move by move, and what would have been better.
// @ts-check
/** @import { Review, ReviewMove, Route, Screen } from '../types.js' */
import { Board } from '../board/board.js';
import { Marks } from '../board/marks.js';
import { marksForMove } from '../board/move_marks.js';
import { tellMoves } from '../coach/tell_moves.js';
import { movesOf, sameAction } from '../coach/words.js';
import { el } from '../dom.js';
import { ask, think } from '../engine/engine.js';
import { refinementsOf } from '../games/index.js';
import { gameName } from '../names.js';
import { button, iconButton } from '../parts/button.js';
import { Graph } from '../replay/graph.js';
import { ReplayTable } from '../replay/replay_table.js';
import { moveList, showMove } from '../replay/review_panel.js';
import { findRecord, sameRecord } from '../replay/source.js';
import { listSteps, reveal, seatNames } from '../replay/steps.js';
import { goTo, linkTo } from '../router.js';
import { fill, strings } from '../strings.js';

const quickMs = 250, deepMs = 1500;

class ReviewScreen {
    /** @type {Review | null} */
    review = null;
    /** @type {{ stop(): void } | null} */
    work = null;
    now = 0;
    turn = 0;
    closed = false;

    /** @param {ReplayTable} table */
    constructor(table) {
        this.table = table;
        /** Of each move of a seat, the step that plays it. */
        this.steps = table.past.steps.flatMap(({ who }, step) => (typeof who === 'number' ? [step] : []));
        this.board = new Board(table.game.name, gameName(table.game.name));
        this.board.names = table.seats.map(({ name }) => name);
        this.board.element.classList.add('flat');
        this.marks = new Marks(this.board);
        this.head = el('div', { class: 'review-head' });
        this.place = el('div', { class: 'review-graph' });
        this.verdict = el('div', { class: 'review-verdict' });
        this.list = el('div', { class: 'review-list' });
        this.element = el('div', { class: 'review' }, this.head, this.place,
            el('div', { class: 'stage' }, this.board.element), el('aside', { class: 'panel' }, this.verdict, this.list));
    }

    async start() {
        const told = await ask({ cmd: 'replay', record: this.table.record, effects: true });
        this.words = new Map(listSteps(told.events, this.board.names ?? []).map(({ step, text }) => [step, text]));
        this.rounds = roundsOf(told.events, refinementsOf(this.table.game.name).roundEffect);
        await this.run(quickMs);
    }

    /** Where the work fails or leaves nothing, what was there before stays. @param {number} budget milliseconds a move */
    async run(budget) {
        if (this.closed) return;
        const bar = el('progress', { max: 1, value: 0, 'aria-label': strings.review.working });
        this.head.replaceChildren(el('h1', {}, strings.review.working), bar, button({ text: strings.review.stop, run: () => this.work?.stop(), small: true }));
        const work = think({ cmd: 'review', record: this.table.record, budget_ms: budget }, { progress: line => { bar.value = line.done; } });
        this.work = work;
        try {
            this.review = await work.answer;
        } catch (error) {
            if (!this.review) throw error;
        } finally {
            this.work = null;
        }
        if (this.closed) return;
        this.show();
        const worst = this.review?.turning_points[0]?.move ?? 0;
        await this.go(this.now || worst);
    }

    show() {
        const { review, table } = this;
        if (!review) return;
        const alone = table.seats.length === 1;
        const chance = alone ? review.diagnostics.chance_of : undefined;
        const losses = review.seats.map((seat, i) => fill(alone ? strings.review.lostAlone : strings.review.lostEach,
            { name: table.seats[i].name, loss: (seat.mean_loss ?? 0).toFixed(1) }));
        this.head.replaceChildren(
            el('h1', {}, ...table.seats.map(({ name }, seat) => el('span', { class: seat === table.who ? '' : 'quiet' },
                alone ? fill(strings.review.scoreAlone, { n: review.scores[0] }) : `${name} ${review.scores[seat]}`))),
            el('p', { class: 'quiet' }, [...losses, ...(chance ? [fill(strings.review.chanceGraph, { chance })] : [])].join('. ')),
            button({ text: strings.review.deeper, icon: 'clock', small: true, run: () => this.run(deepMs) }));
        this.graph = new Graph({ moves: review.moves, all: review.review.moves, seats: table.seats.length, rounds: this.rounds ?? [], names: this.board.names ?? [], chances: !!chance, onpick: move => this.go(move) });
        this.place.replaceChildren(this.graph.element);
        this.list.replaceChildren(moveList(review, this.table.seats, move => this.wordsOf(move), move => this.go(move)));
    }

    /** @param {number} move */
    wordsOf(move) {
        return this.words?.get(this.steps[move]) ?? '';
    }

    /** Shows the position before a move, with it and the best one. @param {number} move */
    async go(move) {
        const { review, table } = this;
        if (!review?.moves.length) return;
        const mine = ++this.turn;
        this.now = Math.max(0, Math.min(move, review.moves.length - 1));
        const one = review.moves[this.now];
        table.who = one.who;
        await table.seek(this.steps[this.now] - 1);
        const best = await tellBest(table.state, one);
        if (mine !== this.turn) return;
        this.board.paint(table.scene);
        this.verdict.replaceChildren(...showMove(one, { words: this.wordsOf(this.now), best }), el('div', { class: 'review-steps' },
            iconButton({ text: strings.review.back, icon: 'back', run: () => this.go(this.now - 1) }),
            iconButton({ text: strings.review.forward, icon: 'next', run: () => this.go(this.now + 1) })));
        this.graph?.show(this.now, one.delta && one.delta > 0.25 ? `${this.wordsOf(this.now)}, −${one.delta.toFixed(1)}` : this.wordsOf(this.now));
        for (const row of this.list.querySelectorAll('[data-move]')) row.toggleAttribute('aria-current', Number(/** @type {HTMLElement} */ (row).dataset.move) === this.now);
        const row = this.list.querySelector('[aria-current]');
        if (row instanceof HTMLElement) reveal(row);
        await this.mark(one, mine);
    }

    /** @param {ReviewMove} one @param {number} mine */
    async mark(one, mine) {
        const { state } = this.table;
        const played = await marksForMove({ game: this.table.game, state, who: one.who }, one.action, 'yours', one.grade ?? undefined);
        const same = JSON.stringify(one.best) === JSON.stringify(one.action);
        const best = same || one.best == null ? [] : await marksForMove({ game: this.table.game, state, who: one.who }, one.best, 'best');
        if (mine === this.turn) this.marks.show([...best, ...played]);
    }

    close() {
        this.closed = true;
        this.turn++;
        this.work?.stop();
    }
}

/** What the best move is called: by what it does, as in the list of moves. @param {object} state @param {ReviewMove} one */
async function tellBest(state, { who, best }) {
    const legal = await ask({ cmd: 'legal', state, words: true });
    const move = movesOf(legal, who).find(({ action }) => sameAction(action, best));
    const [told] = move ? await tellMoves(state, who, [move]) : [];
    return told?.words ?? '';
}

/** The moves with which rounds begin. @param {import('../types.js').GameEvent[]} events @param {string} [kind] of the effect that ends a round */
function roundsOf(events, kind) {
    if (!kind) return [];
    const starts = [0];
    let moves = 0;
    for (const { who, effects = [] } of events) {
        if (typeof who === 'number') moves++;
        if (effects.some(effect => effect.kind === kind)) starts.push(moves);
    }
    return starts.filter((start, i) => i === 0 || start < moves);
}

/** @param {HTMLElement} root @param {Route} route @returns {Promise<Screen>} */
export async function open(root, route) {
    const { record, names } = await findRecord(route);
    const table = await ReplayTable.open(record, seatNames(names, record));
    if (table.game.clock) {
        goTo(sameRecord('replay', route));
        throw new Error(strings.review.clock);
    }
    const screen = new ReviewScreen(table);
    root.replaceChildren(screen.element);
    screen.board.paint(table.scene);
    screen.start().catch(error => screen.head.replaceChildren(el('p', { role: 'alert' }, error.message)));
    return {
        crumbs: [{ text: gameName(table.game.name), href: linkTo(['play', table.game.name]) }, { text: strings.replay.title, href: sameRecord('replay', route) }, { text: strings.review.title }],
        commands: [],
        keydown: event => {
            if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return false;
            event.preventDefault();
            screen.go(screen.now + (event.key === 'ArrowLeft' ? -1 : 1));
            return true;
        },
        close: () => screen.close(),
    };
}
