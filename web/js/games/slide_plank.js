// The plank that wooden tiles are cut from: one drawing for a whole board, a hundred units a tile. Grain runs across
// it, bent around two knots, and rows are stained darker downwards. The same size always gives the same plank.
// @ts-check
import { svg } from '../dom.js';

const UNIT = 100;
const STEP = 25;

/** @typedef {{ x: number, y: number, size: number }} Knot */

/** Random numbers in 0..1 that are the same every time. @param {number} seed @returns {() => number} */
function random(seed) {
    let state = seed;
    return () => {
        state = (state + 0x6d2b79f5) | 0;
        let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
        mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
        return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
    };
}

/**
 * Grain flows around a knot: far from it a line stays, near it the line is pushed aside.
 * @param {number} x @param {number} y @param {Knot} knot
 */
function bend(x, y, knot) {
    const off = y - knot.y;
    const near = Math.exp(-(((x - knot.x) / (knot.size * 2.6)) ** 2));
    return knot.y + Math.sign(off || 1) * Math.sqrt(off * off + knot.size * knot.size * near);
}

/** @param {number} width @param {number} y @param {Knot[]} knots @param {() => number} luck */
function grainPath(width, y, knots, luck) {
    const [slope, phase, swell] = [(luck() - 0.5) * 0.03, luck() * 6, 2 + luck() * 3];
    const points = [];
    for (let x = -STEP; x <= width + STEP; x += STEP) {
        const wave = y + slope * x + swell * Math.sin(x / 140 + phase);
        points.push(`${x} ${knots.reduce((at, knot) => bend(x, at, knot), wave).toFixed(1)}`);
    }
    return `M${points.join('L')}`;
}

/** @param {number} width @param {number} height @param {() => number} luck @returns {Knot[]} */
function placeKnots(width, height, luck) {
    const size = Math.min(17 + luck() * 4, Math.min(width, height) / 8);
    return [
        { x: width * (0.72 + luck() * 0.1), y: height * (0.12 + luck() * 0.12), size },
        { x: width * (0.2 + luck() * 0.14), y: height * (0.68 + luck() * 0.14), size: size * 0.85 },
    ];
}

/** @param {Knot} knot @param {string} ink @returns {SVGElement[]} */
function drawKnot({ x, y, size }, ink) {
    return [1, 0.72, 0.46, 0.24].map((part, i) => svg('ellipse', {
        cx: x.toFixed(1), cy: y.toFixed(1), rx: (size * 1.1 * part).toFixed(1), ry: (size * 0.8 * part).toFixed(1),
        fill: ink, 'fill-opacity': 0.13 + 0.05 * i, stroke: ink, 'stroke-opacity': 0.3, 'stroke-width': 1,
    }));
}

/**
 * Draws a plank for a board of so many tiles.
 * @param {number} rows @param {number} cols
 * @param {{ wood: string, stain: string, grain: string }} colours light wood, the darkest row, and the grain
 * @returns {SVGSVGElement}
 */
export function drawPlank(rows, cols, { wood, stain, grain }) {
    const [width, height] = [cols * UNIT, rows * UNIT];
    const luck = random(rows * 31 + cols);
    const knots = placeKnots(width, height, luck);
    const coarse = Math.max(1, rows / 6);
    const lines = [];
    for (let y = -30; y < height + 30; y += (5 + luck() * 7) * coarse) {
        const wide = (1 + luck() ** 2 * 4) * Math.sqrt(coarse);
        lines.push(svg('path', {
            d: grainPath(width, y, knots, luck), fill: 'none', stroke: grain,
            'stroke-width': wide.toFixed(1), 'stroke-opacity': (0.08 + luck() * 0.2).toFixed(2),
        }));
    }
    const stains = Array.from({ length: rows }, (_, row) => svg('rect', {
        y: row * UNIT, width, height: UNIT, fill: stain, 'fill-opacity': (row / Math.max(rows - 1, 5)).toFixed(2),
    }));
    const shape = { viewBox: `0 0 ${width} ${height}`, width, height, preserveAspectRatio: 'none' };
    const parts = [...stains, ...lines, ...knots.flatMap(knot => drawKnot(knot, grain))];
    return svg('svg', shape, svg('rect', { width, height, fill: wood }), ...parts);
}

/** @type {Map<string, string>} addresses of planks by their size */
const drawn = new Map();

/** @param {number} rows @param {number} cols @returns {string} the address of the plank's image */
export function plankAddress(rows, cols) {
    const key = `${rows}x${cols}`;
    const colours = getComputedStyle(document.documentElement);
    const read = (/** @type {string} */ name) => colours.getPropertyValue(name).trim();
    const known = drawn.get(key);
    if (known) return known;
    const plank = drawPlank(rows, cols, { wood: read('--wood'), stain: read('--wood-dark'), grain: read('--grain') });
    const text = new XMLSerializer().serializeToString(plank);
    const address = URL.createObjectURL(new Blob([text], { type: 'image/svg+xml' }));
    drawn.set(key, address);
    return address;
}
