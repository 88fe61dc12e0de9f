// Where things are on the page: the nearest place in a direction, and the place at a point.
// @ts-check

/** @typedef {{ left: number, top: number, width: number, height: number }} Box */
/** @typedef {'ArrowUp' | 'ArrowDown' | 'ArrowLeft' | 'ArrowRight'} Arrow */

/** @type {Record<Arrow, { along: 'left' | 'top', sign: number }>} */
const directions = {
    ArrowUp: { along: 'top', sign: -1 },
    ArrowDown: { along: 'top', sign: 1 },
    ArrowLeft: { along: 'left', sign: -1 },
    ArrowRight: { along: 'left', sign: 1 },
};

/** @param {string} key @returns {key is Arrow} */
export const isArrow = key => Object.hasOwn(directions, key);

/** @param {Box} box @param {'left' | 'top'} axis @returns {[number, number]} */
const range = (box, axis) => (axis === 'left' ? [box.left, box.left + box.width] : [box.top, box.top + box.height]);
/** @param {Box} box @param {'left' | 'top'} axis */
const middle = (box, axis) => (range(box, axis)[0] + range(box, axis)[1]) / 2;

/** How far apart two boxes are along an axis, 0 if they overlap. @param {Box} a @param {Box} b @param {'left' | 'top'} axis */
function apart(a, b, axis) {
    const [from, to] = range(a, axis), [start, end] = range(b, axis);
    return Math.max(0, start - to, from - end);
}

/**
 * How well a box lies in a direction: less is nearer, infinite if it does not. What lies in the same row or column comes
 * before what is nearer but aside.
 * @param {Box} from @param {Box} to @param {Arrow} arrow
 */
function distance(from, to, arrow) {
    const { along, sign } = directions[arrow];
    const across = along === 'left' ? 'top' : 'left';
    const ahead = (middle(to, along) - middle(from, along)) * sign;
    if (ahead < 2) return Infinity;
    const aside = apart(from, to, across);
    return ahead + 3 * aside + Math.abs(middle(to, across) - middle(from, across)) / 4;
}

/** @template T @param {Box} from @param {[T, Box][]} places @param {Arrow} arrow @returns {T | undefined} */
export function nearestTo(from, places, arrow) {
    return least(places, box => distance(from, box, arrow));
}

/** @template T @param {Box} from @param {[T, Box][]} places @returns {T | undefined} */
export function nearest(from, places) {
    return least(places, box => Math.hypot(middle(box, 'left') - middle(from, 'left'), middle(box, 'top') - middle(from, 'top')));
}

/** The box at a point, or the nearest within a reach. @template T @param {number} x @param {number} y @param {[T, Box][]} places @param {number} reach */
export function placeAt(x, y, places, reach) {
    const point = { left: x, top: y, width: 0, height: 0 };
    return least(places, box => {
        const away = Math.hypot(apart(point, box, 'left'), apart(point, box, 'top'));
        return away <= reach ? away : Infinity;
    });
}

/** @template T @param {[T, Box][]} places @param {(box: Box) => number} measure @returns {T | undefined} */
function least(places, measure) {
    let best, low = Infinity;
    for (const [place, box] of places) {
        const value = measure(box);
        if (value < low) [best, low] = [place, value];
    }
    return best;
}
