// Giving a name: as a line in the list of rooms, and as a small form before a room that somebody came to by its link.
// @ts-check
/** @import { Hall } from './hall.js' */
import { el } from '../dom.js';
import { fill, strings } from '../strings.js';
import { button } from '../parts/button.js';
import { textField } from '../parts/fields.js';
import { sentence } from '../parts/trouble.js';
import { cover } from './line_view.js';

/**
 * A field for the name and its button.
 * @param {Hall} hall @param {{ text: string, wrong?: string | null, primary?: boolean, done?: () => void }} how
 */
function nameForm(hall, { text, wrong = null, primary = false, done }) {
    const field = textField({ label: strings.rooms.nameLabel, help: strings.rooms.nameHelp, value: hall.lastName,
        max: 64 });
    field.input.setAttribute('autocomplete', 'nickname');
    field.error(wrong);
    const submit = async (/** @type {Event} */ event) => {
        event.preventDefault();
        field.error(await takeName(hall, field.value));
        if (hall.name) done?.();
    };
    const go = el('button', { type: 'submit', class: `button ${primary ? 'primary' : 'plain'}` }, el('span', {}, text));
    return Object.assign(el('form', { class: 'name-form', onsubmit: submit }, field.element, go), { field });
}

/** Takes a name; returns why not, or null. @param {Hall} hall @param {string} name */
export async function takeName(hall, name) {
    if (!name.trim() || Array.from(name.trim()).length > 16) return strings.rooms.nameMissing;
    try {
        await hall.enter(name.trim());
        return null;
    } catch (error) {
        return sentence(/** @type {Error} */ (error).message);
    }
}

/** The form in place of a screen. @param {Hall} hall @param {{ wrong: string | null, done: () => void }} how */
export function nameCover(hall, how) {
    return cover('person', strings.rooms.nameTitle, el('p', {}, strings.rooms.nameAsk),
        nameForm(hall, { text: strings.rooms.nameGo, primary: true, ...how }));
}

/** The line in the list: the form, or who one is. @param {Hall} hall */
export function nameLine(hall) {
    const element = el('div', { class: 'name-line' });
    /** @type {ReturnType<typeof nameForm> | null} */
    let form = null;
    /** @type {string | null | undefined} */
    let shown;
    const update = () => {
        if (hall.name === shown) return;
        shown = hall.name;
        form = hall.name ? null : nameForm(hall, { text: strings.rooms.nameTake });
        element.replaceChildren(...(form ? [form] : [
            el('span', {}, fill(strings.rooms.nameYou, { name: hall.name ?? '' })),
            button({ text: strings.rooms.nameChange, small: true, kind: 'quiet',
                run: () => { hall.leaveHall().catch(() => {}); } }),
        ]));
    };
    /** Takes what stands in the field, if there is no name yet. Returns whether there is one. */
    const take = async () => {
        if (!form) return true;
        const { field } = form;
        const wrong = await takeName(hall, field.value);
        field.error(wrong);
        if (wrong) field.input.focus();
        return !wrong;
    };
    update();
    return { element, update, take };
}
