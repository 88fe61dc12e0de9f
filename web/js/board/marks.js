// Marks over a board: rings, arrows, paths, ghosts and chips, drawn from the places of spots into one picture that takes
// no clicks. Best is solid, yours is hollow or dashed: both read without colour; a casing keeps them crisp on any tile.
// @ts-check
/** @import { Grade, Mark, Tone } from '../types.js' */
/** @import { Board } from './board.js' */
import { svg } from '../dom.js';
import { drawTile, pieceOf } from './tile.js';
import { around, arrowShape, boxesOf, middle, pathThrough } from './mark_shapes.js';

/** @typedef {import('./mark_shapes.js').Box} Box */
/** @typedef {Extract<Mark, { kind: 'ring' }>} Ring */
/** @typedef {Extract<Mark, { kind: 'arrow' }>} Arrow */
/** @typedef {Extract<Mark, { kind: 'path' }>} Path */
/** @typedef {Extract<Mark, { kind: 'ghost' }>} Ghost */
/** @typedef {Extract<Mark, { kind: 'chip' }>} Chip */

const layers = ['ghost', 'path', 'ring', 'arrow', 'chip'];

export class Marks {
    /** @type {Mark[]} */
    marks = [];

    /** @param {Board} board */
    constructor(board) {
        this.board = board;
        this.element = svg('svg', { class: 'marks', 'aria-hidden': 'true' });
        board.element.append(this.element);
        this.observer = new ResizeObserver(() => this.draw(false));
        this.observer.observe(board.element);
        board.element.addEventListener('painted', () => this.draw(false));
    }

    /** @param {Mark[]} marks */
    show(marks) {
        this.marks = marks;
        this.draw(true);
    }

    clear() {
        this.show([]);
    }

    close() {
        this.observer.disconnect();
        this.element.remove();
    }

    /** @param {boolean} fresh whether arrows are to be drawn from their source */
    draw(fresh) {
        const sorted = this.marks.toSorted((a, b) => layers.indexOf(a.kind) - layers.indexOf(b.kind));
        this.element.replaceChildren(...sorted.flatMap(mark => this.drawMark(mark)));
        if (fresh) this.element.querySelectorAll('.arrow').forEach(grow);
    }

    /** @param {Mark} mark @returns {SVGElement[]} */
    drawMark(mark) {
        switch (mark.kind) {
            case 'ring': return this.ring(mark);
            case 'arrow': return this.arrow(mark);
            case 'path': return this.path(mark);
            case 'ghost': return this.ghost(mark);
            default: return this.chip(mark);
        }
    }

    /** Where the elements of some spots lie, within the board. @param {number[]} spots @returns {Box[]} */
    boxes(spots) {
        const from = this.element.getBoundingClientRect();
        const elements = new Set(spots.flatMap(spot => this.board.elementsOf(spot)));
        return [...elements].map(element => element.getBoundingClientRect()).filter(({ width }) => width > 0)
            .map(({ x, y, width, height }) => ({ x: x - from.x, y: y - from.y, width, height }));
    }

    /** @param {Ring} mark */
    ring({ spots, tone, grade, cells }) {
        const boxes = this.pick(this.boxes(spots), cells);
        const round = tone === 'last' ? 0.5 : 0.15;
        return boxesOf(boxes, tone === 'pattern').flatMap(({ x, y, width, height }) => {
            const side = Math.min(...boxes.map(box => box.height));
            const out = tone === 'last' ? 0 : Math.max(1, side * 0.05);
            const shape = { x: x - out, y: y - out, width: width + 2 * out, height: height + 2 * out, rx: side * round + out };
            return [svg('rect', { ...shape, class: 'casing' }), svg('rect', { ...shape, class: `ring ${classesOf(tone, grade)}` })];
        });
    }

    /** Of the places of a spot only some. @param {Box[]} boxes @param {number[]} [cells] */
    pick(boxes, cells) {
        return cells ? boxes.filter((_, i) => cells.includes(i)) : boxes;
    }

    /** @param {Arrow} mark */
    arrow({ from, to, tone, grade, cells }) {
        const [start, end] = [this.boxes([from]), this.pick(this.boxes([to]), cells)];
        if (!start.length || !end.length) return [];
        const wide = this.board.element.clientWidth >= 900;
        const { line, head, tail } = arrowShape(start, end, wide ? 7 : 5, tone === 'yours', this.hub());
        const of = (/** @type {string} */ part) => `${part} ${classesOf(tone, grade)}`;
        const parts = [svg('path', { d: line, class: 'shaft-casing' }), svg('path', { d: head, class: 'head-casing' })];
        const shaft = [svg('path', { d: line, class: of('shaft'), pathLength: 1 })];
        if (tone === 'yours') shaft.push(svg('path', { d: line, class: 'shaft-core' }));
        const dot = svg('circle', { cx: tail[0], cy: tail[1], r: wide ? 5 : 4, class: of('tail') });
        return [svg('g', { class: `arrow ${wide ? '' : 'thin'}` }, ...parts, ...shaft, svg('path', { d: head, class: of('head') }), dot)];
    }

    /** The middle of all places that arrows join. */
    hub() {
        const spots = this.marks.flatMap(mark => (mark.kind === 'arrow' ? [mark.from, mark.to] : []));
        return middle(around(this.boxes(spots)));
    }

    /** @param {Path} mark */
    path({ spots, tone }) {
        const boxes = spots.flatMap(spot => this.boxes([spot]).slice(0, 1));
        if (boxes.length < 2) return [];
        const d = pathThrough(boxes);
        return [svg('path', { d, class: 'path-casing' }), svg('path', { d, class: `path ${classesOf(tone)}` })];
    }

    /** @param {Ghost} mark */
    ghost({ spots, tile, tone, cells }) {
        const area = { class: '', title: '', row: 0, col: 0, rows: 1, cols: 1 };
        /** @type {import('../types.js').Tile} */
        const whole = { row: 0, col: 0, span: 1, kind: 'tile', colour: 'plain', label: '', ...tile };
        return this.pick(this.boxes(spots), cells).map(({ x, y, width, height }) => {
            const holder = document.createElement('div');
            drawTile(holder, whole, pieceOf(whole, area, this.board.refinements));
            const group = svg('svg', { x, y, width, height, viewBox: '0 0 100 100', class: `ghost colours ${holder.className.replace('tile ', '')} ${classesOf(tone)}` });
            group.append(...(holder.querySelector('.picture')?.childNodes ?? []));
            return group;
        });
    }

    /** @param {Chip} mark */
    chip({ spot, text, tone, grade, corner }) {
        const [box] = this.boxes([spot]);
        if (!box) return [];
        const size = Math.min(15, Math.max(11, box.height * 0.27));
        const [width, height] = [size * (0.62 * text.length + 1), size * 1.6];
        const [x, y] = corner ? [box.x + box.width, box.y] : [box.x + box.width / 2, box.y + box.height / 2];
        const back = svg('rect', { x: x - width / 2, y: y - height / 2, width, height, rx: height / 2, class: `chip-back ${classesOf(tone, grade)}` });
        const words = svg('text', { x, y, class: `chip-text ${classesOf(tone, grade)}`, 'font-size': size });
        words.append(text);
        return [svg('g', { class: corner && 'corner' }, back, words)];
    }
}

/** @param {Tone} tone @param {Grade} [grade] */
const classesOf = (tone, grade) => `tone-${tone}${grade ? ` grade-${grade.toLowerCase()}` : ''}`;

/** Draws an arrow from its source. @param {Element} arrow */
function grow(arrow) {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches || document.documentElement.dataset.motion === 'off') return;
    const options = { duration: 180, easing: 'ease-out' };
    for (const line of arrow.querySelectorAll('path:not(.head, .head-casing)')) {
        const length = /** @type {SVGPathElement} */ (line).getTotalLength();
        line.removeAttribute('pathLength');
        line.animate([{ strokeDasharray: `0 ${length}` }, { strokeDasharray: `${length} 0` }], options);
    }
    for (const head of arrow.querySelectorAll('.head, .head-casing')) head.animate([{ opacity: 0 }, { opacity: 0, offset: 0.8 }, { opacity: 1 }], options);
}
