// A refusal beside the place where it happened: one sentence, until the next input.
// @ts-check
/** @import { Board } from './board.js' */
import { el } from '../dom.js';
import { motionAllowed } from '../settings.js';
import { sentence } from '../parts/trouble.js';
import { sayNow } from './tell.js';

const GAP = 8;
const EDGE = 8;

/** @type {HTMLElement | null} */
let shown = null;

/** Takes the sentence away. */
export function hideBubble() {
    shown?.remove();
    shown = null;
}

/** Says why, beside a place or else at the foot of the board. @param {Board} board @param {string} message @param {HTMLElement} [place] */
export function showBubble(board, message, place) {
    hideBubble();
    const text = sentence(message);
    shown = el('div', { class: 'bubble', 'aria-hidden': 'true' }, text);
    board.element.append(shown);
    lay(shown, board.element, place ?? board.element, !place);
    if (place) shake(place);
    sayNow(text);
}

/** Above the place where there is room, else below; never beyond the page's sides.
 * @param {HTMLElement} bubble @param {HTMLElement} board @param {HTMLElement} place @param {boolean} inside */
function lay(bubble, board, place, inside) {
    const frame = board.getBoundingClientRect(), at = place.getBoundingClientRect(), own = bubble.getBoundingClientRect();
    const width = document.documentElement.clientWidth;
    const x = Math.min(Math.max(at.left + (at.width - own.width) / 2, EDGE), Math.max(EDGE, width - own.width - EDGE));
    const above = inside ? at.bottom - own.height - GAP : at.top - own.height - GAP;
    const below = !inside && above < EDGE;
    bubble.classList.toggle('below', below);
    bubble.classList.toggle('loose', inside);
    const tip = Math.min(Math.max(at.left + at.width / 2 - x, 14), own.width - 14);
    set(bubble, { left: x - frame.left, top: (below ? at.bottom + GAP : above) - frame.top, '--tip': tip });
}

/** @param {HTMLElement} element @param {Record<string, number>} values */
function set(element, values) {
    for (const [name, value] of Object.entries(values)) element.style.setProperty(name, `${value}px`);
}

/** @param {HTMLElement} place */
function shake(place) {
    if (!motionAllowed()) return;
    const steps = [0, -2, 2, -2, 2, 0].map(x => ({ transform: `translateX(${x}px)` }));
    place.animate(steps, { duration: 120 });
}
