// The fields of dialogs. Each has a label, a place for help and one for what is wrong with its value, and says a change at once.
// @ts-check
import { el, icon } from '../dom.js';
import { fill, strings } from '../strings.js';

/**
 * @template T
 * @typedef {{ element: HTMLElement, value: T, error(text: string | null): void }} Field
 */

let count = 0;

/**
 * The frame of a field: label above, help and error below.
 * @param {string} label @param {HTMLElement} control @param {HTMLElement} input what the label is for @param {string} [help]
 */
function frame(label, control, input, help) {
    const id = `field-${++count}`;
    const wrong = el('p', { class: 'field-error', id: `${id}-error`, role: 'alert' });
    const about = help ? el('p', { class: 'field-help', id: `${id}-help` }, help) : null;
    const labelled = input instanceof HTMLInputElement || input instanceof HTMLSelectElement || input instanceof HTMLTextAreaElement;
    if (labelled) input.id = id;
    else input.setAttribute('aria-labelledby', `${id}-label`);
    input.setAttribute('aria-describedby', [about?.id, wrong.id].filter(Boolean).join(' '));
    const title = labelled ? el('label', { class: 'field-label', for: id }, label) : el('span', { class: 'field-label', id: `${id}-label` }, label);
    const element = el('div', { class: 'field' }, title, control, about, wrong);
    const error = (/** @type {string | null} */ text) => {
        wrong.textContent = text ?? '';
        if (labelled) input.setAttribute('aria-invalid', String(!!text));
    };
    return { element, error };
}

/**
 * @typedef {{ value: string, text: string, group?: string }} Option
 * @param {{ label: string, options: Option[], value: string, help?: string, change?: (value: string) => void }} what
 * @returns {Field<string>}
 */
export function selectField({ label, options, value, help, change }) {
    const select = el('select', { onchange: () => change?.(select.value) }, ...groupOptions(options));
    select.value = value;
    const control = el('div', { class: 'select' }, select, icon('down'));
    return {
        ...frame(label, control, select, help),
        get value() { return select.value; },
        set value(next) { select.value = next; },
    };
}

/** @param {Option[]} options @returns {HTMLElement[]} */
function groupOptions(options) {
    const make = (/** @type {Option} */ { value, text }) => el('option', { value }, text);
    const groups = [...new Set(options.map(({ group }) => group))];
    return groups.flatMap(group => {
        const items = options.filter(option => option.group === group).map(make);
        return group ? [el('optgroup', { label: group }, ...items)] : items;
    });
}

/**
 * A whole number from `min` to `max`, with buttons for one less and one more.
 * @param {{ label: string, min: number, max: number, value: number, help?: string, change?: (value: number) => void }} what
 * @returns {Field<number> & { valid(): boolean }}
 */
export function numberField({ label, min, max, value, help, change }) {
    const input = el('input', { type: 'text', inputmode: min < 0 ? 'text' : 'numeric', autocomplete: 'off', value: String(value),
        role: 'spinbutton', 'aria-valuemin': min, 'aria-valuemax': max, oninput: read, onkeydown: key });
    const step = (/** @type {number} */ by) => put(Math.min(max, Math.max(min, (Number.isNaN(number()) ? value : number()) + by)));
    const [less, more] = [-1, 1].map(by => el('button', { type: 'button', tabindex: -1, 'aria-label': fill(by < 0 ? strings.settings.less : strings.settings.more, { label }), onclick: () => step(by) }, by < 0 ? '−' : '+'));
    const framed = frame(label, el('div', { class: 'number' }, less, input, more), input, help);
    const number = () => (/^-?\d{1,9}$/.test(input.value.trim()) ? Number(input.value) : NaN);
    const valid = () => number() >= min && number() <= max;
    function read() {
        framed.error(valid() ? null : fill(strings.errors.number, { label, min, max }));
        if (!valid()) return;
        input.setAttribute('aria-valuenow', String(number()));
        less.disabled = number() <= min;
        more.disabled = number() >= max;
        change?.(number());
    }
    /** @param {number} next */
    function put(next) {
        input.value = String(next);
        read();
    }
    /** @param {KeyboardEvent} event */
    function key(event) {
        const by = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 }[event.key];
        if (!by) return;
        event.preventDefault();
        step(by);
    }
    input.setAttribute('aria-valuenow', String(value));
    less.disabled = value <= min;
    more.disabled = value >= max;
    return { ...framed, valid, get value() { return number(); }, set value(next) { put(next); } };
}

/**
 * A few choices side by side, all seen at once.
 * @param {{ label: string, options: Option[], value: string, help?: string, hideLabel?: boolean, change?: (value: string) => void }} what
 * @returns {Field<string>}
 */
export function choiceField({ label, options, value, help, hideLabel, change }) {
    const name = `choice-${++count}`;
    const inputs = options.map(option => el('input', { type: 'radio', name, value: option.value, checked: option.value === value, onchange: () => change?.(option.value) }));
    const group = el('div', { class: 'choice', role: 'radiogroup' }, ...options.map(({ text }, i) => el('label', {}, inputs[i], el('span', {}, text))));
    const framed = frame(label, group, group, help);
    if (hideLabel) framed.element.firstElementChild?.classList.add('unseen');
    return {
        ...framed,
        get value() { return inputs.find(input => input.checked)?.value ?? value; },
        set value(next) { for (const input of inputs) input.checked = input.value === next; },
    };
}

/**
 * On or off.
 * @param {{ label: string, value: boolean, help?: string, change?: (value: boolean) => void }} what
 * @returns {Field<boolean>}
 */
export function switchField({ label, value, help, change }) {
    const input = el('input', { type: 'checkbox', role: 'switch', class: 'switch', checked: value, onchange: () => change?.(input.checked) });
    const framed = frame(label, input, input, help);
    framed.element.classList.add('in-line');
    return { ...framed, get value() { return input.checked; }, set value(next) { input.checked = next; } };
}

/**
 * A line of text, or some with `lines`.
 * @param {{ label: string, value?: string, help?: string, lines?: number, max?: number, readonly?: boolean, placeholder?: string,
 *     change?: (value: string) => void, enter?: (value: string) => void }} what
 * @returns {Field<string> & { input: HTMLInputElement | HTMLTextAreaElement }}
 */
export function textField({ label, value = '', help, lines, max = 1024, readonly, placeholder, change, enter }) {
    const props = { maxlength: max, readonly, placeholder, autocomplete: 'off', spellcheck: 'false', class: 'text', oninput: () => change?.(input.value) };
    const input = lines ? el('textarea', { ...props, rows: lines }) : el('input', { ...props, type: 'text' });
    input.value = value;
    if (enter) input.addEventListener('keydown', event => { if (/** @type {KeyboardEvent} */ (event).key === 'Enter') enter(input.value); });
    const framed = frame(label, input, input, help);
    return { ...framed, input, get value() { return input.value; }, set value(next) { input.value = next; } };
}
