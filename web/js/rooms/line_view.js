// What stands where a screen should be while there is no line to a server: looking for one, none here, or sent away. And
// the strip above a screen whose line broke.
// @ts-check
/** @import { Hall } from './hall.js' */
import { el, icon } from '../dom.js';
import { strings } from '../strings.js';
import { button, linkButton } from '../parts/button.js';
import { note } from '../parts/say.js';
import { sentence } from '../parts/trouble.js';

const commands = ['make run', 'tilewright serve'];

/** What covers the screen now, or null if it can be shown. @param {Hall} hall @returns {HTMLElement | null} */
export function lineCover(hall) {
    if (hall.state === 'trying' || hall.state === 'shut') return cover('rooms', strings.rooms.connecting);
    if (hall.state === 'none') return noServer(hall);
    if (hall.gone) return gone(hall, hall.gone);
    return null;
}

/** @param {string} name @param {string} title @param {...(Node | string)} rest */
export function cover(name, title, ...rest) {
    return el('div', { class: 'trouble' }, el('div', { class: 'trouble-icon' }, icon(name)),
        el('h1', { tabindex: -1 }, title), ...rest);
}

/** @param {Hall} hall */
function noServer(hall) {
    return cover('offline', strings.rooms.noServerTitle,
        el('p', {}, strings.rooms.noServer),
        el('ul', { class: 'room-commands' }, ...commands.map(command => el('li', {}, el('code', {}, command)))),
        el('p', {}, strings.rooms.noServerThen),
        el('div', { class: 'buttons' },
            button({ text: strings.rooms.tryAgain, icon: 'again', kind: 'primary', run: () => hall.line.renew() }),
            linkButton({ text: strings.errors.home, href: '#/', icon: 'home' })));
}

/** @param {Hall} hall @param {string} why */
function gone(hall, why) {
    return cover('person', strings.rooms.goneTitle, el('p', {}, sentence(why)),
        el('div', { class: 'buttons' },
            button({ text: strings.rooms.comeBack, icon: 'again', kind: 'primary',
                run: () => { hall.returnHere().catch(() => {}); } }),
            linkButton({ text: strings.errors.home, href: '#/', icon: 'home' })));
}

/** The strip that says that the line is lost. @param {Hall} hall */
export function lineStrip(hall) {
    const strip = el('div', { class: 'room-strip', role: 'status', hidden: true });
    const update = () => {
        const lost = hall.state === 'lost';
        if (!strip.hidden && !lost && hall.state === 'open') note(strings.rooms.back);
        strip.hidden = !lost;
        strip.replaceChildren(...(lost ? [icon('offline'), strings.rooms.lost] : []));
    };
    update();
    return { element: strip, update };
}
