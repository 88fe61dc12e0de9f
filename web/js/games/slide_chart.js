// Moves to go, over the whole walk: what was found, and what is needed at least; the hatched gap between them is where
// the shortest solution is.
// @ts-check
/** @import { Walk } from './slide_walk.js' */
import { svg } from '../dom.js';
import { fill, strings } from '../strings.js';
import { manhattan } from './slide_board.js';

const width = 600, height = 240, left = 34, top = 28, bottom = 6;

/**
 * @param {Walk} walk @param {number} least moves needed from the place where the plan begins
 * @returns {SVGSVGElement}
 */
export function chartOf(walk, least) {
    const last = Math.max(1, walk.moves.length);
    const found = walk.states.map((_, i) => walk.moves.length - i);
    const bound = walk.states.map((state, i) => Math.max(manhattan(state), i >= walk.planned ? least - (i - walk.planned) : 0));
    const most = niceAbove(Math.max(4, ...found, ...bound));
    const x = (/** @type {number} */ i) => left + (i / last) * (width - left);
    const y = (/** @type {number} */ value) => top + (1 - value / most) * (height - top - bottom);
    const line = (/** @type {number[]} */ values) => values.map((value, i) => `${x(i).toFixed(1)},${y(value).toFixed(1)}`);
    const wrong = found.flatMap((value, i) => (i < walk.planned && i > 0 && bound[i] > bound[i - 1] ? [i] : []));
    return svg('svg', { class: 'togo', viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': fill(strings.solve.chart, { found: walk.toGo, least }) },
        hatch(),
        ...[0, 0.25, 0.5, 0.75, 1].map(part => rule(y(part * most), Math.round(part * most))),
        svg('polygon', { class: 'togo-gap', points: [...line(found), ...line(bound).reverse()].join(' ') }),
        svg('polyline', { class: 'togo-least', points: line(bound).join(' ') }),
        svg('polyline', { class: 'togo-found', points: line(found).join(' ') }),
        ...(walk.planned > 0 ? [svg('line', { class: 'togo-plan', x1: x(walk.planned), x2: x(walk.planned), y1: top, y2: y(0) })] : []),
        ...wrong.map(i => svg('circle', { class: 'togo-wrong', cx: x(i), cy: y(found[i]), r: 4.5 })),
        svg('line', { class: 'togo-now', x1: x(walk.at), x2: x(walk.at), y1: top, y2: y(0) }),
        svg('circle', { class: 'togo-dot', cx: x(walk.at), cy: y(walk.toGo), r: 5.5 }),
        svg('text', { class: 'togo-here', x: x(walk.at) + (walk.at > last / 2 ? -10 : 10), y: y(walk.toGo) - 12, 'text-anchor': walk.at > last / 2 ? 'end' : 'start' },
            fill(strings.solve.toGo, { n: walk.toGo })));
}

/** @param {number} y @param {number} value */
function rule(y, value) {
    return svg('g', { class: 'togo-rule' }, svg('line', { x1: left, x2: width, y1: y, y2: y }),
        svg('text', { x: left - 8, y: y + 4, 'text-anchor': 'end' }, String(value)));
}

const hatch = () => svg('defs', {}, svg('pattern', { id: 'togo-hatch', width: 8, height: 8, patternUnits: 'userSpaceOnUse', patternTransform: 'rotate(45)' },
    svg('line', { x1: 0, y1: 0, x2: 0, y2: 8 })));

/** @param {number} value */
function niceAbove(value) {
    const step = [4, 8, 20, 40, 100, 200, 400, 1000, 2000, 4000, 10000].find(size => size >= value / 4) ?? value / 4;
    return Math.ceil(value / step) * step;
}
