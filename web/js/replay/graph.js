// How the game stood, move by move: a line over the rounds, with a mark at each move that lost points. For more than two
// seats each has a line of its own.
// @ts-check
/** @import { ReviewMove } from '../types.js' */
import { svg } from '../dom.js';
import { fill, strings } from '../strings.js';

const height = 220, left = 36, top = 26, bottom = 24;
const shapes = { EXCELLENT: '', GOOD: 'circle', OKAY: 'diamond', MISS: 'cross' };

export class Graph {
    /**
     * @param {{ moves: ReviewMove[], all: number, seats: number, rounds: number[], names: string[], chances: boolean, onpick(move: number): void }} game
     *     `rounds` are the moves with which a round begins; `chances`: chances are shown, in percent, in place of standings
     */
    constructor(game) {
        this.game = game;
        this.width = matchMedia('(max-width: 700px)').matches ? 420 : 1200;
        const known = game.moves.map(move => this.height(move)).filter(height => height != null);
        this.most = game.chances ? 100 : Math.max(5, Math.ceil(Math.max(...known, 0) / 5) * 5);
        this.least = Math.min(0, Math.floor(Math.min(...known, 0) / 5) * 5);
        this.now = svg('g', { class: 'graph-now' });
        this.element = svg('svg', { class: 'graph', viewBox: `0 0 ${this.width} ${height}`, role: 'img', 'aria-label': this.describe(),
            onclick: (/** @type {MouseEvent} */ event) => this.pick(event) },
            ...this.bands(), ...this.rules(), ...this.lines(), ...this.marks(), this.now);
    }

    /** What is shown of a move; null if that is not known. @param {ReviewMove} move @returns {number | null} */
    height({ standing, chance }) {
        if (!this.game.chances) return standing;
        return chance == null ? null : 100 * chance;
    }
    /** @param {number} move */
    x(move) { return left + ((move + 1) / Math.max(1, this.game.all)) * (this.width - left - 4); }
    /** @param {number} value */
    y(value) { return top + ((this.most - value) / (this.most - this.least)) * (height - top - bottom); }

    describe() {
        const lost = this.game.moves.filter(({ grade }) => grade === 'MISS').length;
        return fill(strings.review.graph, { n: this.game.moves.length, misses: lost });
    }

    bands() {
        const starts = this.game.rounds;
        return starts.map((start, i) => {
            const [from, to] = [this.x(start - 1), this.x((starts[i + 1] ?? this.game.all) - 1)];
            return svg('g', { class: `graph-band ${i % 2 ? 'odd' : ''}` }, svg('rect', { x: from, y: top, width: Math.max(0, to - from), height: height - top - bottom }),
                svg('text', { x: (from + to) / 2, y: height - 6, 'text-anchor': 'middle' }, fill(strings.review.round, { n: i + 1 })));
        });
    }

    rules() {
        const step = [5, 10, 20, 50, 100, 200, 500, 1000, 5000].find(size => (this.most - this.least) / size <= 6) ?? 10000;
        const values = [];
        for (let value = Math.ceil(this.least / step) * step; value <= this.most; value += step) values.push(value);
        return values.map(value => svg('g', { class: value ? 'graph-rule' : 'graph-zero' },
            svg('line', { x1: left, x2: this.width, y1: this.y(value), y2: this.y(value) }),
            svg('text', { x: left - 6, y: this.y(value) + 4, 'text-anchor': 'end' }, this.game.chances ? `${value} %` : signed(value))));
    }

    lines() {
        const { moves, seats } = this.game;
        const of = seats > 2 ? Array.from({ length: seats }, (_, seat) => moves.filter(({ who }) => who === seat)) : [moves];
        return of.flatMap((some, seat) => {
            const points = some.filter(move => this.height(move) != null).map(move => `${this.x(move.move).toFixed(1)},${this.y(Number(this.height(move))).toFixed(1)}`);
            const first = some[0] ? this.x(some[0].move) : left;
            const area = of.length === 1 ? [svg('polygon', { class: 'graph-area', points: [`${first},${this.y(0)}`, ...points, `${points.at(-1)?.split(',')[0] ?? first},${this.y(0)}`].join(' ') })] : [];
            return [...area, svg('polyline', { class: `graph-line line-${seat}`, points: points.join(' ') })];
        });
    }

    marks() {
        return this.game.moves.filter(move => this.height(move) != null && move.grade && shapes[move.grade]).map(move => {
            const grade = /** @type {keyof typeof shapes} */ (move.grade);
            const [x, y] = [this.x(move.move), this.y(Number(this.height(move)))];
            return svg('g', { class: `graph-mark grade-${grade.toLowerCase()}`, transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})` }, shapeOf(shapes[grade]));
        });
    }

    /** @param {number} move @param {string} text */
    show(move, text) {
        const found = this.game.moves.find(one => one.move === move);
        const x = this.x(move);
        const y = this.y((found && this.height(found)) ?? 0);
        const end = x > this.width * 0.6;
        this.now.replaceChildren(
            svg('line', { x1: x, x2: x, y1: top, y2: height - bottom }),
            svg('circle', { cx: x, cy: y, r: 4 }),
            svg('rect', { x: x - 20, y: 0, width: 40, height: 20, rx: 6 }),
            svg('text', { class: 'graph-number', x, y: 15, 'text-anchor': 'middle' }, String(move + 1)),
            svg('text', { class: `graph-told grade-${(found?.grade ?? '').toLowerCase()}`, x: x + (end ? -28 : 28), y: 15, 'text-anchor': end ? 'end' : 'start' }, text));
    }

    /** @param {MouseEvent} event */
    pick(event) {
        const box = this.element.getBoundingClientRect();
        const x = ((event.clientX - box.left) / box.width) * this.width;
        const move = Math.round(((x - left) / (this.width - left - 4)) * this.game.all) - 1;
        this.game.onpick(Math.max(0, Math.min(move, this.game.all - 1)));
    }
}

/** @param {string} shape */
function shapeOf(shape) {
    if (shape === 'circle') return svg('circle', { r: 5 });
    if (shape === 'diamond') return svg('path', { d: 'M0 -6.5L6.5 0L0 6.5L-6.5 0Z' });
    return svg('path', { class: 'cross', d: 'M-5 -5L5 5M5 -5L-5 5' });
}

/** @param {number} value */
export const signed = value => (value > 0 ? `+${value}` : value < 0 ? `−${-value}` : '0');
