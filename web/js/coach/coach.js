// The coach beside a board: verdict, reasons, candidates, the line to step through, and how long to think. It is the
// same for a hint in play, for practice and for review: it is given a position and, if there is one, the person's move.
// @ts-check
/** @import { Action, Best, GameInfo, Legal, Scene } from '../types.js' */
/** @import { Move } from './words.js' */
/** @import { Step } from './walk.js' */
/** @import { Showing } from './showing.js' */
import { el } from '../dom.js';
import { fill, strings } from '../strings.js';
import { Advice } from './advice.js';
import { candidates } from './candidates.js';
import { line } from './line.js';
import { reasons, whyText } from './reasons.js';
import { refresh } from './refresh.js';
import { drawArrow } from './shapes.js';
import { tellMoves } from './tell_moves.js';
import { thinkControl } from './think_control.js';
import { gradeName, isProven, lostText, verdict } from './verdict.js';
import { walkLine } from './walk.js';
import { findMove, movesOf, sameAction, splitWords } from './words.js';
import { objectiveName, Worth } from './worth.js';

/**
 * @typedef {object} Asked
 * @property {GameInfo} game
 * @property {object} state
 * @property {number} who
 * @property {Scene} scene
 * @property {Legal} legal
 * @property {number} seats how many play
 * @property {(seat: number) => string} nameOf
 */

export class Coach extends EventTarget {
    element = el('div', { class: 'coach' });
    /** @type {Action | undefined} */
    action = undefined;
    open = false;
    all = false;
    /** @type {'best' | 'yours'} */
    which = 'best';
    /** @type {Step[]} */
    steps = [];
    at = 0;
    walked = '';
    /** Answers of several actions in words. */
    spelled = { best: '', yours: '' };

    /**
     * @param {Asked} asked @param {Showing} showing
     * @param {{ budget?: number, objective?: string, more?: object, timed?: boolean }} [how] `timed`: whether the
     *     time can be chosen from the first
     */
    constructor(asked, showing, { budget, objective, more, timed = true } = {}) {
        super();
        this.timed = timed;
        this.asked = asked;
        this.showing = showing;
        showing.view = { game: asked.game, state: asked.state, who: asked.who };
        this.moves = movesOf(asked.legal, asked.who);
        this.tellMoves();
        this.advice = new Advice(asked.game, asked.state, asked.who, { budget, more });
        const { objectives } = this.advice;
        this.objective = objective && objectives.includes(objective) ? objective : objectives[0];
        this.advice.addEventListener('change', () => this.update());
    }

    /** The answer that is shown. @returns {Best | undefined} */
    get best() { return this.advice.has(this.objective) ? this.advice.get(this.objective) : undefined; }

    /** Whether nothing can change the answer that is shown. */
    get proven() { return !!this.best && isProven(this.best); }

    /** Shows better words for the moves as soon as they are known. */
    async tellMoves() {
        const told = await tellMoves(this.asked.state, this.asked.who, this.moves);
        if (told === this.moves) return;
        this.moves = told;
        if (this.open) this.render();
    }

    /** Begins to think, before anything is asked. */
    begin() { this.advice.begin(); }

    /** Shows the best move. */
    tell() {
        this.open = true;
        if (!this.advice.thinking && !this.best) this.advice.begin();
        this.update();
    }

    /** Grades a move. @param {Action} action */
    judge(action) {
        this.open = true;
        this.action = action;
        this.which = 'yours';
        this.at = 0;
        this.advice.judge(action);
    }

    /** Grades an answer of several actions, as where a clock runs. @param {Action[]} actions */
    judgeAll(actions) {
        this.open = true;
        this.action = actions[0];
        this.which = 'yours';
        this.at = 0;
        this.advice.judgeAll(actions);
    }

    /** Back to the question. What was thought without a move is still known. */
    again() {
        this.open = false;
        this.action = undefined;
        this.at = 0;
        this.which = 'best';
        this.advice.begin();
    }

    /** @param {number} budget */
    longer(budget) {
        this.timed = true;
        this.dispatchEvent(new CustomEvent('budget', { detail: budget }));
        this.advice.longer(budget);
    }

    stop() { this.advice.stop(); }

    /** From now on it draws nothing, whatever comes late: the board may show another position. */
    close() {
        this.open = false;
        this.advice.drop();
    }

    /** @param {string} objective */
    setObjective(objective) {
        this.objective = objective;
        this.at = 0;
        this.dispatchEvent(new CustomEvent('objective', { detail: objective }));
        this.update();
    }

    update() {
        if (!this.open) return;
        this.render();
        this.mark();
        const best = this.best;
        if (best) this.walk(best);
        this.dispatchEvent(new Event('change'));
    }

    /** Draws the best move and the person's on the board. */
    mark() {
        if (!this.open || this.at) return;
        if (this.advice.acts.length > 1) {
            this.markLandings();
            return;
        }
        const { best, moves } = this;
        const yours = this.action === undefined ? null : findMove(moves, this.action);
        const grade = best?.user?.grade ?? null;
        const isBest = !!best && sameAction(best.best, this.action);
        this.showing.moves(best ? findMove(moves, best.best) : null, isBest ? null : yours, grade);
    }

    /** Where a move is several actions, draws where the pieces come to lie. */
    async markLandings() {
        const { best, advice, asked } = this;
        if (!best) return;
        const isBest = (best.user?.delta ?? 0) <= 0.25;
        const walk = (/** @type {Action[]} */ actions) => walkLine(asked.state, asked.who, actions);
        const [yours, other] = await Promise.all([walk(advice.acts), walk(isBest ? advice.acts : best.line)]);
        if (best !== this.best || !this.open || this.at) return;
        this.showing.landings(other, isBest ? [] : yours, best.user?.grade ?? null);
        this.spelled = { best: sayActs(other), yours: isBest ? '' : sayActs(yours) };
        this.render();
    }

    /** Plays the line through, once for each. @param {Best} best */
    async walk(best) {
        const actions = this.lineOf(best);
        const walked = JSON.stringify(actions);
        if (walked === this.walked) return;
        this.walked = walked;
        const { state, who } = this.asked;
        const steps = actions.length > 1 ? await walkLine(state, who, actions) : [];
        if (this.walked !== walked || !this.open) return;
        this.steps = steps;
        this.go(0);
    }

    /** @param {Best} best */
    lineOf(best) {
        return this.which === 'yours' && best.user?.line.length ? best.user.line : best.line;
    }

    /** @param {number} at */
    go(at) {
        this.at = Math.max(0, Math.min(this.steps.length, at));
        if (this.at) this.showing.step(this.steps[this.at - 1]);
        else this.showing.back();
        if (!this.at) this.mark();
        this.render();
    }

    /** @param {'best' | 'yours'} which */
    choose(which) {
        this.which = which;
        this.at = 0;
        this.showing.back();
        this.update();
    }

    /** What is to be said aloud about the answer. */
    get told() {
        const { best } = this;
        if (!best) return '';
        const worth = this.worthOf(best);
        const move = findMove(this.moves, best.best).words;
        const grade = best.user?.grade;
        const head = grade ? `${gradeName(grade)} ${lostText(best.user?.delta ?? 0)}`.trim() : '';
        const parts = [head, worth.sentence(best), fill(strings.coach.bestIs, { move }), this.why];
        return parts.filter(Boolean).join('. ').replace(/\.\./g, '.');
    }

    /** What speaks for the best move; '' if nothing is told. */
    get why() { return whyText(this.best?.why ?? [], this.asked.nameOf); }

    /** @param {Best} best */
    worthOf(best) { return Worth.of(this.asked.game, best, this.asked.seats); }

    render() {
        const { best, advice } = this;
        refresh(this.element, best ? this.parts(best) : [this.waiting(), advice.thinking && this.timed && this.time()]);
    }

    waiting() {
        const { trouble } = this.advice;
        if (trouble) return el('p', { class: 'coach-trouble', role: 'alert' }, trouble.message);
        return el('div', { class: 'coach-wait' }, el('span', { class: 'busy', 'aria-hidden': 'true' }),
            el('h2', { class: 'verdict-head' }, strings.coach.thinking));
    }

    /** @param {Best} best @returns {(Node | null | false)[]} */
    parts(best) {
        const { asked, advice } = this;
        const worth = this.worthOf(best);
        const beside = advice.objectives.find(one => one !== this.objective && advice.has(one));
        const second = beside && advice.get(beside);
        const other = second ? { best: second, worth: this.worthOf(second) } : null;
        return [
            verdict(best, worth, { other, rounds: advice.objectives.includes('round') }),
            this.key(best),
            best.feedback.length > 0 && reasons(best.feedback, asked.nameOf),
            !!this.why && el('p', { class: 'reasons-part' }, this.why),
            best.candidates.length > 0 && this.candidatesHead(),
            best.candidates.length > 0 && candidates({
                game: asked.game.name, best, worth, moves: this.moves, scene: asked.scene, all: this.all,
                openAll: all => this.openAll(all), look: move => this.look(move),
            }),
            this.linePart(best),
            this.timed && this.time(),
        ];
    }

    /** Which arrow is whose. @param {Best} best */
    key(best) {
        const row = (/** @type {'best' | 'yours'} */ whose, /** @type {string} */ name, /** @type {string} */ words) =>
            el('div', { class: 'key-row' }, el('dt', {}, drawArrow(whose, best.user?.grade ?? null), name),
                el('dd', {}, words));
        const several = this.advice.acts.length > 1;
        const isBest = !best.user || sameAction(best.user.action, best.best);
        const spell = (/** @type {Action} */ action) => keyWords(findMove(this.moves, action).words);
        const yours = isBest ? '' : spell(best.user?.action);
        const words = several ? this.spelled : { best: spell(best.best), yours };
        return el('dl', { class: 'move-key' },
            words.best && row('best', strings.coach.best, words.best),
            words.yours && row('yours', strings.coach.you, words.yours));
    }

    candidatesHead() {
        const { objectives } = this.advice;
        return el('div', { class: 'candidates-head' }, el('h3', {}, strings.coach.candidates),
            objectives.length > 1 && el('div', {
                class: 'switch-row', role: 'group', 'aria-label': strings.coach.objective,
            }, ...objectives.toReversed().map(one => this.objectiveButton(one))));
    }

    /** @param {string} one */
    objectiveButton(one) {
        return el('button', {
            type: 'button', class: 'switch-choice', 'aria-pressed': String(one === this.objective),
            'data-key': `objective-${one}`, onclick: () => this.setObjective(one),
        }, objectiveName(one));
    }

    /** @param {Best} best */
    linePart(best) {
        if (this.steps.length < 2) return null;
        const both = !!best.user?.line.length && !sameAction(best.user.action, best.best);
        return line({ game: this.asked.game.name, which: this.which === 'yours' && both ? 'yours' : 'best', both,
            alone: this.asked.seats === 1,
            steps: this.steps, at: this.at, who: this.asked.who,
            nameOf: this.asked.nameOf, go: at => this.go(at), choose: which => this.choose(which) });
    }

    time() {
        const { advice } = this;
        const told = [...advice.answers.values()].map(({ diagnostics }) => diagnostics.nodes || diagnostics.rollouts);
        return thinkControl({
            budget: advice.budget, thinking: advice.thinking, proven: this.proven,
            nodes: Math.max(0, ...told), run: budget => this.longer(budget), stop: () => this.stop(),
        });
    }

    /** @param {boolean} all */
    openAll(all) {
        this.all = all;
        this.render();
    }

    /** @param {Move | null} move */
    look(move) {
        if (!this.open || this.at) return;
        if (move) this.showing.preview(move);
        else this.mark();
    }
}

/** "Left 2 times, Drop 5 times" @param {Step[]} steps */
function sayActs(steps) {
    /** @type {{ move: string, n: number }[]} */
    const runs = [];
    for (const { move: { words } } of steps) {
        if (runs.at(-1)?.move === words) /** @type {{ n: number }} */ (runs.at(-1)).n++;
        else runs.push({ move: words, n: 1 });
    }
    return runs.map(({ move, n }) => (n > 1 ? fill(strings.coach.line.several, { move, n }) : move)).join(', ');
}

/** "1 Black, factory 4 to line 4" @param {string} words */
function keyWords(words) {
    const { what, from, to } = splitWords(words);
    return what && to ? fill(strings.coach.keyMove, { what, from, to }) : words;
}
