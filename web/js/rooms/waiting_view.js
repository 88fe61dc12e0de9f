// A room before its round: who may come and how, agents for free seats, and the button that says one is ready.
// @ts-check
/** @import { GameInfo } from '../types.js' */
/** @import { Hall } from './hall.js' */
/** @import { RoomInfo } from './reading.js' */
import { el } from '../dom.js';
import { gameName, paramName } from '../names.js';
import { fill, strings } from '../strings.js';
import { button } from '../parts/button.js';
import { selectField } from '../parts/fields.js';
import { note } from '../parts/say.js';
import { sentence } from '../parts/trouble.js';
import { agentName, levelsOf, standardAgent } from '../play/levels.js';
import { roomLink, telnetLine } from './address.js';
import { copyLine } from './copy_line.js';
import { secondsLeft } from './scores_view.js';

/** Does what may be refused, and says why if it is. @param {Promise<unknown>} work */
export const tryIt = work => work.catch(error => note(sentence(error.message)));

/** @param {Hall} hall @param {GameInfo} game */
export function waitingView(hall, game) {
    const room = /** @type {RoomInfo} */ (hall.room);
    const title = el('h2', { class: 'heading' });
    const hint = el('p', { class: 'quiet' });
    const ready = button({ text: '', kind: 'primary', run: () => { tryIt(hall.ready(!isReady(hall))); } });
    const agents = agentBox(hall, game);
    const invite = el('div', { class: 'invite' });
    const element = el('div', { class: 'waiting' },
        el('section', { class: 'waiting-start' }, title, hint, el('div', { class: 'buttons' }, ready)),
        invite, agents.element, setupBox(room, game));
    const update = () => {
        if (!hall.room) return;
        ready.hidden = hall.seat === null;
        ready.classList.toggle('primary', !isReady(hall));
        setText(ready, isReady(hall) ? strings.rooms.notReadyButton : strings.rooms.readyButton);
        agents.update();
        const line = telnetLine(hall.list?.telnet_port);
        if (invite.dataset.line !== String(line)) invite.replaceChildren(...inviteParts(hall.room, line));
        invite.dataset.line = String(line);
        tick();
    };
    const tick = () => {
        if (!hall.room) return;
        const seconds = secondsLeft(hall.room);
        title.textContent = seconds === null ? strings.rooms.waitingTitle : fill(strings.rooms.starts, { seconds });
        hint.textContent = seconds !== null ? '' : hintOf(hall, game);
    };
    update();
    return { element, update, tick };
}

/** @param {HTMLElement} made @param {string} text */
export function setText(made, text) {
    const span = made.querySelector('span');
    if (span && span.textContent !== text) span.textContent = text;
}

/** @param {Hall} hall */
export const isReady = hall => hall.seat !== null && !!hall.room?.seats[hall.seat]?.ready;

/** @param {Hall} hall @param {GameInfo} game */
function hintOf(hall, game) {
    const taken = hall.room?.seats.filter(seat => seat.name).length ?? 0;
    return taken < game.players[0] ? strings.rooms.startsAlone : strings.rooms.startsWhenReady;
}

/** @param {RoomInfo} room @param {string | null} line */
function inviteParts(room, line) {
    return [
        el('h3', {}, strings.rooms.invite), el('p', { class: 'small quiet' }, strings.rooms.inviteHelp),
            copyLine(roomLink(room.room)),
        ...(line ? [el('p', { class: 'small quiet' },
            `${strings.rooms.telnet}: ${fill(strings.rooms.comeBySame, { title: room.title })}`), copyLine(line)] : []),
    ];
}

/** @param {Hall} hall @param {GameInfo} game */
function agentBox(hall, game) {
    const agent = selectField({ label: strings.rooms.agent, value: standardAgent(game), options: agentOptions(game) });
    const seat = button({ text: strings.rooms.addAgent, icon: 'machine',
        run: () => { tryIt(hall.seatAgent(agent.value)); } });
    const dismiss = button({ text: strings.rooms.dismiss, kind: 'quiet', run: () => { tryIt(hall.dismiss()); } });
    const element = el('section', { class: 'room-agents' }, el('h3', {}, strings.rooms.agents), agent.element,
        el('div', { class: 'buttons' }, seat, dismiss));
    const update = () => {
        const { room } = hall;
        element.hidden = hall.seat === null;
        seat.disabled = !room?.seats.some(one => !one.name);
        dismiss.disabled = !room?.seats.some(one => one.agent);
    };
    return { element, update };
}

/** Agents by strength, then all of them. @param {GameInfo} game */
function agentOptions(game) {
    const levels = levelsOf(game).map(({ level, agent }) => ({
        value: agent, text: fill(strings.play.levelOption,
            { level: strings.play.levels[level], name: agentName(agent) }), group: strings.rooms.byStrength,
    }));
    const all = game.about.map(({ name, summary }) => ({ value: name,
        text: fill(strings.play.agentOption, { name: agentName(name), summary }), group: strings.rooms.allAgents }));
    return [...levels, ...all.filter(({ value }) => !levels.some(level => level.value === value))];
}

/** @param {RoomInfo} room @param {GameInfo} game */
function setupBox(room, game) {
    const changed = Object.entries(room.params).filter(([name, value]) => name !== 'players' && game.params[name]
        && game.params[name].standard !== value);
    const facts = [
        ...changed.map(([name, value]) => `${paramName(name)}: ${value}`),
        room.tick_ms ? fill(strings.rooms.tickSet, { ms: room.tick_ms }) : '',
        room.race ? fill(strings.rooms.minutesSet, { minutes: room.minutes }) : '',
    ].filter(Boolean);
    return el('section', { class: 'about-game' }, el('h3', {}, gameName(game.name)), el('p', {}, game.goal),
        room.race ? el('p', {}, strings.rooms.raceHelp) : null,
        facts.length ? el('p', { class: 'small quiet' }, facts.join(' · ')) : null);
}
