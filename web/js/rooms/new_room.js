// The dialog that opens a room: the game, its seats and rounds, and the game's own params.
// @ts-check
/** @import { GameInfo } from '../types.js' */
/** @import { Hall, RoomSetup } from './hall.js' */
import { el } from '../dom.js';
import { refinementsOf } from '../games/index.js';
import { gameName } from '../names.js';
import { paramField } from '../play/param_field.js';
import { strings } from '../strings.js';
import { button } from '../parts/button.js';
import { openDialog } from '../parts/dialog.js';
import { choiceField, numberField, textField } from '../parts/fields.js';
import { sentence } from '../parts/trouble.js';

const seatsMost = 8;
const tick = { standard: 400, min: 20, max: 10000 };

/** @typedef {import('../parts/fields.js').Field<number> & { valid(): boolean }} NumberField */

/**
 * Asks for a setup and opens the room. Resolves with whether there is one now.
 * @param {Hall} hall @param {GameInfo[]} games @param {string} [chosen]
 */
export async function openRoom(hall, games, chosen) {
    const made = await openDialog({
        title: strings.rooms.newTitle,
        content: close => form(hall, games, chosen ?? games[0].name, close),
    });
    return made === true;
}

/** @param {Hall} hall @param {GameInfo[]} games @param {string} chosen @param {(result?: unknown) => void} close */
function form(hall, games, chosen, close) {
    const parts = el('div', { class: 'new-room-parts' });
    const wrong = el('p', { class: 'field-error', role: 'alert' });
    const title = textField({ label: strings.rooms.roomTitle, help: strings.rooms.roomTitleHelp, max: 96 });
    let fields = setupFields(find(chosen));
    const game = choiceField({
        label: strings.rooms.game, value: chosen,
            options: games.map(({ name }) => ({ value: name, text: gameName(name) })),
        change: name => show(name),
    });
    /** @param {string} name */
    function find(name) { return games.find(one => one.name === name) ?? games[0]; }
    /** @param {string} name */
    function show(name) {
        fields = setupFields(find(name));
        parts.replaceChildren(...fields.elements);
    }
    const create = async () => {
        if (!fields.valid()) return;
        try {
            await hall.create({ game: game.value, ...(title.value.trim() ? { title: title.value.trim() } : {}),
                ...fields.read() });
            close(true);
        } catch (error) {
            wrong.textContent = sentence(/** @type {Error} */ (error).message);
        }
    };
    parts.replaceChildren(...fields.elements);
    return [game.element, parts, title.element, wrong,
        el('div', { class: 'buttons' },
            button({ text: strings.rooms.open, kind: 'primary', run: () => { create(); } }))];
}

/** @param {GameInfo} game */
function setupFields(game) {
    const race = game.players[1] === 1;
    const { room } = refinementsOf(game.name);
    const most = race ? seatsMost : game.players[1];
    const seats = numberField({ label: strings.rooms.seats, min: game.players[0], max: most, value: most });
    const rounds = numberField({ label: strings.rooms.rounds, min: 1, max: 99, value: game.clock ? 3 : 1,
        help: strings.rooms.roundsHelp });
    const ticks = game.clock ? numberField({ label: strings.rooms.tick, min: tick.min, max: tick.max,
        value: room?.tickMs ?? tick.standard, help: strings.rooms.tickHelp }) : null;
    const minutes = race ? numberField({ label: strings.rooms.minutes, min: 1, max: 120, value: 5 }) : null;
    const params = paramFields(game);
    const all = [seats, rounds, ticks, minutes, ...params.values()].filter(field => field !== null);
    const read = () => {
        /** @type {Partial<RoomSetup>} */
        const setup = { seats: seats.value, rounds: rounds.value, params: changedParams(game, params) };
        if (ticks && ticks.value !== tick.standard) setup.tick_ms = ticks.value;
        if (minutes) setup.minutes = minutes.value;
        return setup;
    };
    return { elements: arrange(race, [seats, rounds, ticks, minutes], params), read,
        valid: () => all.every(field => field.valid()) };
}

/** @param {boolean} race @param {(NumberField | null)[]} fields @param {Map<string, NumberField>} params */
function arrange(race, fields, params) {
    const given = fields.filter(field => field !== null);
    return [
        ...(race ? [el('p', { class: 'small quiet' }, strings.rooms.raceHelp)] : []),
        el('div', { class: 'new-room-grid' }, ...given.map(({ element }) => element)),
        ...(params.size ? [el('details', { class: 'new-room-rules' }, el('summary', {}, strings.rooms.rules),
            el('div', { class: 'new-room-grid' }, ...[...params.values()].map(({ element }) => element)))] : []),
    ];
}

/** @param {GameInfo} game @returns {Map<string, NumberField>} */
function paramFields(game) {
    const entries = Object.entries(game.params).filter(([name]) => name !== 'players');
    const { params } = refinementsOf(game.name).room ?? {};
    return new Map(entries.map(([name, { standard }]) => [name, paramField(game, name, params?.[name] ?? standard)]));
}

/**
 * Those that are standard are left out: the server may have its own. @param {GameInfo} game
 * @param {Map<string, NumberField>} fields
 */
function changedParams(game, fields) {
    const changed = [...fields].filter(([name, field]) => field.value !== game.params[name].standard);
    return Object.fromEntries(changed.map(([name, field]) => [name, field.value]));
}
