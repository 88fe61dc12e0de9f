// Motion explains what happened: a picture is painted at once, and copies of its tiles show how it came about. Input is
// never held up: the next change ends all that still moves. Without motion, the picture just changes.
// @ts-check
/** @import { Change } from '../types.js' */
/** @import { Board } from './board.js' */
/** @import { Box } from './geometry.js' */
/** @import { Chip, Fly, Grow, Step, Vanish, Wait } from './motion_plan.js' */
import { el } from '../dom.js';
import { motionAllowed } from '../settings.js';
import { copyLook, layCopy, layerOf } from './flights.js';
import { Plan } from './motion_plan.js';
import { Survey, pieceOf } from './survey.js';

const EASE = 'cubic-bezier(.2, .7, .3, 1)';
/** Of more places than these only those are copied that an effect names. */
const MOST_COPIES = 260;

/** What a board has going on. @typedef {{ animations: Animation[], expected: { spot: number, boxes: Box[] } | null, last: HTMLElement[] }} Stage */

/** @type {WeakMap<Board, Stage>} */
const stages = new WeakMap();

/** @param {Board} board @returns {Stage} */
function stageOf(board) {
    const stage = stages.get(board) ?? { animations: [], expected: null, last: [] };
    stages.set(board, stage);
    return stage;
}

/** What was dragged is to begin its way from here; null if it is not played. @param {Board} board @param {number} spot @param {Box[] | null} boxes */
export function expectFrom(board, spot, boxes) {
    stageOf(board).expected = boxes && { spot, boxes };
}

/** Ends all that moves. @param {Board} board */
export function finishMotion(board) {
    const stage = stageOf(board);
    for (const animation of stage.animations) animation.cancel();
    stage.animations = [];
    layerOf(board).replaceChildren();
}

/** Resolves when nothing moves any more. @param {Board} board */
export async function settled(board) {
    await Promise.allSettled(stageOf(board).animations.map(({ finished }) => finished));
}

/** Paints a change and shows how it came about. @param {Board} board @param {Change} change @param {() => void} paint */
export function animateChange(board, change, paint) {
    const stage = stageOf(board);
    const last = spotsOfLast(change);
    const pieces = new Map(last.flatMap(spot => board.elementsOf(spot)).map(element => [element, pieceOf(element)]));
    finishMotion(board);
    if (isShown(board, change)) showChange(board, stage, change, paint);
    else paint();
    stage.expected = null;
    markLast(board, stage, last, pieces);
}

/** Capsules that are steered move at once. @param {Board} board @param {Change} change */
function isShown(board, { kind, events, before }) {
    if (!before || kind === 'seats' || document.hidden || !motionAllowed() || !board.element.isConnected) return false;
    const steered = board.element.querySelector('.area.dense') !== null;
    return !steered || events.some(({ effects = [] }) => effects.some(({ routine }) => !routine));
}

/** @param {Board} board @param {Stage} stage @param {Change} change @param {() => void} paint */
function showChange(board, stage, change, paint) {
    const named = new Set(change.events.flatMap(({ effects = [] }) => effects.flatMap(({ spots }) => spots)));
    const few = board.areas.querySelectorAll('.tile').length <= MOST_COPIES;
    const past = new Survey(board, element => few || named.has(Number(element.dataset.spot ?? -1)));
    paint();
    const plan = new Plan(past, new Survey(board), change, stage.expected);
    if (plan.anew) stage.animations.push(board.areas.animate([{ opacity: 0.35 }, { opacity: 1 }], { duration: 120 }));
    for (const step of plan.steps) stage.animations.push(...perform(board, step));
}

/** @param {Board} board @param {Step} step @returns {Animation[]} */
function perform(board, step) {
    switch (step.kind) {
        case 'fly': return [fly(board, step)];
        case 'vanish': return [vanish(board, step)];
        case 'grow': return [grow(step)];
        case 'chip': return [rise(board, step)];
        case 'wait': return wait(board, step);
    }
}

/** Runs once and leaves nothing behind. @param {HTMLElement} element @param {HTMLElement} outer @param {Keyframe[]} frames @param {KeyframeAnimationOptions} how */
function runOnce(element, outer, frames, how) {
    const animation = element.animate(frames, { fill: 'both', ...how });
    animation.addEventListener('finish', () => outer.remove());
    return animation;
}

/** @param {Board} board @param {Fly} step */
function fly(board, { token, look, way, start, length, arc }) {
    const from = way[0], home = look ? token.place.element : token.home;
    const { look: copy, outer } = layCopy(board, look ? /** @type {HTMLElement} */ (look.cloneNode(true)) : copyLook(token.home), home, from);
    const points = arc ? arched(way[0], way[1]) : way;
    const frames = points.map(box => ({ transform: `translate(${box.left - from.left}px, ${box.top - from.top}px) scale(${box.width / (from.width || 1)})` }));
    const easing = points.length > 2 && !arc ? 'linear' : EASE;
    return runOnce(copy, outer, [{ ...frames[0], opacity: start > 0 && !look ? 0 : 1 }, ...frames.slice(1, -1), { ...frames[frames.length - 1], opacity: 1 }], { delay: start, duration: length, easing });
}

/** Points of an arc that rises a little above the straight way. @param {Box} from @param {Box} to @returns {Box[]} */
function arched(from, to) {
    const height = Math.min(60, Math.hypot(to.left - from.left, to.top - from.top) * 0.14);
    return Array.from({ length: 9 }, (_, i) => {
        const t = i / 8, lift = 4 * t * (1 - t) * height;
        const between = (/** @type {keyof Box} */ side) => from[side] + (to[side] - from[side]) * t;
        return { left: between('left'), top: between('top') - lift, width: between('width'), height: between('height') };
    });
}

/** @param {Board} board @param {Vanish} step */
function vanish(board, { look, home, box, start, flash }) {
    const { look: copy, outer } = layCopy(board, /** @type {HTMLElement} */ (look.cloneNode(true)), home, box);
    copy.style.setProperty('transform-origin', '50% 50%');
    const bright = { filter: 'brightness(1.5)', transform: 'scale(1.08)', opacity: 1, offset: flash ? 1 / 3 : 0 };
    const first = { filter: 'none', transform: 'none', opacity: 1 };
    return runOnce(copy, outer, [first, ...(flash ? [bright] : []), { filter: 'none', transform: 'scale(.2)', opacity: 0 }],
        { delay: start, duration: flash ? 180 : 120, easing: 'ease-out' });
}

/** @param {Grow} step */
function grow({ element, start }) {
    return element.animate([{ transform: 'scale(.3)', opacity: 0 }, { transform: 'none', opacity: 1 }],
        { delay: start, duration: 120, easing: EASE, fill: 'backwards' });
}

/** @param {Board} board @param {Chip} step */
function rise(board, { points, box, start }) {
    const chip = el('div', { class: `gain ${points > 0 ? 'gain-good' : 'gain-bad'}` }, points > 0 ? `+${points}` : `−${-points}`);
    chip.style.setProperty('left', `${box.left + box.width / 2}px`);
    chip.style.setProperty('top', `${box.top + box.height / 2}px`);
    layerOf(board).append(chip);
    const at = (/** @type {number} */ y) => `translate(-50%, calc(-50% + ${y}px))`;
    return runOnce(chip, chip, [
        { transform: at(0), opacity: 0 }, { transform: at(-4), opacity: 1, offset: 0.08 }, { transform: at(-12), opacity: 1, offset: 0.25 },
        { transform: at(-12), opacity: 1, offset: 0.82 }, { transform: at(-12), opacity: 0 },
    ], { delay: start, duration: 880 });
}

/** @param {Board} board @param {Wait} step @returns {Animation[]} */
function wait(board, { element, cover, box, until }) {
    const hidden = element.animate([{ opacity: 0 }, { opacity: 0 }], { duration: until });
    if (!cover) return [hidden];
    const { look, outer } = layCopy(board, /** @type {HTMLElement} */ (cover.cloneNode(true)), element, box);
    layerOf(board).prepend(outer);
    return [hidden, runOnce(look, outer, [{ opacity: 1 }, { opacity: 1 }], { duration: until })];
}

/** The spots of the last event: what luck brought, or else what the mover got. @param {Change} change @returns {number[]} */
function spotsOfLast({ kind, events }) {
    if (kind !== 'act' && kind !== 'redo') return [];
    const told = events.flatMap(({ who, effects = [] }) => effects.filter(({ routine }) => !routine).map(effect => ({ who, effect })));
    const luck = told.filter(({ who, effect }) => who === 'chance' && effect.spots.length);
    const shown = luck.length ? luck : told.filter(({ effect }) => effect.seat !== undefined);
    return [...new Set(shown.flatMap(({ effect }) => effect.spots))];
}

/** What is new there keeps a thin ring until the next event. @param {Board} board @param {Stage} stage @param {number[]} spots @param {Map<Element, string | null>} before */
function markLast(board, stage, spots, before) {
    for (const element of stage.last) element.classList.remove('last');
    stage.last = spots.flatMap(spot => board.elementsOf(spot)).filter(element => {
        const piece = pieceOf(element);
        return piece !== null && before.get(element) !== piece;
    });
    for (const element of stage.last) element.classList.add('last');
}
