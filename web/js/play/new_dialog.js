// The dialog for a new game: how many play, against whom, the game's own numbers, and the word that its luck comes from.
// @ts-check
/** @import { GameInfo } from '../types.js' */
/** @import { GameSetup } from './setup.js' */
/** @import { Field } from '../parts/fields.js' */
/** @import { NumberField } from './param_field.js' */
import { el } from '../dom.js';
import { fill, strings } from '../strings.js';
import { readAgent } from '../agent_text.js';
import { refinementsOf } from '../games/index.js';
import { gameName } from '../names.js';
import { button } from '../parts/button.js';
import { openDialog } from '../parts/dialog.js';
import { choiceField, selectField, textField } from '../parts/fields.js';
import { agentName, levelsOf, standardAgent } from './levels.js';
import { paramField } from './param_field.js';
import { newSeed, speeds } from './setup.js';

/**
 * Asks for a new game. Resolves with how it begins, 'restart' for the present one from its beginning, or undefined.
 * @param {GameInfo} game @param {GameSetup} now @param {{ restart: boolean }} can
 * @returns {Promise<GameSetup | 'restart' | undefined>}
 */
export async function askNew(game, now, can) {
    const form = new Form(game, now);
    return /** @type {Promise<GameSetup | 'restart' | undefined>} */ (openDialog({
        title: fill(strings.play.newTitle, { game: gameName(game.name) }),
        content: () => [form.element],
        buttons: close => [
            ...(can.restart ? [button({ text: strings.play.restart, run: () => close('restart') })] : []),
            button({ text: strings.play.begin, kind: 'primary', run: () => { const setup = form.read(); if (setup) close(setup); } }),
        ],
    }));
}

class Form {
    /** @type {Map<string, NumberField>} */
    numbers = new Map();
    /** @type {Field<string>[]} of all seats but yours */
    seats = [];
    seatsPart = el('div', { class: 'fields' });

    /** @param {GameInfo} game @param {GameSetup} now */
    constructor(game, now) {
        this.game = game;
        this.now = now;
        const few = 'players' in game.params ? this.playersField() : null;
        const { sizes, chief } = refinementsOf(game.name);
        for (const [name, { standard }] of Object.entries(game.params)) {
            if (name !== 'players') this.numbers.set(name, paramField(game, name, now.params[name] ?? standard, () => this.markSize()));
        }
        const isChief = (/** @type {string} */ name) => chief?.includes(name) ?? false;
        const fields = [...this.numbers].map(([name, { element }]) => ({ name, element }));
        const [top, rows] = [true, false].map(first => fields.filter(({ name }) => isChief(name) === first).map(({ element }) => element));
        this.sizes = sizes ? this.sizeField(sizes) : null;
        this.seed = textField({ label: strings.play.seed, help: strings.play.seedHelp, value: '', max: 64, placeholder: strings.play.seedFree });
        this.speed = game.clock ? speedField(now.tickMs) : null;
        this.element = el('div', { class: 'fields' }, few, this.seatsPart, this.sizes?.element ?? null, ...top, this.speed?.element ?? null,
            el('details', { class: 'more-fields', open: rows.length > 0 && game.players[1] === 1 && !chief }, el('summary', {}, strings.play.details), el('div', { class: 'fields in-columns' }, ...rows, this.seed.element)));
        this.seatAll();
    }

    playersField() {
        const { min, max } = this.game.params.players;
        const values = Array.from({ length: max - min + 1 }, (_, i) => String(min + i));
        const field = choiceField({ label: strings.play.players, value: String(this.now.agents.length), options: values.map(value => ({ value, text: value })), change: () => this.seatAll() });
        this.players = field;
        return field.element;
    }

    /** Boards to choose from; a choice fills the numbers. @param {{ text: string, params: Record<string, number> }[]} sizes */
    sizeField(sizes) {
        return choiceField({
            label: strings.play.size, value: this.sizeNow(sizes), options: sizes.map(({ text }) => ({ value: text, text })),
            change: chosen => {
                for (const [name, value] of Object.entries(sizes.find(({ text }) => text === chosen)?.params ?? {})) {
                    const field = this.numbers.get(name);
                    if (field) field.value = value;
                }
            },
        });
    }

    /** The size that the numbers make; none if it is not offered. @param {{ text: string, params: Record<string, number> }[]} sizes */
    sizeNow(sizes) {
        return sizes.find(({ params }) => Object.entries(params).every(([name, value]) => this.numbers.get(name)?.value === value))?.text ?? '';
    }

    markSize() {
        const { sizes } = refinementsOf(this.game.name);
        if (this.sizes && sizes) this.sizes.value = this.sizeNow(sizes);
    }

    get count() {
        return this.players ? Number(this.players.value) : this.now.agents.length;
    }

    /** Draws a field for each seat that is not yours. */
    seatAll() {
        const { game, now } = this;
        const old = this.seats.map(({ value }) => value);
        const others = now.agents.filter((_, seat) => seat !== now.who);
        this.seats = Array.from({ length: this.count - 1 }, (_, i) => {
            const agent = i < others.length ? others[i] ?? 'person' : standardAgent(game);
            return selectField({ label: this.count > 2 ? fill(strings.play.opponentN, { n: i + 2 }) : strings.play.opponent, options: agentOptions(game, agent), value: old[i] ?? agent });
        });
        this.seatsPart.replaceChildren(...this.seats.map(({ element }) => element));
    }

    /** @returns {GameSetup | null} null if something is wrong: the field says what */
    read() {
        const wrong = [...this.numbers.values()].find(field => !field.valid());
        if (wrong) {
            this.element.querySelectorAll('details').forEach(details => { details.open = true; });
            wrong.element.querySelector('input')?.focus();
            return null;
        }
        /** @type {Record<string, number>} */
        const params = {};
        for (const [name, field] of this.numbers) if (field.value !== this.game.params[name].standard) params[name] = field.value;
        if (this.players && this.count !== this.game.params.players.standard) params.players = this.count;
        const who = Math.min(this.now.who, this.count - 1);
        const agents = this.seats.map(({ value }) => (value === 'person' ? null : value));
        agents.splice(who, 0, null);
        return { game: this.game.name, params, agents, who, seed: this.seed.value.trim() || newSeed(), ...(this.speed && { tickMs: Number(this.speed.value) }) };
    }
}

/** @param {number} [tickMs] */
function speedField(tickMs = speeds[2]) {
    const known = speeds.includes(tickMs) ? speeds : [...speeds, tickMs];
    return choiceField({ label: strings.play.speed, value: String(tickMs), help: strings.play.speedHelp,
        options: known.map((value, i) => ({ value: String(value), text: strings.play.speeds[i] ?? String(value) })) });
}

/** Strengths in words first, then all agents, then a person beside you. @param {GameInfo} game @param {string} now */
export function agentOptions(game, now) {
    const levels = levelsOf(game);
    const named = levels.map(({ level, agent }) => ({ value: agent, text: levelText(level, agent), group: strings.play.byStrength }));
    const all = game.about.filter(({ name }) => !levels.some(({ agent }) => agent === name)).map(({ name, summary }) => ({ value: name, text: fill(strings.play.agentOption, { name: agentName(name), summary }), group: strings.play.byName }));
    const options = [...named, ...all, { value: 'person', text: strings.play.person, group: strings.play.here }];
    return options.some(({ value }) => value === now) ? options : [...options, { value: now, text: now, group: strings.play.byName }];
}

/** @param {import('./levels.js').Level} level @param {string} agent */
function levelText(level, agent) {
    const { budget_ms: ms } = readAgent(agent);
    return fill(ms ? strings.play.levelTimed : strings.play.levelOption, { level: strings.play.levels[level], name: agentName(agent), s: (ms ?? 0) / 1000 });
}
