// A room by its link: comes in with a name, shows it as it is now, and stays in it while a round is played.
// @ts-check
/** @import { Route, Screen } from '../types.js' */
import { showTrouble } from '../parts/trouble.js';
import { button, linkButton } from '../parts/button.js';
import { note } from '../parts/say.js';
import { goTo } from '../router.js';
import { fill, strings } from '../strings.js';
import { useStyle } from '../style.js';
import { RoomError } from '../rooms/connection.js';
import { theHall } from '../rooms/hall.js';
import { lineCover } from '../rooms/line_view.js';
import { nameCover, takeName } from '../rooms/name_view.js';
import { RoomView } from '../rooms/room_view.js';

/** How many room screens are open: 0 or 1. */
let screensOpen = 0;

/** @param {HTMLElement} root @param {Route} route @returns {Promise<Screen>} */
export async function open(root, route) {
    await useStyle('rooms');
    const number = Number(route.parts[0]);
    const visit = new Visit(root, Number.isInteger(number) && number > 0 ? number : 0, route.query.has('watch'));
    visit.start();
    return visit.screen;
}

class Visit {
    hall = theHall();
    /** @type {RoomView | null} */
    view = null;
    coming = false;
    tried = false;
    closed = false;
    /** @type {string | null} */
    wrongName = null;

    /** @param {HTMLElement} root @param {number} room @param {boolean} watch */
    constructor(root, room, watch) {
        this.root = root;
        this.room = room;
        this.watch = watch;
    }

    start() {
        screensOpen++;
        this.hall.addEventListener('state', this.update);
        this.hall.addEventListener('room', this.update);
        this.hall.connect();
        if (!this.hall.list) this.hall.follow().catch(() => {});
        this.update();
    }

    close() {
        screensOpen--;
        this.closed = true;
        this.hall.removeEventListener('state', this.update);
        this.hall.removeEventListener('room', this.update);
        this.view?.close();
        this.part();
    }

    /** Who plays stays in the round; who does not leaves the room. */
    part() {
        const { hall } = this;
        if (hall.room?.room !== this.room) return;
        if (!hall.plays) {
            hall.leaveRoom().catch(() => {});
            return;
        }
        const link = `#/room/${this.room}`;
        note(fill(strings.rooms.stillIn, { title: hall.room.title }),
            { text: strings.rooms.returnTo, run: () => goTo(link) });
        const watch = () => {
            if (!screensOpen && hall.room && hall.plays) return;
            hall.removeEventListener('room', watch);
            if (!screensOpen && hall.room) hall.leaveRoom().catch(() => {});
        };
        hall.addEventListener('room', watch);
    }

    update = () => {
        if (this.closed || this.view?.leaving) return;
        const { hall } = this;
        const cover = this.room ? lineCover(hall) : null;
        if (!this.room) this.showMissing();
        else if (cover) this.cover(cover);
        else if (hall.state === 'lost') this.view?.update();
        else if (!hall.name) this.askName();
        else if (hall.room?.room === this.room) this.show();
        else if (hall.room && hall.plays) this.showOther();
        else this.comeIn();
    };

    /** @param {HTMLElement} element */
    cover(element) {
        this.view?.close();
        this.view = null;
        this.root.replaceChildren(element);
    }

    show() {
        if (this.view) return this.view.update();
        this.view = new RoomView(this.root, this.hall);
    }

    /** The name of last time is tried first. */
    async askName() {
        if (this.coming) return;
        if (!this.tried && this.hall.lastName) {
            this.tried = this.coming = true;
            this.wrongName = await takeName(this.hall, this.hall.lastName);
            this.coming = false;
            return this.update();
        }
        this.cover(nameCover(this.hall, { wrong: this.wrongName, done: this.update }));
    }

    async comeIn() {
        if (this.coming) return;
        this.coming = true;
        try {
            if (this.hall.room) await this.hall.leaveRoom();
            if (!this.closed) await this.enter();
        } catch (error) {
            this.refused(/** @type {Error} */ (error));
        } finally {
            this.coming = false;
        }
        if (this.closed && !screensOpen) this.part();
        else if (this.hall.room?.room === this.room) this.update();
    }

    async enter() {
        if (this.watch) return this.hall.watch(this.room);
        try {
            await this.hall.join(this.room);
            if (this.hall.room?.phase === 'round') note(strings.rooms.sitNext);
        } catch (error) {
            if (!(error instanceof RoomError) || error.code !== 'NOT_NOW') throw error;
            await this.hall.watch(this.room);
            note(error.message);
        }
    }

    /** @param {Error} error */
    refused(error) {
        if (this.closed) return;
        if (error instanceof RoomError && error.code === 'LOST') return;
        if (error instanceof RoomError && error.code === 'NO_ROOM') return this.showMissing();
        showTrouble(this.root, { title: strings.errors.title, text: error.message, actions: [toRooms()] });
    }

    showMissing() {
        this.view?.close();
        this.view = null;
        showTrouble(this.root, { title: strings.rooms.noRoom, text: strings.rooms.noRoomText, icon: 'rooms',
            actions: [toRooms()] });
    }

    showOther() {
        const { room } = this.hall;
        if (!room) return;
        showTrouble(this.root, {
            title: strings.rooms.otherTitle, text: fill(strings.rooms.other, { title: room.title }), icon: 'rooms',
            actions: [
                linkButton({ text: strings.rooms.returnTo, href: `#/room/${room.room}`, kind: 'primary' }),
                button({ text: strings.rooms.leaveOther, run: () => { this.hall.leaveRoom().catch(() => {}); } }),
            ],
        });
    }

    /** @returns {Screen} */
    get screen() {
        const visit = this;
        return {
            get crumbs() { return visit.view?.crumbs ?? [{ text: strings.rooms.title, href: '#/rooms' }]; },
            get commands() { return visit.view?.commands ?? []; },
            get game() { return visit.hall.room?.game; },
            get keys() { return visit.view?.keys; },
            keydown: event => this.view?.keydown(event) ?? false,
            close: () => this.close(),
        };
    }
}

const toRooms = () => linkButton({ text: strings.rooms.toRooms, href: '#/rooms', kind: 'primary', icon: 'rooms' });
