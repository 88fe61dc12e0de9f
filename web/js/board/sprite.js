// The drawings of all pieces, once in the document: motifs, tile, recess, ball, capsule, viruses, token, seal. Each lies in
// a box of 0..100 and takes its colours from custom properties (--face, --rim, --motif, --hole, --light), which the places
// where it is used inherit: so one drawing serves every palette.
// @ts-check
import { svg } from '../dom.js';

/** @typedef {Record<string, string | number>} Attributes */

/** @param {string} d @param {Attributes} [attributes] */
const path = (d, attributes = {}) => svg('path', { d, ...attributes });
/** @param {number} x @param {number} y @param {number} r @param {Attributes} [attributes] */
const circle = (x, y, r, attributes = {}) => svg('circle', { cx: x, cy: y, r, ...attributes });
/** @param {number} from @param {number} size @param {number} rx @param {Attributes} [attributes] */
const square = (from, size, rx, attributes = {}) => svg('rect', { x: from, y: from, width: size, height: size, rx, ...attributes });
/** @param {number} width @param {string} [colour] @returns {Attributes} */
const stroke = (width, colour = 'var(--motif)') => ({ fill: 'none', stroke: colour, 'stroke-width': width });
/** @param {string} colour @returns {Attributes} */
const fill = colour => ({ fill: colour });

const inMotif = fill('var(--motif)');
const inFace = fill('var(--face)');
const inRim = fill('var(--rim)');
const inHole = fill('var(--hole)');
const dark = '#0b1119';
const round = { 'stroke-linecap': 'round', 'stroke-linejoin': 'round' };

/** @param {(angle: number) => SVGElement} make @returns {SVGElement[]} */
const turned = make => [0, 90, 180, 270].map(make);

/** The corners of a star. @param {number} points @param {number} outer @param {number} inner */
function star(points, outer, inner) {
    const corners = Array.from({ length: 2 * points }, (_, i) => {
        const angle = (i * Math.PI) / points;
        const radius = i % 2 ? inner : outer;
        return `${(50 + radius * Math.sin(angle)).toFixed(2)} ${(50 - radius * Math.cos(angle)).toFixed(2)}`;
    });
    return `M${corners.join('L')}Z`;
}

/** What is left above and left of a rounded square when it is shifted: an edge that tapers.
 * @param {number} from @param {number} size @param {number} r @param {number} dx @param {number} dy */
export function edge(from, size, r, dx, dy) {
    const to = from + size;
    const length = Math.hypot(dx, dy);
    const reach = Math.sqrt(r * r - (length * length) / 4);
    const [px, py] = [(dy / length) * reach, (-dx / length) * reach];
    const right = [to - r + dx / 2 + px, from + r + dy / 2 + py];
    const left = [from + r + dx / 2 - px, to - r + dy / 2 - py];
    const at = (/** @type {number[]} */ point) => point.map(n => Number(n.toFixed(2))).join(' ');
    const arc = (/** @type {number} */ sweep) => `A${r} ${r} 0 0 ${sweep} `;
    return `M${at(left)}${arc(1)}${at([from, to - r])}V${from + r}${arc(1)}${at([from + r, from])}H${to - r}${arc(1)}${at(right)}` +
        `${arc(0)}${at([to - r + dx, from + dy])}H${from + r + dx}${arc(0)}${at([from + dx, from + r + dy])}V${to - r + dy}${arc(0)}${at(left)}Z`;
}

/** The same of a disc in the middle. @param {number} r @param {number} dx @param {number} dy */
function crescent(r, dx, dy) {
    const length = Math.hypot(dx, dy);
    const reach = Math.sqrt(r * r - (length * length) / 4) / length;
    const point = (/** @type {number} */ sign) => `${(50 + dx / 2 + sign * dy * reach).toFixed(2)} ${(50 + dy / 2 - sign * dx * reach).toFixed(2)}`;
    return `M${point(-1)}A${r} ${r} 0 1 1 ${point(1)}A${r} ${r} 0 0 0 ${point(-1)}Z`;
}

const opposite = { transform: 'rotate(180 50 50)' };

/** @type {Record<string, () => SVGElement[]>} */
const motifs = {
    blue: () => [
        ...turned(angle => path('M50 50C34 47 21 37 20 20C37 21 47 34 50 50Z', { ...inMotif, transform: `rotate(${angle} 50 50)` })),
        ...turned(angle => circle(50, 21, 4.6, { ...inMotif, transform: `rotate(${angle} 50 50)` })),
        circle(50, 50, 6.5, { ...stroke(3), ...inHole }),
    ],
    yellow: () => [path('M50 17L83 50L50 83L17 50Z', stroke(6.5)), path('M50 36L64 50L50 64L36 50Z', inMotif)],
    red: () => [
        ...turned(angle => path('M50 54L37 19Q50 25 63 19Z', { ...inMotif, transform: `rotate(${angle} 50 50)` })),
        circle(50, 50, 6, inHole),
    ],
    black: () => [circle(50, 50, 27, stroke(8.5)), circle(50, 50, 8.5, inMotif)],
    white: () => [
        square(28, 44, 0, inMotif), square(28, 44, 0, { ...inMotif, transform: 'rotate(45 50 50)' }),
        circle(50, 50, 11.5, inHole), circle(50, 50, 4.5, inMotif),
    ],
    green: () => [path('M50 24L77 71H23Z', { ...stroke(7), 'stroke-linejoin': 'round' }), circle(50, 57, 6, inMotif)],
    brown: () => [square(26, 48, 4, stroke(7)), square(42, 16, 0, inMotif)],
    magenta: () => [path('M60.5 21.5A31 31 0 1 0 79 60A25 25 0 0 1 60.5 21.5Z', inMotif)],
    cyan: () => [37, 52, 67].map(y => path(`M18 ${y}q8 -10 16 0t16 0t16 0t16 0`, { ...stroke(7), ...round })),
};

/** The sides of a half: its outline, open to its partner, by a radius. @param {string} side @param {number} r */
function halfOutline(side, r) {
    const [a, b] = [50 - r, 50 + r];
    return {
        right: `M100.4 ${a}H50A${r} ${r} 0 0 0 50 ${b}H100.4`,
        left: `M-.4 ${a}H50A${r} ${r} 0 0 1 50 ${b}H-.4`,
        down: `M${a} 100.4V50A${r} ${r} 0 0 1 ${b} 50V100.4`,
        up: `M${a} -.4V50A${r} ${r} 0 0 0 ${b} 50V-.4`,
    }[side] ?? '';
}

/** @type {Record<string, string>} where the light falls on a half */
const glints = { right: 'M23 35Q28 21 43 21H100.4', left: 'M-.4 21H63', down: 'M35 23Q21 28 21 43V100.4', up: 'M21 -.4V63' };
const inLight = { ...stroke(6, 'var(--light)'), 'stroke-linecap': 'round' };

/** @param {string} side */
const half = side => [
    path(halfOutline(side, 43), inRim), path(halfOutline(side, 37), inFace), path(glints[side], { ...inLight, opacity: 0.75 }),
];
/** @param {string} side */
const halfGhost = side => [
    path(halfOutline(side, 37), { ...inFace, opacity: 0.24 }), path(halfOutline(side, 37), { ...stroke(4, 'var(--face)'), 'stroke-dasharray': '11 8' }),
];

/** @param {number} x @param {number} y @param {number} r @param {number} px @param {number} py */
const eye = (x, y, r, px, py) => [circle(x, y, r, fill('#fff')), circle(px, py, 4.8, fill(dark))];
/** The lobes of the yellow virus, larger by `more` than they are. @param {number} more @param {Attributes} colour */
const lobes = (more, colour) => [
    circle(50, 50, 31 + more, colour),
    ...Array.from({ length: 8 }, (_, i) => {
        const angle = ((i + 0.5) * Math.PI) / 4;
        return circle(50 + 31 * Math.sin(angle), 50 - 31 * Math.cos(angle), 12.5 + more, colour);
    }),
];
const spark = (/** @type {string} */ d) => path(d, { ...stroke(5, 'var(--light)'), 'stroke-linecap': 'round' });
const drop = 'M52 4C58 22 89 38 89 61A39 34 0 0 1 11 61C11 40 40 28 52 4Z';

/** @type {Record<string, () => SVGElement[]>} */
const viruses = {
    red: () => [
        path(star(9, 47, 35), { ...inFace, stroke: 'var(--rim)', 'stroke-width': 5, 'stroke-linejoin': 'round' }),
        spark('M27 33Q30 28 36 26'),
        ...eye(38, 54, 9, 41, 55), ...eye(62, 54, 9, 59, 55),
        path('M26 40L46 49M74 40L54 49', { ...stroke(6, dark), ...round }),
        path('M38 75Q41 68 45 72T52 72T62 75', { ...stroke(5, dark), ...round }),
    ],
    yellow: () => [
        ...lobes(3.5, inRim), ...lobes(-1, inFace), spark('M22 34Q24 27 31 24'),
        ...eye(38, 40, 10, 39, 41), ...eye(62, 40, 10, 61, 41),
        path('M31 58H69A19 20 0 0 1 31 58Z', fill(dark)), path('M42 58H49V66H42ZM51 58H58V66H51Z', fill('#fff')),
    ],
    blue: () => [
        path(drop, { ...inFace, stroke: 'var(--rim)', 'stroke-width': 5.5, 'stroke-linejoin': 'round' }), spark('M24 56Q26 47 34 40'),
        ...eye(36, 57, 9.5, 38, 60), ...eye(66, 57, 9.5, 64, 60),
        path('M25 57A11 11 0 0 1 47 55ZM55 55A11 11 0 0 1 77 57Z', inRim),
        svg('ellipse', { cx: 51, cy: 78, rx: 7.5, ry: 6.5, fill: dark }),
    ],
};

/** @type {Record<string, () => SVGElement[]>} */
const pieces = {
    tile: () => [
        svg('rect', { class: 'shadow', x: 4.5, y: 9, width: 92, height: 94, rx: 15, fill: 'var(--shade)' }),
        square(3, 94, 14, inRim), square(5.5, 89, 11.5, inFace),
        path(edge(5.5, 89, 11.5, 4.2, 4.2), { class: 'bevel', ...fill('var(--bevel-light)') }),
        path(edge(5.5, 89, 11.5, 4.2, 4.2), { class: 'bevel', ...fill('var(--bevel-dark)'), ...opposite }),
    ],
    recess: () => [
        square(3, 94, 13, fill('var(--ground, var(--recess))')),
        path(edge(3, 94, 13, 4.5, 5.5), fill('var(--recess-dark)')),
        path(edge(3, 94, 13, 3, 3), { ...fill('var(--recess-light)'), ...opposite }),
    ],
    ball: () => [
        svg('ellipse', { class: 'shadow', cx: 53, cy: 90, rx: 34, ry: 7, fill: 'var(--shade)' }),
        circle(50, 48, 41, inRim), circle(48.5, 46.5, 38, inFace),
        svg('ellipse', { cx: 29, cy: 25, rx: 9, ry: 4.6, fill: '#fff', opacity: 0.7, transform: 'rotate(-42 29 25)' }),
    ],
    'ball-ghost': () => [
        circle(48.5, 46.5, 38, { ...inFace, opacity: 0.5 }), circle(50, 48, 40, { ...stroke(4, 'var(--rim)'), 'stroke-dasharray': '11 8' }),
    ],
    'half-right': () => half('right'), 'half-left': () => half('left'), 'half-up': () => half('up'), 'half-down': () => half('down'),
    'half-ghost-right': () => halfGhost('right'), 'half-ghost-left': () => halfGhost('left'),
    'half-ghost-up': () => halfGhost('up'), 'half-ghost-down': () => halfGhost('down'),
    single: () => [circle(50, 50, 43, inRim), circle(50, 50, 37, inFace), path('M25 40Q30 26 45 23', { ...inLight, opacity: 0.75 })],
    'single-ghost': () => [circle(50, 50, 37, { ...inFace, opacity: 0.24 }), circle(50, 50, 37, { ...stroke(4, 'var(--face)'), 'stroke-dasharray': '11 8' })],
    token: () => [
        circle(50.8, 56, 44, { class: 'shadow', ...fill('var(--shade)') }), circle(50, 50, 44, fill('var(--sheet)')),
        circle(50, 50, 42, stroke(4, 'var(--accent)')),
        circle(50, 50, 34, { ...stroke(2, 'var(--accent)'), 'stroke-dasharray': '0.1 5.24', 'stroke-linecap': 'round' }),
        path('M39 38L53 27V73', { ...stroke(9, 'var(--accent)'), ...round }),
    ],
    plate: () => [
        circle(51.4, 53.2, 50, fill('var(--shade)')), circle(50, 50, 50, fill('var(--board-edge)')), circle(50, 50, 49.4, fill('var(--plate)')),
        circle(50, 50, 47.75, { ...stroke(1.25, 'var(--accent)'), 'stroke-dasharray': '0.01 8.323', 'stroke-linecap': 'round', opacity: 0.5 }),
        circle(50, 50, 45.75, { ...stroke(0.6, 'var(--accent)'), opacity: 0.55 }),
        circle(50, 50, 42.75, fill('var(--well)')),
        path(crescent(42.75, 2.2, 2.8), fill('var(--recess-dark)')),
        path(crescent(42.75, 1, 1.2), { ...fill('var(--recess-light)'), ...opposite }),
        svg('g', { opacity: 'var(--flower, 0)', transform: 'translate(50 50) scale(.5) translate(-50 -50)' }, ...motifs.blue()),
    ],
    disc: () => [
        circle(50.8, 56, 44, { class: 'shadow', ...fill('var(--shade)') }), circle(50, 50, 44, inRim), circle(50, 50, 41, inFace),
    ],
    seal: () => [
        path(star(8, 48, 40), { ...fill('var(--accent)'), 'stroke-linejoin': 'round' }),
        circle(50, 50, 33, { ...stroke(2, 'var(--on-accent)'), 'stroke-dasharray': '0.1 5.08', 'stroke-linecap': 'round', opacity: 0.8 }),
        path('M34 51L46 63L67 39', { ...stroke(8, 'var(--on-accent)'), ...round }),
    ],
    brand: () => [
        square(3, 94, 16, fill('var(--accent)')),
        ...turned(angle => path('M45 45C30 43 17 31 15 15C31 17 43 30 45 45Z', { ...fill('var(--on-accent)'), transform: `rotate(${angle} 50 50)` })),
        ...turned(angle => circle(50, 19, 9, { ...fill('var(--on-accent)'), opacity: 0.55, transform: `rotate(${angle} 50 50)` })),
    ],
};

/** @param {string} prefix @param {Record<string, () => SVGElement[]>} drawings */
const groups = (prefix, drawings) => Object.entries(drawings).map(([name, draw]) => svg('g', { id: `${prefix}-${name}` }, ...draw()));

let added = false;

/** Puts the drawings into the document, once. */
export function addSprite() {
    if (added) return;
    added = true;
    const drawings = [...groups('motif', motifs), ...groups('virus', viruses), ...groups('piece', pieces)];
    document.body.append(svg('svg', { id: 'sprite', 'aria-hidden': 'true', width: 0, height: 0 }, svg('defs', {}, ...drawings)));
}
