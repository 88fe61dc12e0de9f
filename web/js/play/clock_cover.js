// A game in real time waits until a person is ready: a cover over the board says which key begins, and comes back when the
// game is paused. It stands over the largest area of the board.
// @ts-check
/** @import { Table } from '../table.js' */
import { el, icon } from '../dom.js';
import { button } from '../parts/button.js';
import { strings } from '../strings.js';

export class ClockCover {
    text = el('strong', {});
    element = el('button', { type: 'button', class: 'clock-cover', onclick: () => this.toggle() }, icon('play'), this.text, el('span', { class: 'small' }, strings.play.startHelp));

    /** @param {Table} table @param {HTMLElement} stage */
    constructor(table, stage) {
        this.table = table;
        this.stage = stage;
        stage.append(this.element);
        this.sizes = new ResizeObserver(() => this.place());
        this.sizes.observe(stage);
    }

    close() {
        this.sizes.disconnect();
    }

    /** Centres the cover over the largest area. */
    place() {
        if (this.element.hidden) return;
        const boxes = [...this.stage.querySelectorAll('.areas > .area')].map(area => area.getBoundingClientRect());
        const largest = boxes.sort((a, b) => b.width * b.height - a.width * a.height)[0];
        if (!largest?.width) return;
        const { left, top } = this.stage.getBoundingClientRect();
        const { style } = this.element;
        style.setProperty('--over-x', `${largest.left + largest.width / 2 - left}px`);
        style.setProperty('--over-y', `${largest.top + largest.height / 2 - top}px`);
        style.setProperty('--over-width', `${largest.width}px`);
    }

    toggle() {
        if (this.table.over) return;
        if (this.table.paused) this.table.resume();
        else this.table.pause();
    }

    /** A key of the game starts a clock that stands. @param {KeyboardEvent} event */
    wakes({ key, ctrlKey, metaKey, altKey }) {
        const known = this.table.game.keys.some(one => one.key === key && !one.pause);
        if (!known || ctrlKey || metaKey || altKey || !this.table.paused || this.table.over) return false;
        this.toggle();
        return true;
    }

    show() {
        const { paused, over, now } = this.table;
        this.element.hidden = !paused || over;
        this.text.textContent = now === 0 ? strings.play.start : strings.play.goOn;
        this.place();
    }

    button() {
        const { paused, now, game } = this.table;
        const start = now === 0 ? strings.play.start : strings.play.goOn;
        return button({ text: paused ? start : strings.play.pause, key: game.keys.find(one => one.pause)?.key, icon: paused ? 'play' : 'pause', kind: 'primary', run: () => this.toggle() });
    }
}
