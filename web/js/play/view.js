// A game in play on the page: board, panel and commands, kept up with the table. Looking back shows a past position and
// takes nothing back; a hint is gone with the next move.
// @ts-check
/** @import { Change, Command, Scene, Screen } from '../types.js' */
/** @import { Opened } from './opening.js' */
/** @import { GameSetup } from './setup.js' */
import { asideOf } from '../board/aside.js';
import { Board } from '../board/board.js';
import { Chooser } from '../board/choose.js';
import { animateChange, finishMotion } from '../board/motion.js';
import { sayNow } from '../board/tell.js';
import { drawScene } from '../engine/engine.js';
import { el, find } from '../dom.js';
import { gameName } from '../names.js';
import { layout } from '../parts/layout.js';
import { button, linkButton } from '../parts/button.js';
import { commandKeys, refreshCommands, runCommand } from '../parts/commands.js';
import { note, say } from '../parts/say.js';
import { sentence } from '../parts/trouble.js';
import { goTo, linkTo } from '../router.js';
import { play as playSound } from '../sound.js';
import { fill, strings } from '../strings.js';
import { ClockCover } from './clock_cover.js';
import { Hint } from './hint.js';
import { keepFinished, keepGame } from './kept.js';
import { Moves } from './moves.js';
import { askNew } from './new_dialog.js';
import { openSeats } from './seats_dialog.js';
import { openShare } from './share_dialog.js';
import { linkOf, newSeed, rememberSetup } from './setup.js';
import { resultOf, Status } from './status.js';

const keepMs = 1000; // from one keeping to the next, in real time

export class PlayView {
    keptAt = -keepMs;
    /** Another game took its place. */
    gone = false;
    /** @type {number | null} the step that is looked at */
    looked = null;
    /** What a finished game is kept by. */
    id = newSeed();
    actions = el('div', { class: 'action-pair' });

    /** @param {HTMLElement} root @param {Opened} opened */
    constructor(root, { table, setup, log, link }) {
        this.table = table;
        this.setup = setup;
        this.log = log;
        this.link = link;
        this.name = gameName(table.game.name);
        this.board = new Board(table.game.name, this.name);
        this.chooser = new Chooser(this.board, table, { play: action => this.act(action), pause: () => this.cover?.toggle() });
        this.hint = new Hint(table, this.board);
        this.status = new Status(table);
        this.moves = new Moves(table, log, step => this.look(step), step => this.goOn(step));
        this.layout = this.lay();
        this.cover = table.clock ? new ClockCover(table, find(this.layout, '.stage')) : null;
        root.replaceChildren(el('h1', { class: 'unseen', tabindex: -1 }, this.name), this.layout);
        this.listen();
        this.show();
        if (!table.clock) table.resume();
    }

    lay() {
        const game = { id: 'game', title: strings.play.game, element: this.status.element, bare: true };
        const hint = { id: 'hint', title: strings.bar.hint, element: this.hint.element, bare: true };
        const moves = { id: 'moves', title: strings.play.moves, element: this.moves.element, grow: true };
        const sections = [...(this.table.clock ? [game] : [game, hint, moves]), ...asideOf(this.board)];
        return layout({ board: this.board.element, sections, actions: [this.actions], quick: ['new', 'redo'] });
    }

    listen() {
        const { table } = this;
        table.addEventListener('change', event => this.hear(/** @type {CustomEvent<Change>} */ (event).detail));
        for (const name of ['thinking', 'clock']) table.addEventListener(name, () => this.showPanel());
        table.addEventListener('clock', () => this.keep());
        table.addEventListener('trouble', event => this.fail(/** @type {CustomEvent<Error>} */ (event).detail));
    }

    /** @type {Screen} */
    get screen() {
        const view = this;
        const { game } = this.table;
        return {
            crumbs: [{ text: this.name, href: linkTo(['play', game.name]) }],
            get commands() { return view.commands; },
            game: game.name, keys: game.keys, board: !game.clock,
            keydown: event => this.keydown(event),
            close: () => this.close(),
        };
    }

    /** @returns {Command[]} */
    get commands() {
        const { table } = this;
        return [
            { id: 'new', run: () => this.askNew() },
            { id: 'undo', run: () => this.undo(), enabled: table.canUndo },
            { id: 'redo', run: () => { table.redo().catch(this.fail); }, enabled: table.canRedo },
            { id: 'hint', run: () => this.showHint(), enabled: this.hint.possible && this.looked === null },
            { id: 'seat', run: () => { openSeats(table, this.fail); }, enabled: table.seats.length > 1 },
            { id: 'share', run: () => { openShare(table, this.setup); } },
        ];
    }

    close() {
        this.hint.clear();
        this.cover?.close();
        this.chooser.close();
        if (this.table.clock) this.table.pause();
        this.table.close();
    }

    /** @param {KeyboardEvent} event */
    keydown(event) {
        if (event.key === 'Escape' && this.looked !== null) {
            this.look(null);
            return true;
        }
        if (this.cover?.wakes(event)) return true;
        return this.chooser.keydown(event);
    }

    /** @param {unknown} action */
    act(action) {
        return this.table.act(action).catch(error => {
            playSound('refuse');
            throw error;
        });
    }

    /** @param {unknown} error */
    fail = error => {
        const { code, message } = /** @type {{ code?: string, message: string }} */ (error);
        if (code !== 'CANCELLED') note(sentence(message));
    };

    undo() {
        this.table.undo().then(() => say(strings.play.undone), this.fail);
    }

    showHint() {
        this.hint.show().catch(this.fail);
        this.layout.choose('hint');
    }

    async askNew() {
        if (this.table.clock) this.table.pause();
        const answer = await askNew(this.table.game, this.setup, { restart: this.table.canRestart });
        if (answer === 'restart') this.table.restart().catch(this.fail);
        else if (answer) {
            rememberSetup(this.table.game, answer);
            this.begin(answer);
        }
    }

    /** @param {GameSetup} setup */
    begin(setup) {
        this.gone = true;
        keepGame(setup.game, null);
        goTo(linkOf(this.table.game, setup));
    }

    /** @param {Change} change */
    hear(change) {
        this.looked = null;
        this.hint.clear();
        this.log.hear(change);
        animateChange(this.board, change, () => this.paint(this.table.scene));
        this.chooser.on = true;
        this.chooser.update(change);
        this.showPanel();
        if (!this.table.clock || this.table.over || this.table.paused || performance.now() > this.keptAt + keepMs) this.keep();
        this.sing(change);
        if (change.kind === 'act' && this.table.over && !this.tellsEnd(change)) sayNow(sentence(resultOf(this.table)));
    }

    show() {
        this.paint(this.table.scene);
        this.chooser.on = true;
        this.chooser.update();
        this.showPanel();
    }

    /** Whether the game itself says how it ended; in real time, whatever it says last does. @param {Change} change */
    tellsEnd({ events }) {
        return events.some(({ effects = [] }) => effects.some(({ kind, routine, text }) => kind === 'OVER' || (this.table.clock && !routine && text)));
    }

    /** @param {Scene} scene */
    paint(scene) {
        const { seats, legal, over } = this.table;
        this.board.names = seats.map(({ name }) => name);
        this.board.turn = over || this.looked !== null ? null : legal?.actor ?? null;
        this.board.paint(scene);
        this.board.element.classList.toggle('looking', this.looked !== null);
    }

    showPanel() {
        const { table } = this;
        const from = table.clock ? table.now : table.lastOfPerson();
        this.status.show({ last: this.log.last, begun: from > 0, gains: this.log.gainsSince(from) });
        this.moves.show(this.looked);
        this.cover?.show();
        this.actions.replaceChildren(...this.pickActions());
        refreshCommands();
    }

    pickActions() {
        const { table } = this;
        if (table.over) {
            return [
                ...(table.clock ? [] : [linkButton({ text: strings.play.review, icon: 'review', href: linkTo(['review', table.game.name], { saved: this.id }) })]),
                button({ text: strings.play.again, icon: 'again', kind: 'primary', run: () => this.again() }),
            ];
        }
        if (this.cover) return [this.cover.button()];
        return [this.commandButton('undo', 'plain'), this.commandButton('hint', 'primary')];
    }

    /** @param {'undo' | 'hint'} id @param {'primary' | 'plain'} kind */
    commandButton(id, kind) {
        const key = this.table.game.keys.some(one => one.key === commandKeys[id]) ? undefined : commandKeys[id];
        const made = button({ text: strings.bar[id], icon: id, kind, key, run: () => { runCommand(id); } });
        made.dataset.command = id;
        return made;
    }

    /** The same game with new luck. */
    again() {
        this.begin({ ...this.setup, seed: newSeed() });
    }

    /** @param {number | null} step */
    async look(step) {
        const { table } = this;
        this.looked = step === table.now ? null : step;
        this.hint.clear();
        if (this.looked === null) return this.show();
        const wanted = this.looked;
        try {
            const { state } = await table.past.momentAt(wanted);
            const scene = await drawScene(state, table.who);
            if (this.looked !== wanted) return;
            finishMotion(this.board);
            this.paint(scene);
            this.chooser.enabled = false;
            this.showPanel();
            say(fill(strings.play.lookingAt, { step: wanted, now: table.now }));
        } catch (error) {
            this.looked = null;
            this.fail(error);
        }
    }

    /** @param {number} step */
    goOn(step) {
        this.looked = null;
        this.table.seek(step).catch(this.fail);
    }

    keep() {
        if (this.gone) return;
        const { table, link } = this;
        this.keptAt = performance.now();
        const { record, seats, who, luck, undone } = table;
        keepGame(table.game.name, table.over ? null : { link, record, seats, who, rng: luck, undone });
        if (table.over) keepFinished(table, this.id).catch(this.fail);
    }

    /** @param {Change} change */
    sing({ kind, events }) {
        const { table } = this;
        if (kind !== 'act') return;
        if (table.over) return playSound(table.winners.includes(this.setup.who) ? 'won' : 'over');
        const points = events.flatMap(({ effects = [] }) => effects).reduce((sum, { points = 0 }) => sum + Math.max(0, points), 0);
        if (points > 0) playSound('points');
        else if (typeof events[0]?.who === 'number') playSound(table.isPerson(events[0].who) ? 'lay' : 'turn');
    }
}
