// Patterns that fit where the blank is now: ways to move a few tiles and leave the rest. Pointing at one shows its cells.
// @ts-check
/** @import { Mark } from '../types.js' */
/** @import { Move, SlideState } from './slide_board.js' */
/** @import { Walk } from './slide_walk.js' */
import { el } from '../dom.js';
import { ask } from '../engine/engine.js';
import { fill, strings } from '../strings.js';
import { arrows, moveBlank } from './slide_board.js';

/** @typedef {{ name: string | null, moves: Move[], cells: [number, number][], cost: number }} Match */

export class Patterns {
    /** @type {Match[]} */
    matches = [];
    /** @type {string | null} */
    chosen = null;
    turn = 0;

    /** @param {Walk} walk @param {(marks: Mark[]) => void} show */
    constructor(walk, show) {
        this.walk = walk;
        this.show = show;
        this.element = el('section', { class: 'patterns', 'aria-label': strings.solve.patterns });
    }

    async update() {
        const mine = ++this.turn;
        const answer = await ask({ cmd: 'patterns', state: this.walk.state, max_cost: 8 }).catch(() => null);
        if (mine !== this.turn || !answer) return;
        this.matches = answer.matches;
        this.paint();
    }

    /** The one that the plan uses next, or else the first with a name. @returns {Match | undefined} */
    get shown() {
        const ahead = this.walk.moves.slice(this.walk.at, this.walk.at + 8).join();
        const named = this.matches.filter(({ name }) => name);
        const fits = (/** @type {Match} */ match) => ahead.startsWith(match.moves.join());
        return named.findLast(fits) ?? named.find(({ name }) => name === this.chosen) ?? named[0] ?? this.matches.findLast(fits);
    }

    paint() {
        const { shown } = this;
        if (!shown) return this.element.replaceChildren();
        const others = new Map(this.matches.filter(({ name }) => name && name !== shown.name).map(match => [match.name, match]));
        this.element.replaceChildren(
            el('div', { class: 'pattern', tabindex: 0, ...this.pointing(shown) },
                el('h2', {}, capital(shown.name ?? strings.solve.noName), el('span', { class: 'quiet' }, fill(strings.solve.cost, { n: shown.cost }))),
                el('p', {}, tellEffect(this.walk.state, shown)),
                el('div', { class: 'pattern-moves', role: 'img', 'aria-label': shown.moves.join(', ') }, ...shown.moves.map(move => el('span', { class: 'keycap', 'aria-hidden': 'true' }, arrows[move]))),
                el('p', { class: 'quiet' }, strings.solve.blankWay)),
            el('p', { class: 'pattern-others' }, el('span', { class: 'quiet' }, strings.solve.alsoFits),
                ...[...others.values()].map(match => el('button', { type: 'button', class: 'link', ...this.pointing(match), onclick: () => this.choose(match) }, match.name ?? '')),
                el('span', { class: 'quiet' }, fill(strings.solve.ways, { n: this.matches.length }))));
    }

    /** @param {Match} match */
    choose(match) {
        this.chosen = match.name;
        this.paint();
        this.point(match);
    }

    /** @param {Match} match */
    pointing(match) {
        const on = () => this.point(match);
        const off = () => this.show([]);
        return { onpointerenter: on, onpointerleave: off, onfocusin: on, onfocusout: off };
    }

    /** @param {Match} match */
    point(match) {
        const { cols } = this.walk.state;
        this.show([{ kind: 'ring', spots: match.cells.map(([row, col]) => row * cols + col), tone: 'pattern' }, ...arrowsOf(this.walk.state, match)]);
    }
}

/** Where each tile goes that a match moves for good. @param {SlideState} state @param {Match} match */
function shiftsOf(state, match) {
    const end = match.moves.reduce((tiles, move) => moveBlank(tiles, state.cols, move), state.tiles);
    return state.tiles.flatMap((tile, cell) => (tile && end[cell] !== tile ? [{ tile, from: cell, to: end.indexOf(tile) }] : []));
}

/** @param {SlideState} state @param {Match} match @returns {Mark[]} */
const arrowsOf = (state, match) => shiftsOf(state, match).slice(0, 6).map(({ from, to }) => ({ kind: 'arrow', from, to, tone: 'hint' }));

/** @param {SlideState} state @param {Match} match */
function tellEffect(state, match) {
    const tiles = shiftsOf(state, match).map(({ tile }) => tile).sort((a, b) => a - b);
    if (tiles.length === 1) return fill(strings.solve.movesOne, { tile: tiles[0] });
    return fill(strings.solve.movesMany, { tiles: tiles.slice(0, -1).join(', '), last: tiles[tiles.length - 1] });
}

/** @param {string} text */
const capital = text => text.charAt(0).toUpperCase() + text.slice(1);
