// Practice: a position, your move, a grade and why. A question is known by its seed, its number and its filters, all in
// the address; a position may be given instead. The next question is made, and this one thought about, while you think.
// @ts-check
/** @import { Action, Command, GameInfo, Route, Screen } from '../types.js' */
/** @import { Question } from '../coach/quiz.js' */
/** @import { Graded } from '../coach/grades.js' */
import { asideOf } from '../board/aside.js';
import { Board } from '../board/board.js';
import { Chooser } from '../board/choose.js';
import { makeLead } from '../board/lead.js';
import { Coach } from '../coach/coach.js';
import { addGrade, clearGrades, gradesOf, tagsOf } from '../coach/grades.js';
import { filterRows, filterSummary } from '../coach/filter_rows.js';
import { history } from '../coach/history.js';
import { questionCard, thinkingCard, stuckCard } from '../coach/question_card.js';
import { QuestionTable } from '../coach/question_table.js';
import { askAbout, cleanSeed, newSeed, Quiz, readFilters, readNumber } from '../coach/quiz.js';
import { givenState, holdsPosition } from '../coach/given.js';
import { practiceLink } from '../coach/links.js';
import { Showing } from '../coach/showing.js';
import { longerThan } from '../coach/think_control.js';
import { findMove, movesOf, splitWords } from '../coach/words.js';
import { Worth } from '../coach/worth.js';
import { refresh } from '../coach/refresh.js';
import { el } from '../dom.js';
import { findGame } from '../engine/engine.js';
import { refinementsOf } from '../games/index.js';
import { gameName } from '../names.js';
import { button, linkButton } from '../parts/button.js';
import { refreshCommands } from '../parts/commands.js';
import { layout } from '../parts/layout.js';
import { openDialog } from '../parts/dialog.js';
import { say } from '../parts/say.js';
import { copyLine } from '../play/share_dialog.js';
import { goTo, linkTo, stayAt } from '../router.js';
import { fill, strings } from '../strings.js';

/** As far as the lead's bar goes, in points. */
const leadRange = 30;
const wide = matchMedia('(min-width: 1200px)');

/** @param {HTMLElement} root @param {Route} route @returns {Promise<Screen>} */
export async function open(root, route) {
    const game = await findGame(route.parts[0] ?? '');
    const practice = new Practice(root, game, route);
    await practice.start();
    return practice.screen;
}

/** @typedef {'makes' | 'asks' | 'thinks' | 'tells' | 'stuck'} Stage */

class Practice {
    /** @type {Stage} */
    stage = 'makes';
    /** @type {Question | null} */
    question = null;
    /** @type {Coach | null} */
    coach = null;
    /** @type {Showing | null} */
    showing = null;
    noted = false;
    /** A question was gone on from, so its aim is known. */
    begun = false;
    closed = false;
    /** A control that was clicked has the focus, but Enter is not meant for it. */
    pointed = false;
    point = () => { this.pointed = true; };
    /** @type {string | undefined} */
    objective = undefined;

    /** @param {HTMLElement} root @param {GameInfo} game @param {Route} route */
    constructor(root, game, { query }) {
        this.root = root;
        this.game = game;
        this.given = holdsPosition(query) ? query : null;
        this.givenLink = location.hash.replace(/&tell=1\b/, '');
        this.telling = query.get('tell') === '1';
        this.filters = readFilters(game.name, query);
        this.seed = cleanSeed(query.get('seed') || newSeed());
        this.number = readNumber(query.get('n'));
        this.quiz = new Quiz(game, this.seed, this.filters);
        this.board = new Board(game.name, gameName(game.name));
        this.table = new QuestionTable(game);
        this.table.addEventListener('change', () => {
            this.setStage(this.stage);
            this.paint();
        });
        this.chooser = new Chooser(this.board, this.table, { play: action => this.answer(action) });
        this.panel = el('div', { class: 'practice-panel' });
        this.past = el('div', {});
        this.choice = el('div', {});
        this.budget = refinementsOf(game.name).practiceMs ?? 750;
        this.lead = makeLead();
        this.first = button({ text: strings.practice.showBest });
        this.second = button({ text: strings.practice.next, kind: 'primary' });
    }

    async start() {
        const sections = [
            { id: 'coach', title: strings.practice.coach, element: this.panel, bare: true },
            { id: 'history', title: strings.practice.history, element: this.past, bare: true },
            { id: 'positions', title: strings.practice.positions, element: this.choice, bare: true },
            ...asideOf(this.board),
        ];
        this.root.replaceChildren(layout({ board: this.board.element, sections, actions: [this.first, this.second] }));
        this.root.addEventListener('pointerdown', this.point);
        await this.ask();
        this.showPast(); // what stands below the question comes with it, so that it does not jump
        this.showChoice();
    }

    /** @returns {Screen} */
    get screen() {
        const practice = this;
        return {
            crumbs: [{ text: gameName(this.game.name), href: `#/play/${this.game.name}` },
                { text: strings.practice.title }],
            get commands() { return practice.commands; },
            game: this.game.name,
            keys: this.game.keys,
            board: true,
            keydown: event => this.keydown(event),
            close: () => this.close(),
        };
    }

    /** @returns {Command[]} */
    get commands() {
        const asks = this.stage === 'asks';
        return [
            { id: 'new', run: () => this.next() },
            { id: 'undo', run: () => this.again(), enabled: this.stage === 'tells' || this.stage === 'thinks'
                || (asks && this.table.acts.length > 0) },
            { id: 'hint', run: () => this.tellBest(), enabled: asks },
            { id: 'share', run: () => this.share() },
        ];
    }

    get link() {
        const { game, seed, number, filters, given } = this;
        return given ? this.givenLink : practiceLink(game.name, { seed, number, filters });
    }

    /** Brings up the question of the present number. */
    async ask() {
        this.coach?.close();
        this.setStage('makes');
        if (!this.given) stayAt(this.link);
        const { number, quiz } = this;
        const isLate = () => this.closed || number !== this.number || quiz !== this.quiz;
        try {
            const question = await (this.given ? givenState(this.game, this.given).then(state => askAbout(state))
                : quiz.get(number));
            if (isLate()) return;
            this.show(question);
        } catch (error) {
            if (isLate()) return;
            this.trouble = error instanceof Error ? error.message : String(error);
            this.setStage('stuck');
        }
    }

    /** @param {Question} question */
    show(question) {
        this.question = question;
        this.noted = false;
        this.table.begin(question);
        this.showing = new Showing(this.board, question.scene);
        this.coach = this.newCoach(question);
        this.coach.begin();
        this.setStage('asks');
        this.paint();
        this.showLead();
        if (this.given && this.telling) this.tellBest();
        else say(strings.practice.question);
        if (!this.given) this.quiz.get(this.number + 1).catch(() => {});
    }

    /** @param {Question} question */
    newCoach(question) {
        const { game, table } = this;
        const { state, who, scene, legal, seats } = question;
        const nameOf = (/** @type {number} */ seat) => table.nameOf(seat);
        const more = game.clock ? { acts_per_tick: 4 } : {};
        const how = { budget: this.budget, objective: this.objective, timed: false, more };
        const coach = new Coach({ game, state, who, scene, legal, seats, nameOf },
            /** @type {Showing} */ (this.showing), how);
        coach.addEventListener('objective',
            event => { this.objective = /** @type {CustomEvent<string>} */ (event).detail; });
        coach.addEventListener('budget',
            event => { this.budget = Math.min(1500, /** @type {CustomEvent<number>} */ (event).detail); });
        coach.addEventListener('change', () => this.hear(coach));
        return coach;
    }

    paint() {
        this.board.turn = this.stage === 'asks' ? this.table.who : null;
        this.board.names = this.table.seats.map(({ name }) => name);
        this.board.paint(this.table.scene);
        this.chooser.enabled = this.stage === 'asks';
        this.chooser.update();
    }

    /** A move was chosen. @param {Action} action */
    async answer(action) {
        const { table, coach } = this;
        if (!coach || this.stage !== 'asks') return;
        await table.act(action);
        if (coach !== this.coach || this.stage !== 'asks' || !table.complete) return;
        table.close();
        this.setStage('thinks');
        this.paint();
        if (table.timed) coach.judgeAll(table.acts);
        else coach.judge(table.acts[0]);
    }

    tellBest() {
        if (this.stage !== 'asks' || !this.coach) return;
        this.table.close();
        this.noted = true;
        this.setStage('thinks');
        this.paint();
        this.coach.tell();
    }

    /** The coach has something to say. @param {Coach} coach */
    hear(coach) {
        if (coach !== this.coach || (this.stage !== 'thinks' && this.stage !== 'tells')) return;
        const first = this.stage === 'thinks' && !!coach.best;
        if (first || coach.advice.trouble) this.setStage('tells');
        else this.showActions();
        this.showLead();
        if (first) say(coach.told);
        if (!coach.advice.thinking) this.keep(coach);
    }

    /** The first answer to a question counts. @param {Coach} coach */
    keep(coach) {
        const user = coach.best?.user;
        if (this.noted || !user?.grade || !this.question) return;
        this.noted = true;
        addGrade({
            game: this.game.name, grade: user.grade, lost: Math.max(0, user.delta ?? 0), seed: this.given ? ''
                : this.seed,
            number: this.question.number, tags: tagsOf(this.question.features),
        });
        this.showPast();
    }

    /** Another try; the first one has counted. Where a clock runs, takes a key back. */
    async again() {
        const { table, coach } = this;
        if (!coach) return;
        if (this.stage === 'asks') return table.back();
        table.reset();
        coach.again();
        this.showing?.clear();
        this.setStage('asks');
        this.paint();
    }

    next() {
        if (this.stage === 'makes') return;
        if (this.given) return goTo(practiceLink(this.game.name,
            { seed: this.seed, number: 1, filters: this.filters }));
        this.number++;
        this.begun = true;
        this.showing?.clear();
        this.ask();
    }

    thinkLonger() {
        const { coach } = this;
        if (!coach) return;
        if (coach.advice.thinking) coach.stop();
        else if (!coach.proven) coach.longer(longerThan(coach.advice.budget));
    }

    /** @param {string} name @param {string | null} value */
    filter(name, value) {
        const { [name]: _, ...others } = this.filters;
        this.filters = value === null ? others : { ...others, [name]: value };
        this.quiz.close();
        this.quiz = new Quiz(this.game, this.seed, this.filters);
        this.given = null;
        this.number = 1;
        this.showing?.clear();
        this.showChoice();
        this.ask();
    }

    share() {
        const { seed, number, filters, given, game } = this;
        const link = new URL(this.link, location.href).href;
        const options = Object.entries(filters).map(([name, value]) => ` ${name}=${value.toLowerCase()}`).join('');
        const command = `tilewright practice ${game.name}${options} --seed ${seed}`;
        return openDialog({ title: strings.practice.share, content: () => [
            copyLine(strings.practice.shareLink, link),
            ...(given ? [] : [copyLine(fill(strings.practice.shareCommand, { n: number }), command)]),
        ] });
    }

    /** The bar at the boards' edge: the points now, and once it is answered what the move leads to. */
    showLead() {
        const { question, coach } = this;
        if (question?.seats === 2 && !this.game.clock) this.board.element.append(this.lead.element);
        else this.lead.element.remove();
        if (!question || !this.lead.element.isConnected) return;
        const best = this.stage === 'tells' ? coach?.best : undefined;
        const others = question.scores.filter((_, seat) => seat !== question.who);
        const value = best ? best.user?.value ?? best.value : question.scores[question.who] - Math.max(...others);
        const worth = best && coach ? coach.worthOf(best) : new Worth('lead', '');
        const lead = best ? `${worth.say(value)} ${worth.when}`.trim()
            : fill(strings.practice.leadNow, { lead: worth.say(value) });
        this.lead.show(value, leadRange, fill(strings.practice.leadFor, { lead }));
    }

    showHead() {
        const { table, stage } = this;
        const [action] = table.acts;
        const { what, from, to } = splitWords(action === undefined || !table.question ? ''
            : findMove(movesOf(table.question.legal, table.who), action).words);
        const told = (stage === 'tells' || stage === 'thinks') && (what || to);
        this.board.head.replaceChildren(el('p', { class: 'verdict-head' }, told
            ? fill(strings.practice.youTook, { what: what || `${from} ${strings.coach.arrow} ${to}` })
            : strings.practice.yourMove));
    }

    /** @param {Stage} stage */
    setStage(stage) {
        this.stage = stage;
        this.showHead();
        this.openFilters(stage === 'asks' || stage === 'stuck');
        const shown = stage === 'thinks' || stage === 'tells' ? this.coach?.element : this.card();
        if (shown && !this.panel.contains(shown)) this.panel.replaceChildren(shown);
        this.root.dataset.stage = stage;
        this.showActions();
        refreshCommands();
    }

    card() {
        const { question, game, number, stage } = this;
        if (stage === 'stuck') return stuckCard(this.trouble ?? '');
        if (!question || stage === 'makes') return thinkingCard();
        return questionCard({ game, question, number, given: !!this.given, seed: this.seed,
            first: !this.begun && gradesOf(game.name).length === 0,
            count: this.table.timed ? this.table.acts.length : null });
    }
    /** @type {string | undefined} */
    trouble;

    showActions() {
        const told = this.stage === 'tells' || this.stage === 'thinks';
        const words = strings.practice;
        const thinking = told && !!this.coach?.advice.thinking;
        const proven = !thinking && !!this.coach?.proven;
        const first = told
            ? button({ text: thinking ? strings.coach.stop : words.longer, icon: thinking ? 'stop' : 'clock',
                run: () => this.thinkLonger(), disabled: proven })
            : button({ text: words.showBest, icon: 'hint', run: () => this.tellBest(),
                disabled: this.stage !== 'asks' });
        if (told && proven) first.title = words.nothingLonger;
        const second = told && this.given ? button({ text: words.tryMove, kind: 'primary', run: () => this.again() })
            : button({ text: told ? words.next : words.skip, kind: told ? 'primary' : 'plain', iconAfter: 'next',
                run: () => this.next(), disabled: this.stage === 'makes' });
        this.swap('first', first);
        this.swap('second', second);
    }

    /** @param {'first' | 'second'} name @param {HTMLButtonElement} next */
    swap(name, next) {
        const old = this[name];
        const focused = document.activeElement === old;
        old.replaceWith(next);
        this[name] = next;
        if (focused && !next.disabled) next.focus({ preventScroll: true });
    }

    showPast() {
        const grades = gradesOf(this.game.name);
        const open = (/** @type {Graded} */ graded) => { if (graded.seed) goTo(practiceLink(this.game.name,
            { seed: graded.seed, number: graded.number, filters: this.filters })); };
        const clear = () => {
            clearGrades(this.game.name);
            this.showPast();
            say(strings.practice.cleared);
        };
        refresh(this.past, [history({ grades, clear, open, wide: wide.matches })]);
    }

    showChoice() {
        const rows = filterRows({ game: this.game.name, chosen: this.filters,
            choose: (name, value) => this.filter(name, value) });
        const open = this.choice.querySelector('details')?.open ?? true;
        const own = linkButton({ text: strings.practice.edit, href: linkTo(['edit', this.game.name]), icon: 'edit',
            kind: 'quiet', small: true });
        refresh(this.choice, [rows.childElementCount > 0 && el('details', { class: 'positions', open },
            el('summary', { 'data-key': 'positions' }, fill(strings.practice.kind,
                { kind: filterSummary(this.game.name, this.filters) })), rows),
            el('p', { class: 'question-help seed-help' }, fill(strings.practice.seedHelp, { seed: this.seed })), own]);
    }

    /** Beside a board there is room for the filters only before the coach speaks. @param {boolean} open */
    openFilters(open) {
        const details = this.choice.querySelector('details');
        if (details && wide.matches) details.open = open;
    }

    /** @param {KeyboardEvent} event @returns {boolean} */
    keydown(event) {
        if (event.key === 'Tab') this.pointed = false;
        if (event.ctrlKey || event.metaKey || event.altKey) return false;
        if (this.stage === 'stuck' && event.key === 'Enter') return this.next(), true;
        if (this.stage === 'asks' && event.key === 'Backspace' && this.table.acts.length) return this.again(), true;
        if (this.stage === 'asks') return this.chooser.keydown(event);
        if (this.stage !== 'tells' || !this.coach) return false;
        const onControl = !this.pointed && event.target instanceof Element
            && event.target.closest('.panel button, .panel a, .panel summary, .tabs *, #bar *');
        const coach = this.coach;
        /** @type {Record<string, () => void>} */
        const keys = {
            Enter: () => (this.given ? this.again() : this.next()),
            ArrowRight: () => coach.go(coach.at + 1), ArrowLeft: () => coach.go(coach.at - 1),
            Escape: () => (coach.at ? coach.go(0) : this.again()), r: () => this.again(), t: () => this.thinkLonger(),
            l: () => coach.choose('yours'), b: () => coach.choose('best'),
        };
        const run = Object.hasOwn(keys, event.key) ? keys[event.key] : undefined;
        if (!run || (onControl && event.key === 'Enter')) return false;
        run();
        return true;
    }

    close() {
        this.closed = true;
        this.chooser.close();
        this.coach?.close();
        this.quiz.close();
        this.root.removeEventListener('pointerdown', this.point);
        delete this.root.dataset.stage;
    }
}
