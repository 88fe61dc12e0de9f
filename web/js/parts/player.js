// The controls of something that can be stepped through: first, back, play, forward, last, speed, and a bar to seek.
// @ts-check
import { el, icon } from '../dom.js';
import { fill, strings } from '../strings.js';

/**
 * What is played: `at` goes from 0 to `end`.
 * @typedef {{ readonly at: number, readonly end: number, step(way: 1 | -1): Promise<void>, seek(at: number): Promise<void> }} Playable
 */

export class Player {
    playing = false;
    /** Grows with every start and stop, so that a loop that is no longer wanted ends. */
    turn = 0;

    /** @param {Playable} target @param {{ speeds: number[], speed: number, from?: () => number }} how steps a second; `from` is where to begin anew */
    constructor(target, { speeds, speed, from = () => 0 }) {
        this.target = target;
        this.speed = speed;
        this.from = from;
        const text = strings.player;
        this.playButton = el('button', { type: 'button', class: 'player-play', onclick: () => this.toggle() });
        this.count = el('span', { class: 'player-count' });
        this.slider = el('input', { type: 'range', class: 'player-seek', min: 0, step: 1, 'aria-label': text.seek,
            oninput: () => this.seek(Number(this.slider.value)) });
        this.pace = el('select', { 'aria-label': text.speed, onchange: () => { this.speed = Number(this.pace.value); } },
            ...speeds.map(n => el('option', { value: n, selected: n === speed }, fill(text.perSecond, { n }))));
        this.buttons = el('div', { class: 'player-buttons' },
            button(text.first, 'first', () => this.seek(0)), button(text.back, 'back', () => this.step(-1)), this.playButton,
            button(text.forward, 'next', () => this.step(1)), button(text.last, 'last', () => this.seek(this.target.end)), this.pace);
        this.line = el('div', { class: 'player-line' }, this.count, this.slider);
        this.element = el('div', { class: 'player' }, this.buttons, this.line);
        this.update();
    }

    update() {
        const { at, end } = this.target;
        const text = strings.player;
        this.playButton.replaceChildren(icon(this.playing ? 'pause' : 'play'));
        this.playButton.setAttribute('aria-label', this.playing ? text.pause : text.play);
        this.count.textContent = fill(text.of, { n: at, all: end });
        this.slider.max = String(end);
        this.slider.value = String(at);
        this.slider.setAttribute('aria-valuetext', this.count.textContent);
    }

    /** @param {number} at */
    seek(at) {
        this.stop();
        return this.target.seek(at);
    }

    /** @param {1 | -1} way */
    step(way) {
        this.stop();
        return this.target.step(way);
    }

    toggle() {
        if (this.playing) this.stop();
        else this.run();
        this.update();
    }

    async run() {
        const { target } = this;
        const mine = ++this.turn;
        this.playing = true;
        try {
            if (target.at >= target.end) await target.seek(this.from());
            while (mine === this.turn && target.at < target.end) {
                const next = performance.now() + 1000 / this.speed;
                await target.step(1);
                if (target.at < target.end) await new Promise(done => setTimeout(done, next - performance.now()));
            }
        } finally {
            if (mine === this.turn) this.stop();
        }
    }

    stop() {
        this.turn++;
        this.playing = false;
        this.update();
    }
}

/** @param {string} label @param {string} name @param {() => void} run */
const button = (label, name, run) => el('button', { type: 'button', 'aria-label': label, title: label, onclick: run }, icon(name));
