// The bar at the boards' edge that tells who is ahead: full in the middle when nobody is, higher for the seat that looks.
// @ts-check
import { el } from '../dom.js';

/** A lead bar to append to a board's element. @returns {{ element: HTMLElement, show(value: number, range: number, label: string, text?: string): void }} */
export function makeLead() {
    const fill = el('div', { class: 'lead-fill' });
    const chip = el('div', { class: 'lead-chip' });
    const element = el('div', { class: 'lead', role: 'img' }, fill, el('div', { class: 'lead-middle' }), chip);
    return {
        element,
        /** Shows a lead of `value` where `range` is as far as the bar goes. @param {number} value @param {number} range @param {string} label to read aloud
         * @param {string} [text] on the chip */
        show(value, range, label, text = signed(value)) {
            const part = Math.max(-1, Math.min(1, range > 0 ? value / range : 0));
            element.style.setProperty('--part', String(0.5 + part * 0.46));
            element.setAttribute('aria-label', label);
            element.title = label;
            chip.textContent = text;
        },
    };
}

/** A number with its sign: "+6", "−2", "0". @param {number} value */
export function signed(value) {
    const rounded = Number(value.toFixed(1));
    return rounded > 0 ? `+${rounded}` : rounded < 0 ? `−${-rounded}` : '0';
}
