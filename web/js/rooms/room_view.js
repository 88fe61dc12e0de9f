// A room on the page: the stage with what its phase needs, the panel with scores and talk, and the commands of the bar.
// @ts-check
/** @import { Command, GameInfo, KeyInfo } from '../types.js' */
/** @import { Hall } from './hall.js' */
/** @import { RoomInfo } from './reading.js' */
import { el } from '../dom.js';
import { findGame } from '../engine/engine.js';
import { refreshBar } from '../bar.js';
import { gameName } from '../names.js';
import { button } from '../parts/button.js';
import { refreshCommands } from '../parts/commands.js';
import { openDialog } from '../parts/dialog.js';
import { layout } from '../parts/layout.js';
import { note, say } from '../parts/say.js';
import { goTo, linkTo } from '../router.js';
import { fill, strings } from '../strings.js';
import { lineStrip } from './line_view.js';
import { RoundView } from './round_view.js';
import { scoresView, secondsLeft } from './scores_view.js';
import { talkView } from './talk_view.js';
import { isReady, setText, tryIt, waitingView } from './waiting_view.js';

export class RoomView {
    /** @type {GameInfo | null} */
    game = null;
    /** @type {ReturnType<typeof waitingView> | null} */
    waiting = null;
    phase = '';
    leaving = false;
    stop = new AbortController();

    /** @param {HTMLElement} root @param {Hall} hall */
    constructor(root, hall) {
        this.root = root;
        this.hall = hall;
        this.strip = lineStrip(hall);
        this.scores = scoresView(hall);
        this.talk = talkView(hall);
        this.round = new RoundView(hall, { pause: () => this.togglePause(), changed: () => this.scores.updateTitle() });
        this.stage = el('div', { class: 'room-stage' });
        this.ready = button({ text: strings.rooms.readyNext, kind: 'primary',
            run: () => { tryIt(hall.ready(!isReady(hall))); } });
        this.sit = button({ text: strings.rooms.sitDown, kind: 'primary',
            run: () => { tryIt(hall.join(this.room.room).then(refreshBar)); } });
        this.table = layout({
            board: this.stage, quick: [], actions: [this.ready, this.sit],
            sections: [
                { id: 'scores', title: strings.rooms.scores, element: el('div', { class: 'room-side' }, this.scores.element, this.round.aside), bare: true },
                { id: 'talk', title: strings.rooms.talk, element: this.talk.element, grow: true, bare: true },
            ],
        });
        this.table.classList.add('room');
        this.heading = el('h1', { class: 'unseen', tabindex: -1 }, this.room.title);
        root.replaceChildren(this.heading, this.strip.element, this.table);
        this.listen();
        this.load();
    }

    /** @returns {RoomInfo} */
    get room() { return /** @type {RoomInfo} */ (this.hall.room); }

    listen() {
        const { signal } = this.stop;
        const on = (/** @type {string} */ name, /** @type {() => void} */ run) => this.hall.addEventListener(name, run,
            { signal });
        on('tables', () => { this.showTables(); });
        on('end', () => this.update());
        on('list', () => this.update());
        on('say', () => this.talk.update());
        this.timer = setInterval(() => this.tick(), 500);
    }

    close() {
        clearInterval(this.timer);
        this.stop.abort();
        this.round.close();
    }

    async load() {
        this.game = await findGame(this.room.game);
        if (this.stop.signal.aborted) return;
        refreshBar();
        this.update();
        this.showTables();
    }

    /** Tables are ready a moment after they are told. */
    async showTables() {
        const tables = [...this.hall.tables.values()];
        await Promise.allSettled(tables.map(table => table.ready));
        if (!this.stop.signal.aborted && this.hall.room) this.update();
    }

    update() {
        if (!this.hall.room || !this.game) return;
        this.strip.update();
        this.showStage(this.game);
        this.scores.update();
        this.talk.update();
        this.updateActions();
        refreshCommands();
        this.tick();
    }

    /** @param {GameInfo} game */
    showStage(game) {
        const { phase } = this.room;
        const plays = phase !== 'waiting' && this.hall.tables.size > 0;
        if (!plays && !this.waiting) this.waiting = waitingView(this.hall, game);
        if (plays) this.waiting = null;
        if (plays) this.round.update();
        else this.waiting?.update();
        const content = plays ? this.round.element : this.waiting?.element;
        if (content && this.stage.firstChild !== content) this.changeStage(content, plays);
        if (phase !== this.phase) this.changePhase(phase);
    }

    /** @param {HTMLElement} content @param {boolean} plays */
    changeStage(content, plays) {
        const hadFocus = this.stage.contains(document.activeElement);
        this.stage.replaceChildren(content);
        this.table.classList.toggle('plays', plays);
        if (plays && !this.talk.input.value) this.talk.input.blur();
        if (hadFocus) this.heading.focus({ preventScroll: true });
    }

    /** @param {string} phase */
    changePhase(phase) {
        if (phase === 'card') {
            this.table.choose('scores');
            if (this.hall.end) say(this.hall.end.card);
        }
        if (phase === 'round' && this.phase) say(fill(strings.rooms.roundTitle, { round: this.room.round }));
        this.phase = phase;
    }

    updateActions() {
        const { hall, room } = this;
        const skip = room.phase === 'round' && room.can_skip && hall.seat !== null
            && room.seats[hall.seat]?.place !== null;
        this.ready.hidden = hall.seat === null || !(room.phase === 'card' || skip);
        const next = room.round < room.rounds ? strings.rooms.readyNext : strings.rooms.readyAgain;
        setText(this.ready, skip ? strings.rooms.skip : isReady(hall) ? strings.rooms.notReadyButton : next);
        this.sit.hidden = hall.seat !== null || !room.seats.some(seat => !seat.name);
    }

    tick() {
        if (!this.hall.room) return;
        this.scores.tick();
        this.waiting?.tick();
        const seconds = this.room.phase === 'card' ? secondsLeft(this.room) : null;
        this.ready.title = seconds !== null ? fill(strings.rooms.cardEnds, { seconds }) : this.room.can_skip
            ? strings.rooms.skipHelp : '';
    }

    get crumbs() {
        const { room } = this;
        const rooms = { text: strings.rooms.title, href: '#/rooms' };
        return room ? [{ text: gameName(room.game), href: linkTo(['play', room.game]) }, rooms, { text: room.title }]
            : [rooms];
    }

    /** @returns {KeyInfo[]} */
    get keys() { return this.game?.keys ?? []; }

    /** @returns {Command[]} */
    get commands() {
        const { hall } = this;
        const seat = hall.seat === null ? null : hall.room?.seats[hall.seat];
        return [
            ...(hall.room?.clock && seat ? [{ id: 'clock', run: () => this.togglePause(), enabled: hall.plays,
                pressed: !!seat?.paused }] : []),
            { id: 'leave', run: () => { this.leave(); } },
        ];
    }

    togglePause() {
        const seat = this.hall.seat === null ? null : this.room.seats[this.hall.seat];
        if (!seat || !this.room.clock || !this.hall.plays) return;
        if (!seat.paused) note(fill(strings.rooms.pauseStopped, { seconds: seat.pause_left ?? 0 }));
        tryIt(this.hall.pause(!seat.paused));
    }

    async leave() {
        if (this.hall.plays && !await this.sure()) return;
        this.leaving = true;
        await this.hall.leaveRoom().catch(() => {});
        goTo('#/rooms');
    }

    sure() {
        return openDialog({
            title: strings.rooms.leaveSure, content: () => [el('p', {}, strings.rooms.leaveSureText)],
            buttons: close => [button({ text: strings.rooms.leave, run: () => close(true) }),
                button({ text: strings.rooms.stay, kind: 'primary', run: () => close(false) })],
        });
    }

    /** @param {KeyboardEvent} event */
    keydown(event) {
        if (this.round.chooser?.keydown(event)) return true;
        if (event.key !== 't' || event.ctrlKey || event.metaKey || event.altKey) return false;
        this.table.choose('talk');
        this.talk.input.focus();
        return true;
    }
}
