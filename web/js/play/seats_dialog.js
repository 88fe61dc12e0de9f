// The dialog of seats: who sits where, and from which seat the board is seen. Agents can take over and hand back at any time.
// @ts-check
/** @import { Table } from '../table.js' */
import { el } from '../dom.js';
import { fill, strings } from '../strings.js';
import { openDialog } from '../parts/dialog.js';
import { choiceField, selectField } from '../parts/fields.js';
import { agentOptions } from './new_dialog.js';
import { agentName } from './levels.js';

/** @param {Table} table @param {(error: unknown) => void} fail */
export function openSeats(table, fail) {
    return openDialog({ title: strings.play.seatsTitle, content: () => [viewField(table, fail).element, el('div', { class: 'fields' }, ...table.seats.map((_, seat) => sitterField(table, seat, fail).element))] });
}

/** @param {Table} table @param {(error: unknown) => void} fail */
function viewField(table, fail) {
    return choiceField({
        label: strings.play.lookFrom, value: String(table.who),
        options: table.seats.map(({ name }, seat) => ({ value: String(seat), text: name })),
        change: value => { table.lookAs(Number(value)).catch(fail); },
    });
}

/** @param {Table} table @param {number} seat @param {(error: unknown) => void} fail */
function sitterField(table, seat, fail) {
    const agent = table.seats[seat].agent ?? 'person';
    return selectField({
        label: fill(strings.play.seatN, { n: seat + 1 }), value: agent, options: agentOptions(table.game, agent),
        change: value => { sit(table, seat, value).catch(fail); },
    });
}

/** @param {Table} table @param {number} seat @param {string} value */
function sit(table, seat, value) {
    if (value !== 'person') return table.seatAgent(seat, value, agentName(value));
    const alone = table.seats.every((sitter, other) => other === seat || sitter.agent);
    return table.seatPerson(seat, alone ? strings.play.you : fill(strings.play.player, { n: seat + 1 }));
}
