// Solving a sliding puzzle: any board, pasted or scrambled; a solution at once, a shorter one while the solver thinks,
// and what is proven about the shortest.
// @ts-check
/** @import { GameInfo, Route, Screen } from '../types.js' */
/** @import { Move, SlideState } from './slide_board.js' */
import { Board } from '../board/board.js';
import { Chooser } from '../board/choose.js';
import { Marks } from '../board/marks.js';
import { animateChange } from '../board/motion.js';
import { el } from '../dom.js';
import { ask, think } from '../engine/engine.js';
import { gameName } from '../names.js';
import { note, say } from '../parts/say.js';
import { sentence } from '../parts/trouble.js';
import { linkTo, stayAt } from '../router.js';
import { linkForState, readQuery } from '../share.js';
import { fill, strings } from '../strings.js';
import { manhattan } from './slide_board.js';
import { chartOf } from './slide_chart.js';
import { askForBoard } from './slide_paste.js';
import { Patterns } from './slide_patterns.js';
import { Strip } from './slide_strip.js';
import { Walk } from './slide_walk.js';

/** @typedef {{ moves: Move[], length: number, optimal: boolean, least: number, elapsed_ms: number }} Solution */

const thinkMs = 4000;

class SolveScreen {
    /** @type {Solution | null} */
    found = null;
    /** @type {{ stop(): void } | null} */
    work = null;
    /** Grows with every board that is to be solved, so that late answers are known. */
    turn = 0;

    /** @param {GameInfo} game @param {SlideState} state */
    constructor(game, state) {
        this.walk = new Walk(game, state);
        this.board = new Board(game.name, gameName(game.name));
        this.marks = new Marks(this.board);
        this.chooser = new Chooser(this.board, this.walk, { play: (/** @type {unknown} */ action) => this.walk.act(action).catch(error => note(error.message)) });
        this.strip = new Strip(this.walk);
        this.patterns = new Patterns(this.walk, marks => this.marks.show(marks));
        this.head = el('div', { class: 'solve-head' });
        this.chart = el('div', { class: 'solve-chart' });
        this.element = el('div', { class: 'solve' },
            el('div', { class: 'stage' }, this.board.element),
            el('div', { class: 'solve-side' }, this.head, this.chart, this.patterns.element),
            this.strip.element);
        this.walk.addEventListener('change', event => this.changed(/** @type {CustomEvent} */ (event).detail));
        this.walk.addEventListener('plan', () => this.update());
        this.walk.addEventListener('strayed', () => this.solve());
    }

    async start() {
        await this.walk.look();
        this.board.paint(this.walk.scene);
        this.chooser.update();
        stayAt(await linkForState(this.walk.states[0], 'solve'));
        this.solve();
    }

    /** @param {import('../types.js').Change} change */
    changed(change) {
        animateChange(this.board, change, () => this.board.paint(this.walk.scene));
        this.chooser.update();
        this.marks.show([]);
        this.update();
    }

    update() {
        this.strip.update();
        if (this.found) this.chart.replaceChildren(el('div', { class: 'chart-title' }, el('h2', {}, strings.solve.movesToGo), this.tellOwn()), chartOf(this.walk, this.found.least));
        this.paintHead();
        if (!this.strip.playing) this.patterns.update();
    }

    tellOwn() {
        const { walk } = this;
        if (!walk.planned) return el('span', {});
        let wrong = 0;
        for (let i = 1; i <= walk.planned; i++) if (manhattan(walk.states[i]) > manhattan(walk.states[i - 1])) wrong++;
        return el('span', { class: 'quiet' }, fill(strings.solve.yours, { n: walk.planned, wrong }));
    }

    /** A first solution at once, then a shorter one, or the proof that there is none. */
    async solve(budget = thinkMs) {
        const mine = ++this.turn;
        this.work?.stop();
        this.work = null;
        this.found = null;
        this.paintHead();
        try {
            await this.thinkAbout(this.walk.state, budget, () => mine === this.turn);
        } catch (error) {
            if (mine === this.turn && /** @type {any} */ (error).code !== 'CANCELLED') return this.fail(/** @type {Error} */ (error));
        }
        if (mine !== this.turn) return;
        this.work = null;
        this.paintHead();
    }

    /** @param {SlideState} state @param {number} budget @param {() => boolean} still */
    async thinkAbout(state, budget, still) {
        const first = await ask({ cmd: 'solve', state, mode: 'fast', budget_ms: 0 });
        if (!still()) return;
        if (this.walk.state !== state) return this.solve(budget);
        this.take(first);
        const work = think({ cmd: 'solve', state, mode: 'optimal', budget_ms: budget }, { progress: line => this.tell(line) });
        this.work = work;
        this.paintHead();
        const better = await work.answer;
        if (still() && this.walk.states[this.walk.planned] === state) this.take(better);
    }

    /** A solution from where the plan begins; it is taken only if it is shorter, or the same and better proven. @param {Solution} found */
    take(found) {
        const { walk } = this;
        const begin = this.found ? walk.planned : walk.at;
        const left = walk.moves.length - begin;
        if (!this.found || found.length < left) {
            if (walk.at !== begin) return;
            walk.plan(found.moves);
        }
        this.found = found;
        this.update();
        if (found.optimal) say(fill(strings.solve.provenSay, { n: found.length }));
    }

    /** @param {Error} error */
    fail(error) {
        this.found = null;
        this.head.replaceChildren(el('h1', {}, strings.solve.unsolvable), el('p', { role: 'alert' }, sentence(error.message)));
        this.chart.replaceChildren();
    }

    /** @param {{ message: string }} line */
    tell(line) {
        const place = this.head.querySelector('.solve-progress');
        if (place) place.textContent = line.message && fill(strings.solve.progress, { message: line.message });
    }

    paintHead() {
        const text = strings.solve;
        if (!this.found) return this.head.replaceChildren(el('h1', {}, text.solving));
        const { least, optimal, elapsed_ms: ms } = this.found;
        const length = this.walk.moves.length - this.walk.planned;
        const status = this.work
            ? el('span', { class: 'quiet' }, text.looking, el('span', { class: 'solve-progress' }))
            : el('span', { class: 'quiet' }, fill(text.foundIn, { s: ms < 1500 ? text.moment : fill(text.seconds, { n: Math.round(ms / 1000) }) }));
        const action = this.work
            ? el('button', { type: 'button', class: 'button small', onclick: () => this.work?.stop() }, text.stop)
            : !optimal && el('button', { type: 'button', class: 'button small', onclick: () => this.more() }, text.longer);
        this.head.replaceChildren(
            el('div', { class: 'solve-title' }, el('h1', {}, fill(text.moves, { n: length })), status, action),
            proofBar(length, least, optimal),
            el('p', { class: 'quiet' }, fill(text.estimates, { manhattan: manhattan(this.walk.state), least: Math.max(manhattan(this.walk.state), least - (this.walk.at - this.walk.planned)) })));
    }

    async more() {
        await this.walk.seek(this.walk.planned);
        this.solve(10 * thinkMs);
    }

    close() {
        this.turn++;
        this.work?.stop();
        this.strip.stop();
        this.chooser.close();
    }
}

/** What is proven, solid; what is not, hatched. @param {number} length @param {number} least @param {boolean} optimal */
function proofBar(length, least, optimal) {
    const text = strings.solve;
    const bar = el('div', { class: `proof ${optimal ? 'proven' : ''}` },
        el('span', { class: 'proof-least' }, fill(optimal ? text.shortest : text.needed, { n: least })), el('span', { class: 'proof-gap' }));
    bar.style.setProperty('--least', String(least / Math.max(1, length)));
    return el('div', {}, bar, optimal ? '' : el('p', { class: 'quiet proof-note' }, text.between));
}

/** @param {GameInfo} game @param {Route} route @returns {Promise<SlideState>} */
async function firstState(game, route) {
    const given = await readQuery(game, route.query);
    if (given?.kind === 'state') return /** @type {any} */ (given.state);
    const fresh = await ask({ cmd: 'new', game: game.name, params: { rows: 6, cols: 6 }, seed: route.query.get('seed') ?? String(Date.now()) });
    return fresh.state;
}

/** @param {HTMLElement} root @param {GameInfo} game @param {Route} route @returns {Promise<Screen>} */
export async function openSolve(root, game, route) {
    let screen = new SolveScreen(game, await firstState(game, route));
    const show = async () => {
        root.replaceChildren(screen.element);
        await screen.start();
    };
    await show();
    const renew = async () => {
        const state = await askForBoard(game, screen.walk.state);
        if (!state) return;
        screen.close();
        screen = new SolveScreen(game, state);
        await show();
    };
    return {
        crumbs: [{ text: gameName(game.name), href: linkTo(['play', game.name]) }, { text: strings.solve.title }],
        commands: [
            { id: 'new', run: renew },
            { id: 'undo', run: () => screen.strip.step(-1) },
            { id: 'redo', run: () => screen.strip.step(1) },
            { id: 'hint', run: () => screen.strip.step(1) },
        ],
        close: () => screen.close(),
    };
}
