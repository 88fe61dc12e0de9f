// The list of moves, the last one first. A click on one looks back: the board shows the position after it, and nothing is
// taken back. From there one can go on to the game again, or play on from that position.
// @ts-check
/** @import { Table } from '../table.js' */
/** @import { Log } from './log.js' */
import { el } from '../dom.js';
import { nameBeside } from '../names.js';
import { fill, strings } from '../strings.js';
import { button } from '../parts/button.js';
import { nameOf } from './status.js';

const shownMax = 300;

export class Moves {
    back = el('div', { class: 'look-back' });
    list = el('ol', { class: 'moves', 'aria-label': strings.play.moves });
    element = el('div', { class: 'moves-part', tabindex: 0, role: 'region', 'aria-label': strings.play.moves }, this.back, this.list);
    /** @type {number | null} the step that is looked at */
    looked = null;

    /** @param {Table} table @param {Log} log @param {(step: number | null) => void} look @param {(step: number) => void} goOn */
    constructor(table, log, look, goOn) {
        this.table = table;
        this.log = log;
        this.look = look;
        this.goOn = goOn;
    }

    /** @param {number | null} looked */
    show(looked) {
        this.looked = looked;
        const { now } = this.table;
        const rows = [];
        for (let step = now; step > Math.max(0, now - shownMax); step--) if (this.isMove(step)) rows.push(this.row(step));
        this.list.replaceChildren(...rows);
        if (rows.length === 0) this.list.append(el('li', { class: 'quiet small' }, strings.play.noMoves));
        this.back.replaceChildren(...(looked === null ? [] : this.backLine(looked)));
        this.list.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
    }

    /** @param {number} step */
    isMove(step) {
        return typeof this.log.at(step).who === 'number' && !this.table.clock;
    }

    /** @param {number} step */
    row(step) {
        const { who, texts, points } = this.log.at(step);
        const words = texts[0] ? nameBeside(texts[0], this.table.seats.map(seat => seat.name), who) : strings.play.unknownMove;
        const several = this.table.seats.length > 1;
        const name = nameOf(who, this.table);
        return el('li', {}, el('button', { type: 'button', class: `move${name === strings.play.you ? ' mine' : ''}`, 'aria-current': this.looked === step ? 'step' : null, onclick: () => this.look(step) },
            el('span', { class: 'move-number' }, String(step)),
            several && el('span', { class: 'move-name' }, name),
            el('span', { class: 'move-words' }, words),
            el('span', { class: 'move-points' }, points > 0 ? `+${points}` : '')));
    }

    /** @param {number} step */
    backLine(step) {
        const { now } = this.table;
        return [
            el('p', { class: 'small' }, fill(strings.play.lookingAt, { step, now })),
            el('div', { class: 'buttons' },
                button({ text: strings.play.backToGame, small: true, kind: 'primary', run: () => this.look(null) }),
                step < now && button({ text: strings.play.goOnHere, small: true, run: () => this.goOn(step) })),
        ].filter(part => part !== null);
    }
}
