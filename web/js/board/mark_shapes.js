// The geometry of marks: which boxes a ring goes around, the curve of an arrow and its head, a path with round corners.
// @ts-check

/** @typedef {{ x: number, y: number, width: number, height: number }} Box */
/** @typedef {[number, number]} Point */

/** @param {Box} box @returns {Point} */
export const middle = ({ x, y, width, height }) => [x + width / 2, y + height / 2];
/** @param {Point} point */
const at = ([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`;

/** @param {Box[]} boxes @returns {Box} */
export function around(boxes) {
    const x = Math.min(...boxes.map(box => box.x));
    const y = Math.min(...boxes.map(box => box.y));
    const right = Math.max(...boxes.map(box => box.x + box.width));
    const bottom = Math.max(...boxes.map(box => box.y + box.height));
    return { x, y, width: right - x, height: bottom - y };
}

/** Joins boxes that lie side by side in a row, so that one ring goes around them. All of them, if `whole`.
 * @param {Box[]} boxes @param {boolean} [whole] @returns {Box[]} */
export function boxesOf(boxes, whole = false) {
    if (!boxes.length) return [];
    if (whole) return [around(boxes)];
    const sorted = boxes.toSorted((a, b) => (Math.abs(a.y - b.y) > a.height / 2 ? a.y - b.y : a.x - b.x));
    /** @type {Box[]} */
    const joined = [];
    for (const box of sorted) {
        const last = joined.at(-1);
        const beside = last && Math.abs(last.y - box.y) < box.height / 2 && box.x - (last.x + last.width) < box.width / 2;
        if (beside) joined[joined.length - 1] = around([last, box]);
        else joined.push(box);
    }
    return joined;
}

const HEAD = 15;
/** How many sides of a place an arrow may be long to be straight. */
const NEAR = 3;

/** @typedef {{ line: string, head: string, tail: Point }} ArrowShape */

/** A straight arrow between near places, or to one that lies left or above; else a curve.
 * @param {Box[]} from @param {Box[]} to @param {number} width of the shaft @param {boolean} low whether it starts at the lower edge
 * @param {Point} [hub] the middle of all arrows, if there are several
 * @returns {ArrowShape} */
export function arrowShape(from, to, width, low, hub) {
    const source = from[from.length - 1];
    const target = around(boxesOf(to).slice(0, 1));
    const [tail, end] = [middle(source), middle(target)];
    const reach = HEAD + width / 2 + 3;
    const flat = target.x - tail[0] > 40;
    const isNear = Math.hypot(end[0] - tail[0], end[1] - tail[1]) <= NEAR * Math.min(source.width, source.height);
    const isBack = !flat && target.y - 4 - reach < tail[1];
    if (isNear || isBack) return straight(tail, end, { side: Math.min(source.width, source.height), width, hub });
    if (low) tail[1] += source.height * 0.12;
    return curve(tail, target, flat, reach, HEAD + width * 0.4);
}

/** From the middle of a place nearly to that of another. @param {Point} from @param {Point} to
 * @param {{ side: number, width: number, hub?: Point }} sizes the side of a place, the width of the shaft @returns {ArrowShape} */
function straight(from, to, { side, width, hub }) {
    const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
    const whole = Math.hypot(dx, dy) || 1;
    /** @type {Point} */
    const way = [dx / whole, dy / whole];
    const aside = side * sideOf(from, way, hub);
    /** @param {number} along @returns {Point} */
    const point = along => [from[0] + way[0] * along + way[1] * aside, from[1] + way[1] * along - way[0] * aside];
    const size = Math.min(HEAD + width * 0.4, whole * 0.4);
    const inset = Math.min(side, whole) * (aside ? 0.1 : 0.2);
    const [tail, neck, tip] = [point(inset), point(whole - inset - size), point(whole - inset)];
    return { line: `M${at(tail)}L${at(neck)}`, head: headAt(tip, way, size), tail };
}

/** How far left of its way an arrow runs, in sides: what is written on the place stays to be read, and arrows that go round
 * lie outside each other. A slanted one runs through the middle.
 * @param {Point} from @param {Point} way @param {Point} [hub] */
function sideOf([x, y], [dx, dy], hub = [x, y]) {
    if (Math.min(Math.abs(dx), Math.abs(dy)) > 0.3) return 0;
    const hubAtLeft = (hub[0] - x) * dy - (hub[1] - y) * dx > 1;
    return hubAtLeft ? -0.26 : 0.26;
}

/** Leaves the source downwards and arrives from the left, or from above where it points down the page.
 * @param {Point} tail @param {Box} target @param {boolean} flat @param {number} reach @param {number} size of the head
 * @returns {ArrowShape} */
function curve(tail, target, flat, reach, size) {
    /** @type {Point} */
    const tip = flat ? [target.x - 4, target.y + target.height / 2] : [target.x + target.width / 2, target.y - 4];
    /** @type {Point} */
    const neck = flat ? [tip[0] - reach, tip[1]] : [tip[0], tip[1] - reach];
    const [dx, dy] = [neck[0] - tail[0], neck[1] - tail[1]];
    /** @type {Point} */
    const first = flat ? [tail[0] + dx * 0.12, tail[1] + dy * 0.62] : [tail[0] - dx * 0.05, tail[1] + dy * 0.5];
    /** @type {Point} */
    const second = flat ? [tail[0] + dx * 0.45, neck[1]] : [neck[0], neck[1] - Math.abs(dy) * 0.55];
    return { line: `M${at(tail)}C${at(first)} ${at(second)} ${at(neck)}`, head: headAt(tip, flat ? [1, 0] : [0, 1], size), tail };
}

/** @param {Point} tip @param {Point} way it points, one long @param {number} size */
function headAt([x, y], [dx, dy], size) {
    const half = size * 0.62;
    const [bx, by] = [x - dx * size, y - dy * size];
    return `M${at([x, y])}L${at([bx - dy * half, by + dx * half])}L${at([bx + dy * half, by - dx * half])}Z`;
}

/** A line through the middles of boxes, its corners round. @param {Box[]} boxes */
export function pathThrough(boxes) {
    const points = boxes.map(middle);
    const radius = Math.min(boxes[0].width, boxes[0].height) * 0.28;
    const corners = points.slice(1, -1).map((point, i) => {
        const [before, after] = [towards(point, points[i], radius), towards(point, points[i + 2], radius)];
        return `L${at(before)}Q${at(point)} ${at(after)}`;
    });
    return `M${at(points[0])}${corners.join('')}L${at(points[points.length - 1])}`;
}

/** @param {Point} from @param {Point} to @param {number} length @returns {Point} */
function towards([x, y], [tx, ty], length) {
    const whole = Math.hypot(tx - x, ty - y) || 1;
    const part = Math.min(length, whole / 2) / whole;
    return [x + (tx - x) * part, y + (ty - y) * part];
}
