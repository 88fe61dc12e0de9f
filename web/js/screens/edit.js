// An editor for positions, as from a real table: lay tiles by hand, or type a position. The engine says what cannot be,
// at the place where it is. Then ask the coach, or play on.
// @ts-check
/** @import { GameInfo, Route, Screen } from '../types.js' */
/** @import { Editing, Place, Setting } from '../games/editors.js' */
import { Board } from '../board/board.js';
import { drawTile, pieceOf } from '../board/tile.js';
import { Draft } from '../coach/draft.js';
import { givenState, holdsPosition, typedState } from '../coach/given.js';
import { Laying } from '../coach/laying.js';
import { askAbout } from '../coach/quiz.js';
import { el, icon } from '../dom.js';
import { ask, EngineError, findGame } from '../engine/engine.js';
import { editingOf } from '../games/editors.js';
import { refinementsOf } from '../games/index.js';
import { textsOf } from '../games/texts.js';
import { gameName } from '../names.js';
import { button, keyCap } from '../parts/button.js';
import { refreshCommands } from '../parts/commands.js';
import { choiceField, numberField, textField } from '../parts/fields.js';
import { layout } from '../parts/layout.js';
import { note, say } from '../parts/say.js';
import { goTo, stayAt } from '../router.js';
import { linkForState } from '../share.js';
import { fill, strings } from '../strings.js';

const words = strings.editor;
const typingMs = 300;
const fileMax = 1 << 17;

/** @param {HTMLElement} root @param {Route} route @returns {Promise<Screen>} */
export async function open(root, route) {
    const game = await findGame(route.parts[0] ?? '');
    const editor = new Editor(root, game, await editingOf(game.name));
    await editor.start(route.query);
    return editor.screen;
}

class Editor {
    /** @type {Laying | null} */
    laying = null;
    brush = '';
    timer = 0;
    /** @type {HTMLElement | null} */
    bubble = null;
    shape = '';
    closed = false;
    /** @type {Promise<unknown>} all that was asked for so far, of which each is done on what the one before left */
    doing = Promise.resolve();
    /** The seat whose board lies in front. */
    seat = 0;
    /** @type {{ setting: Setting, field: { value: any, error(text: string | null): void } }[]} */
    fields = [];
    /** The fields are given what is laid; nobody changes them. */
    filling = false;

    /** @param {HTMLElement} root @param {GameInfo} game @param {Editing | null} editing */
    constructor(root, game, editing) {
        this.root = root;
        this.game = game;
        this.editing = editing;
        this.draft = new Draft(game, editing);
        this.board = new Board(game.name, gameName(game.name));
        this.palette = el('div', { class: 'palette', role: 'radiogroup', 'aria-label': words.palette,
            onkeydown: (/** @type {KeyboardEvent} */ event) => this.rovePalette(event) });
        this.table = el('div', { class: 'edit-fields' });
        const help = game.tools.includes('position') ? words.textHelp : textsOf(game.name) ? words.rowsHelp
            : words.jsonHelp;
        this.text = textField({ label: words.text, help, lines: 4, max: fileMax, change: text => this.type(text) });
        this.askButton = button({ text: words.ask, kind: 'primary', run: () => this.leave('practice') });
        this.playButton = button({ text: words.play, run: () => this.leave('play') });
        this.front = el('div', { class: 'edit-front' });
        this.standing = el('p', { class: 'edit-problem', role: 'status' });
    }

    /** @param {URLSearchParams} query */
    async start(query) {
        const state = await (holdsPosition(query) ? givenState(this.game, query) : this.fresh());
        await this.draft.load(state);
        if (this.editing) this.begin(this.editing);
        const sections = [
            ...(this.editing ? [{ id: 'palette', title: words.palette,
                element: this.palettePart(), bare: false },
                { id: 'table', title: words.table, element: this.table }] : []),
            { id: 'text', title: words.position, element: this.textPart(), bare: true },
        ];
        this.root.replaceChildren(layout({ board: this.board.element, sections,
            actions: [this.playButton, this.askButton], quick: ['undo', 'redo'] }));
        this.show();
    }

    palettePart() {
        return el('div', {}, this.palette, this.standing, this.front, el('p', { class: 'edit-help' }, words.help));
    }

    textPart() {
        return el('div', { class: 'edit-text' }, !this.editing && this.standing, this.text.element, this.tools());
    }

    /** @param {Editing} editing */
    begin(editing) {
        this.brush = editing.brushes[0].id;
        this.laying = new Laying(this.board, editing, {
            brush: () => this.brush,
            press: (place, element) => this.press(editing, place, element),
            take: (place, element) => this.change(now => editing.take(now, place), element, place),
            carry: (from, to, brush, element) => this.carry(editing, from, to, brush, element),
        });
        this.showPalette();
    }

    get now() { return this.draft.now?.draft; }

    /** @returns {Screen} */
    get screen() {
        const editor = this;
        return {
            crumbs: [{ text: gameName(this.game.name), href: `#/play/${this.game.name}` }, { text: words.title }],
            get commands() {
                return [
                    { id: 'new', run: () => editor.deal() },
                    { id: 'undo', run: () => editor.step(-1), enabled: editor.draft.canUndo },
                    { id: 'redo', run: () => editor.step(1), enabled: editor.draft.canRedo },
                    { id: 'share', run: () => editor.copy() },
                ];
            },
            game: this.game.name,
            keydown: event => this.keydown(event),
            close: () => this.close(),
        };
    }

    close() {
        this.closed = true;
        clearTimeout(this.timer);
        this.laying?.close();
        this.bubble?.remove();
    }

    /** A new game as it is dealt. */
    async fresh() {
        const players = this.editing && this.now?.players?.length ? { players: this.now.players.length } : {};
        return (await ask({ cmd: 'new', game: this.game.name, params: players, seed: crypto.randomUUID() })).state;
    }

    /** Does this once all that was asked for before is done. @param {() => unknown} run */
    inTurn(run) {
        const done = this.doing.then(() => (this.closed ? undefined : run()));
        this.doing = done.catch(() => {});
        return done;
    }

    deal() {
        return this.inTurn(async () => {
            await this.draft.load(await this.fresh());
            this.show();
        });
    }

    /** @param {number} by */
    step(by) {
        return this.inTurn(() => {
            this.draft.step(by);
            this.show();
            if (by < 0) say(words.undone);
        });
    }

    /** @param {Editing} editing @param {Place} place @param {Element} element */
    press(editing, place, element) {
        const { brush } = this;
        this.change(now => editing.press(now, place, brush), element, place);
    }

    /**
     * @param {Editing} editing
     * @param {Place | null} from
     * @param {Place | null} to
     * @param {string} brush
     * @param {Element | null} element
     */
    carry(editing, from, to, brush, element) {
        if (!from && !to) return;
        this.change(now => {
            const without = from ? editing.take(now, from) : now;
            return to ? editing.drop(without, to, brush) : without;
        }, element, to ?? from);
    }

    /**
     * Lays what is made of the draft that lies there; what cannot be is said where it was tried.
     * @param {(now: any) => any} make
     * @param {Element | null} [element]
     * @param {Place | null} [place]
     */
    change(make, element = null, place = null) {
        this.hideBubble();
        clearTimeout(this.timer);
        return this.inTurn(async () => {
            try {
                const draft = make(this.now);
                if (draft === this.now || !(await this.draft.lay(draft)) || this.closed) return;
                this.show();
                this.tell(place);
            } catch (error) {
                if (!this.closed) this.refuse(error, element);
            }
        });
    }

    /** @param {Place | null} place */
    tell(place) {
        if (!place) return;
        const brush = this.editing?.brushes.find(({ id }) => id === this.brush);
        const { problem } = this.draft.now ?? {};
        if (problem) say(fill(words.notYet, { why: problem.message }));
        else if (brush) say(brush.tile ? fill(words.laid, { name: brush.name }) : words.taken);
    }

    /** @param {unknown} error @param {Element | null} element */
    refuse(error, element) {
        const message = error instanceof Error ? error.message : String(error);
        const at = error instanceof EngineError ? error.at ?? '' : '';
        const field = this.fields.find(({ setting }) => at === setting.at);
        if (field) return field.field.error(message);
        const where = this.editing?.where(at);
        const place = (where && this.board.element.querySelector(where)) || element?.closest('.tile, .area')
            || this.board.element;
        this.showBubble(message, place);
    }

    /** @param {string} message @param {Element} place */
    showBubble(message, place) {
        this.hideBubble();
        const box = place.getBoundingClientRect();
        const bubble = el('div', { class: 'edit-bubble', role: 'alert' }, icon('warning'), el('span', {}, message));
        document.body.append(bubble);
        const own = bubble.getBoundingClientRect();
        const left = Math.min(innerWidth - own.width - 8, Math.max(8, box.left + box.width / 2 - own.width / 2));
        const top = box.top - own.height - 8 > 56 ? box.top - own.height - 8 : box.bottom + 8;
        bubble.style.setProperty('left', `${left + scrollX}px`);
        bubble.style.setProperty('top', `${top + scrollY}px`);
        place.classList.add('refused');
        this.bubble = bubble;
        this.refused = place;
    }
    /** @type {Element | null} */
    refused = null;

    hideBubble() {
        this.bubble?.remove();
        this.refused?.classList.remove('refused');
        this.bubble = null;
    }

    show() {
        const { now } = this.draft;
        if (!now) return;
        this.showFront();
        this.paint();
        this.showSettings();
        if (document.activeElement !== this.text.input) this.text.value = now.text || this.text.value;
        this.text.error(null);
        if (!now.problem) this.stay(now.state);
        refreshCommands();
    }

    /** The address always holds what is laid. @param {object} state */
    async stay(state) {
        const link = await linkForState(state, 'edit');
        if (!this.closed && state === this.draft.now?.state) stayAt(link);
    }

    async paint() {
        const { seat, draft: { now } } = this;
        if (!now) return;
        const scene = seat === 0 ? now.scene : await this.draft.sceneFor(seat);
        if (now !== this.draft.now || seat !== this.seat) return;
        this.board.paint(scene);
        this.laying?.refresh();
        this.showProblem(now.problem);
    }

    /** Which player's board lies in front, where a small one is too small to lay tiles on. */
    showFront() {
        const many = this.now?.players?.length ?? 1;
        this.seat = Math.min(this.seat, many - 1);
        if (this.front.dataset.many === String(many)) return;
        this.front.dataset.many = String(many);
        const options = Array.from({ length: many },
            (_, i) => ({ value: String(i), text: fill(strings.play.player, { n: i + 1 }) }));
        const field = choiceField({ label: words.front, options, value: String(this.seat),
            change: value => this.look(Number(value)) });
        this.front.replaceChildren(...(many > 1 ? [field.element] : []));
    }

    /** @param {number} seat */
    look(seat) {
        this.seat = seat;
        this.paint();
    }

    /** @param {EngineError | null} problem */
    showProblem(problem) {
        this.standing.textContent = problem ? fill(words.notYet, { why: problem.message }) : '';
        for (const marked of this.board.element.querySelectorAll('.faulty')) marked.classList.remove('faulty');
        const where = problem?.at && this.editing?.where(problem.at);
        if (where) this.board.element.querySelector(where)?.classList.add('faulty');
        for (const one of [this.askButton, this.playButton]) one.disabled = !!problem;
    }

    showPalette() {
        const refinements = refinementsOf(this.game.name);
        const area = { class: 'palette', title: '', row: 0, col: 0, rows: 1, cols: 1 };
        this.palette.replaceChildren(...(this.editing?.brushes ?? []).map(brush => {
            const look = el('span', { class: 'brush-look' });
            if (brush.tile) drawTile(look, brush.tile, pieceOf(brush.tile, area, refinements));
            else look.append(icon('close'));
            const chosen = brush.id === this.brush;
            return el('button', { type: 'button', class: 'brush', role: 'radio', 'aria-checked': String(chosen),
                tabindex: chosen ? 0 : -1, 'data-brush': brush.id, title: brush.name, 'aria-label': brush.name,
                onclick: () => this.choose(brush.id),
                    onpointerdown: (/** @type {PointerEvent} */ event) => { if (brush.tile) this.laying?.lift(event,
                    brush.id, look); } },
                look, keyCap(brush.key));
        }));
    }

    /** @param {string} brush @param {boolean} [focus] */
    choose(brush, focus) {
        this.brush = brush;
        for (const one of this.palette.querySelectorAll('.brush')) {
            const is = one.getAttribute('data-brush') === brush;
            one.setAttribute('aria-checked', String(is));
            /** @type {HTMLElement} */ (one).tabIndex = is ? 0 : -1;
            if (is && focus) /** @type {HTMLElement} */ (one).focus();
        }
    }

    /** @param {KeyboardEvent} event */
    rovePalette(event) {
        const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
        const all = this.editing?.brushes ?? [];
        if (!by || !all.length) return;
        event.preventDefault();
        const at = all.findIndex(({ id }) => id === this.brush);
        this.choose(all[(at + by + all.length) % all.length].id, true);
    }

    showSettings() {
        const settings = this.editing?.settings(this.now) ?? [];
        const shape = JSON.stringify(settings.map(({ label, max }) => [label, max]));
        if (shape !== this.shape) this.makeSettings(settings);
        this.shape = shape;
        settings.forEach((setting, i) => {
            this.fields[i].setting = setting;
            const { field } = this.fields[i];
            const wanted = setting.choices ? String(setting.value) : setting.value;
            this.filling = true;
            if (Number(field.value) !== setting.value) field.value = wanted;
            this.filling = false;
            field.error(null);
        });
    }

    /** @param {Setting[]} settings */
    makeSettings(settings) {
        this.fields = settings.map((setting, i) => {
            const change = (/** @type {string | number} */ value) => {
                if (this.filling) return;
                this.change(now => {
                    const one = this.fields[i]?.setting;
                    return one && Number(value) !== one.value ? one.set(Number(value)) : now;
                });
            };
            const { label, min, max, value, choices } = setting;
            const field = choices
                ? choiceField({ label, value: String(value),
                    options: choices.map((text, k) => ({ value: String(min + k), text })), change })
                : numberField({ label, min, max, value, change });
            return { setting, field };
        });
        this.table.replaceChildren(...this.fields.map(({ field }) => /** @type {any} */ (field).element));
    }

    tools() {
        const file = el('input', { type: 'file', class: 'unseen',
            accept: '.json,.jsonl,.txt,application/json,text/plain', tabindex: -1, 'aria-label': words.importFile,
            onchange: () => this.read(file) });
        const { editing } = this;
        return el('div', { class: 'buttons' },
            editing && button({ text: words.clear, small: true, run: () => this.change(now => editing.empty(now)) }),
            button({ text: words.deal, small: true, run: () => this.deal() }),
            button({ text: words.importFile, small: true, icon: 'upload', run: () => file.click() }),
            button({ text: words.copy, small: true, icon: 'copy', run: () => this.copy() }), file);
    }

    /** @param {HTMLInputElement} input */
    async read(input) {
        const file = input.files?.[0];
        if (!file) return;
        if (file.size > fileMax) this.text.error(words.tooLong);
        else await this.take(await file.text());
        input.value = '';
    }

    /** A text is typed: it is read when the typing rests. @param {string} text */
    type(text) {
        clearTimeout(this.timer);
        this.timer = setTimeout(() => this.take(text), typingMs);
    }

    /** @param {string} text */
    take(text) {
        return this.inTurn(async () => {
            try {
                await this.draft.load(await typedState(this.game, text));
                this.show();
            } catch (error) {
                this.text.error(error instanceof Error ? error.message : String(error));
            }
        });
    }

    async copy() {
        const text = this.draft.now?.text ?? '';
        try {
            await navigator.clipboard.writeText(text);
            note(words.copied);
        } catch {
            this.text.input.select();
        }
    }

    /** @param {'practice' | 'play'} where */
    async leave(where) {
        const { now } = this.draft;
        if (!now || now.problem) return;
        const stuck = where === 'practice' && await askAbout(now.state).then(() => null, error => error);
        if (stuck) {
            this.standing.textContent = fill(words.notYet, { why: stuck.message });
            return;
        }
        const link = await linkForState(now.state, where);
        goTo(where === 'practice' ? `${link}&tell=1` : link);
    }

    /** @param {KeyboardEvent} event */
    keydown(event) {
        if (event.ctrlKey || event.metaKey || event.altKey) return false;
        if (event.key === 'Escape' && this.bubble) return this.hideBubble(), true;
        const brush = this.editing?.brushes.find(({ key }) => key === event.key.toLowerCase());
        if (!brush) return false;
        this.choose(brush.id);
        say(brush.name);
        return true;
    }
}
