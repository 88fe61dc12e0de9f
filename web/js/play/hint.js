// The hint beside a board in play: the coach's best move, drawn on the board, with the candidates behind it. It is gone
// with the next move.
// @ts-check
/** @import { Board } from '../board/board.js' */
/** @import { Coach } from '../coach/coach.js' */
/** @import { Showing } from '../coach/showing.js' */
/** @import { Table } from '../table.js' */
import { el } from '../dom.js';
import { say } from '../parts/say.js';
import { strings } from '../strings.js';
import { useStyle } from '../style.js';

/** What only a hint needs comes with the first one. */
const loadCoach = async () => {
    const [{ Coach }, { Showing }] = await Promise.all([import('../coach/coach.js'), import('../coach/showing.js'), useStyle('coach')]);
    return { Coach, Showing };
};

export class Hint {
    element = el('div', { class: 'hint' }, askFor());
    /** @type {Coach | null} */
    coach = null;
    /** @type {Showing | null} */
    showing = null;
    /** Counts what ends a hint: one whose code comes too late is not shown. */
    turn = 0;

    /** @param {Table} table @param {Board} board */
    constructor(table, board) {
        this.table = table;
        this.board = board;
    }

    /** Whether a hint makes sense now: a person here is to move. */
    get possible() {
        const { over, legal, who, clock } = this.table;
        const mover = legal?.movers.find(one => one.who === who);
        return !over && !clock && this.table.isPerson(who) && !!mover?.actions.length;
    }

    async show() {
        const { table } = this;
        if (!this.possible) return;
        this.clear();
        const mine = this.turn;
        const { Coach, Showing } = await loadCoach();
        if (mine !== this.turn || !table.legal) return;
        const { game, state, who, scene, legal, seats } = table;
        this.showing = new Showing(this.board, scene);
        const coach = new Coach({ game, state, who, scene, legal, seats: seats.length, nameOf: seat => seats[seat]?.name ?? '' }, this.showing, { budget: 750 });
        this.coach = coach;
        coach.addEventListener('change', () => { if (coach.best && !coach.advice.thinking) say(coach.told); });
        this.element.replaceChildren(coach.element);
        coach.tell();
    }

    clear() {
        this.turn++;
        this.coach?.close();
        this.showing?.clear();
        this.coach = null;
        this.showing = null;
        this.element.replaceChildren(askFor());
    }
}

/** Seen only where the hint has a tab of its own. */
const askFor = () => el('p', { class: 'hint-empty quiet' }, strings.play.noHint);
