// A card of the home page: a game's living picture, its name and what can be done with it. The card stands with its
// words at once; the picture (picture.js) comes into a place that is kept free for it.
// @ts-check
/** @import { GameInfo } from '../types.js' */
/** @import { Picture } from './picture.js' */
import { el } from '../dom.js';
import { offersOf } from '../games/offers.js';
import { gameName } from '../names.js';
import { linkButton } from '../parts/button.js';
import { fill, strings } from '../strings.js';

export class Card {
    /** @type {() => void} */
    stop = () => {};
    several = false;

    /** @param {string} game @param {string} line what it is about */
    constructor(game, line) {
        this.game = game;
        const name = gameName(game);
        const { practice, solve } = offersOf(game);
        this.picture = el('div', { class: 'card-picture', 'aria-hidden': 'true' });
        this.rooms = el('p', { class: 'card-rooms', hidden: true });
        this.buttons = el('div', { class: 'card-buttons' },
            linkButton({ text: strings.home.play, href: `#/play/${game}`, kind: 'primary' }),
            practice && linkButton({ text: strings.home.practise, href: `#/practice/${game}` }),
            solve && linkButton({ text: strings.home.solve, href: `#/solve/${game}` }));
        for (const link of this.buttons.children) link.setAttribute('aria-label', `${link.textContent}: ${name}`);
        this.element = el('section', { class: `card card-${game}`, 'aria-labelledby': `card-${game}` },
            this.picture,
            el('a', { class: 'card-cover', href: `#/play/${game}`, tabindex: -1, 'aria-hidden': 'true' }),
            el('div', { class: 'card-words' }, el('h2', { id: `card-${game}` }, name), el('p', {}, line), this.buttons),
            this.rooms);
    }

    /** Brings the picture to life. @param {GameInfo} info @param {typeof Picture} kind */
    async start(info, kind) {
        const live = new kind(this.game, this.picture);
        this.stop = () => live.stop();
        await live.start(info);
    }

    /** Shows that a game waits to be gone on with: playing is that. @param {string} href */
    offer(href) {
        const link = linkButton({ text: strings.home.goOn, href, kind: 'primary' });
        link.setAttribute('aria-label', fill(strings.home.goOnWith, { game: gameName(this.game) }));
        link.classList.add('go-on');
        this.buttons.firstElementChild?.replaceWith(link);
    }

    /** @param {number} count rooms of this game on the server */
    showRooms(count) {
        this.rooms.hidden = count === 0;
        this.rooms.textContent = count === 1 ? strings.home.oneRoom : fill(strings.home.manyRooms, { count });
    }

    /** There is a server: people can meet. */
    addRooms() {
        if (this.buttons.querySelector('.to-rooms')) return;
        const link = linkButton({ text: strings.home.rooms, href: `#/rooms?game=${encodeURIComponent(this.game)}` });
        link.setAttribute('aria-label', `${strings.home.rooms}: ${gameName(this.game)}`);
        link.classList.add('to-rooms');
        this.buttons.append(link);
    }
}
