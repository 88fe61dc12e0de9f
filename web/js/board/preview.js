// Where a move would land: ghosts, its path and its points, while the pointer, the focus or a dragged tile is over the
// place that would play it.
// @ts-check
/** @import { TableLike } from '../types.js' */
/** @import { Board } from './board.js' */
/** @import { Option } from './legal.js' */
import { Marks } from './marks.js';
import { marksForMove } from './move_marks.js';

const PAUSE_MS = 40;
const SHOWN = ['ghost', 'path', 'chip'];

export class Preview {
    /** @type {Option | undefined} */
    option;
    timer = 0;

    /** @param {Board} board @param {TableLike} table */
    constructor(board, table) {
        this.table = table;
        this.marks = new Marks(board);
    }

    close() {
        clearTimeout(this.timer);
        this.option = undefined;
        this.marks.close();
    }

    /** @param {Option | undefined} option */
    show(option) {
        if (this.option === option) return;
        this.option = option;
        clearTimeout(this.timer);
        if (this.marks.marks.length) this.marks.clear();
        if (option) this.timer = window.setTimeout(() => this.draw(option), PAUSE_MS);
    }

    /** @param {Option} option */
    async draw(option) {
        const marks = await marksForMove(this.table, option.action, 'legal', null, this.table.who);
        if (this.option === option) this.marks.show(marks.filter(({ kind }) => SHOWN.includes(kind)));
    }
}
