// The living picture of a card: a game's board with a show on it, which looks at what comes next.
// @ts-check
/** @import { Change, GameInfo } from '../types.js' */
import { Board } from '../board/board.js';
import { animateChange } from '../board/motion.js';
import { gameName } from '../names.js';
import { motionAllowed } from '../settings.js';
import { keepGoing, Show } from './show.js';

/** When a move was seen, the eye goes to the next. */
const LOOK_MS = 1100;

export class Picture {
    stopped = false;
    /** @type {Element[]} the areas that the picture is about now */
    looked = [];
    rest = () => {};

    /** @param {string} game @param {HTMLElement} element its place */
    constructor(game, element) {
        this.element = element;
        this.board = new Board(game, gameName(game));
        this.board.element.inert = true;
    }

    /** @param {GameInfo} info */
    async start(info) {
        const show = new Show(info);
        this.element.replaceChildren(this.board.element);
        show.addEventListener('change', event => {
            this.change(show, /** @type {CustomEvent<Change>} */ (event).detail);
        });
        await show.begin();
        if (!this.stopped) this.rest = keepGoing(show, this.element, motionAllowed);
    }

    stop() {
        this.stopped = true;
        this.rest();
    }

    /**
     * What others than the one who is shown do is not in the picture.
     * @param {Show} show @param {Change} change
     */
    change(show, change) {
        const paint = () => {
            if (show.scene) this.board.paint(show.scene);
            for (const area of this.looked) area.classList.add('now');
        };
        const who = change.events[0]?.who;
        if (typeof who === 'number' && who !== show.seat) paint();
        else animateChange(this.board, change, paint);
        setTimeout(() => this.look(show), change.kind === 'begin' ? 0 : LOOK_MS);
    }

    /** Looks at the areas that the next act is about. @param {Show} show */
    look(show) {
        if (show.next?.who !== show.seat) return;
        for (const area of this.looked) area.classList.remove('now');
        this.looked = show.next.spots.map(spot => this.board.spot(spot)?.closest('.area')).filter(area => area != null);
        for (const area of this.looked) area.classList.add('now');
    }
}
