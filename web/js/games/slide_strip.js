// The moves of a solution as a strip of arrows to look along, under the controls of a player.
// @ts-check
/** @import { Walk } from './slide_walk.js' */
import { el } from '../dom.js';
import { Player } from '../parts/player.js';
import { arrows } from './slide_board.js';

const room = 60; // a long solution has thousands of moves: only those about the present one are drawn

export class Strip extends Player {
    /** @param {Walk} walk */
    constructor(walk) {
        super(walk, { speeds: [1, 2, 4, 8, 16, 30], speed: 4, from: () => walk.planned });
        this.walk = walk;
        this.moves = el('div', { class: 'strip-moves', 'aria-hidden': 'true', onclick: (/** @type {MouseEvent} */ event) => this.clicked(event) });
        this.line.append(this.moves);
        this.update();
    }

    update() {
        super.update();
        if (!this.moves) return;
        const { at, moves } = this.walk;
        const from = Math.max(0, Math.min(at - room / 2, moves.length - room));
        this.moves.replaceChildren(...moves.slice(from, from + room).map((move, i) =>
            el('span', { class: from + i < at ? 'past' : from + i === at ? 'next' : 'future', 'data-at': from + i }, arrows[move])));
    }

    /** @param {MouseEvent} event */
    clicked(event) {
        const at = /** @type {HTMLElement} */ (event.target).dataset.at;
        if (at) this.seek(Number(at));
    }
}
