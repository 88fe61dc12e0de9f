// Rooms on the page, with two browsers and somebody at a real terminal.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { Client, Engine, enter, sleep, within } from './lib.mjs';
import { assertAccessible, check, pages, phone, soon, until } from './browser.mjs';

const { server } = pages;
const engine = new Engine();
const { telnet_port: telnetPort } = await (await Client.connect(server)).do('room.list');
const link = page => new URL(page.url()).hash;

async function waitFor(what, test, ms = 60000) {
    let done = false;
    const look = async () => { while (!done && !await test()) await sleep(50); };
    await within(look(), what, ms).finally(() => { done = true; });
}

// A visitor at a terminal of its own.
class Terminal {
    constructor(name) {
        this.name = name;
        this.socket = `tilewright-web-${process.pid}`;
        this.tmux('-f', '/dev/null', 'new-session', '-d', '-s', name, '-x', '100', '-y', '40', `telnet 127.0.0.1 ${telnetPort}`);
        process.on('exit', () => { try { this.tmux('kill-server'); } catch { /* it is gone */ } });
    }

    tmux(...args) { return String(execFileSync('tmux', ['-L', this.socket, ...args], { stdio: ['ignore', 'pipe', 'ignore'] })); }
    screen() { return this.tmux('capture-pane', '-p', '-t', this.name); }
    type(text) { this.tmux('send-keys', '-t', this.name, '-l', text); }
    press(...keys) { this.tmux('send-keys', '-t', this.name, ...keys); }
    see(text) { return waitFor(`"${text}" at the terminal`, () => this.screen().includes(text)); }

    async enter() {
        await this.see('Your name:');
        this.type(this.name);
        this.press('Enter');
        await this.see('Tilewright  lobby');
    }

    // Takes a seat in the room of a game that waits.
    async join(game) {
        const row = new RegExp(`(\\d) Play ${game} now +a room waits`);
        await waitFor(`a room of ${game} at the terminal`, () => row.test(this.screen()));
        this.type(row.exec(this.screen())[1]);
        this.press('Enter');
        await this.see('Table talk');
    }

    async ready() {
        await this.see('any key ready');
        await sleep(1700); // keys of the phase before are not heard
        this.press('Enter');
    }

    // Leaves the room. A key that comes too soon after a round is not heard: each is pressed until the screen answers it.
    async leave() {
        const isBack = () => this.screen().includes('Tilewright  lobby');
        for (let i = 0; i < 20 && !isBack(); i++) {
            const before = this.screen();
            this.press('q');
            for (let wait = 0; wait < 30 && this.screen() === before; wait++) await sleep(100);
        }
        await this.see('Tilewright  lobby');
    }
}

// Takes a name in the list, and opens a room by the dialog.
async function openRoom(page, name, game, fields = {}) {
    await page.getByLabel('Your name').fill(name);
    await page.getByRole('button', { name: 'Take it' }).click();
    await page.getByText(`You are ${name}.`).waitFor();
    await page.getByRole('button', { name: 'Open a room', exact: true }).click();
    const dialog = page.locator('dialog');
    await dialog.getByRole('radio', { name: game }).check();
    await dialog.getByText('Rules of the game').click();
    for (const [label, value] of Object.entries(fields)) await dialog.getByLabel(label, { exact: true }).fill(value);
    await dialog.getByRole('button', { name: 'Open a room' }).click();
    await page.locator('.waiting').waitFor();
}

async function comeByLink(route, name, options) {
    const page = await pages.open(route, options);
    await page.getByLabel('Your name').fill(name);
    await page.getByRole('button', { name: 'Come in' }).click();
    await page.locator('.table.room').waitFor();
    return page;
}

const ready = page => page.getByRole('button', { name: 'I am ready' }).click();
const board = page => page.locator('.room-main .board').waitFor();
const card = page => page.locator('.end-card');
const isOver = page => card(page).count();
const inPage = (page, run, value) => page.evaluate(run, value);

// Picks what is lit until the end: a tile, then where it goes.
async function playTurns(page) {
    const lit = page.locator('.room-main .tile.legal:visible');
    for (let turn = 0; !await isOver(page); turn++) {
        const count = await lit.count();
        if (count > 0) await lit.nth(turn % count).click({ timeout: 2000 }).catch(() => {});
        else await sleep(100);
    }
}

// The record of the round that ended on a page is the game that all saw.
async function sameGame(page) {
    const client = await Client.connect(server);
    const record = await page.evaluate(async () => (await import('/js/rooms/hall.js')).theHall().end.record);
    const kept = await client.do('hall.record', { record });
    const { scores } = await engine.ask('replay', { record: { game: kept.game, params: kept.params, events: kept.events } });
    assert.deepEqual(kept.seats.map(seat => seat.points), scores);
    await client.close();
    return kept;
}

const anna = await pages.open('#/rooms');
let ben, tess;
await check('an empty list teaches, and a room is opened from it', async () => {
    await anna.getByText('Nobody plays now').waitFor();
    await openRoom(anna, 'Anna', 'Falls', { Title: 'Saturday', Rounds: '1', 'Milliseconds from row to row': '250', Viruses: '60' });
    await soon.match(() => anna.locator('.invite').innerText(), new RegExp(`${link(anna)}[^]*telnet 127.0.0.1 ${telnetPort}`));
}, anna);

await check('others come by the link and by telnet, and talk', async () => {
    ben = await comeByLink(link(anna), 'Ben', { size: phone, scheme: 'dark' });
    tess = new Terminal('Tess');
    await tess.enter();
    await tess.join('falls');
    await anna.getByText('Tess sits down.').waitFor();
    await ben.getByRole('tab', { name: 'Table talk' }).click();
    await ben.getByLabel('Say something').fill('<img src=x onerror=alert(1)> hello');
    await ben.keyboard.press('Enter');
    await anna.getByText('<img src=x onerror=alert(1)> hello').waitFor();
    await tess.see('onerror');
    await soon.equal(() => anna.locator('.talk-lines img').count(), 0);
    await assertAccessible(ben);
}, anna, () => ben);

await check('a round of falls, to its end, is the same for all', async () => {
    await ready(anna);
    await ready(ben);
    await tess.ready();
    await Promise.all([board(anna), board(ben)]);
    const left = ben.locator('.area-buttons .tile').first();
    for (let i = 0; !await isOver(anna) && i < 40; i++) {
        await anna.keyboard.press(['ArrowLeft', 'ArrowUp', 'ArrowRight', 'f'][i % 4]);
        if (i % 5 === 0) await left.tap({ timeout: 1000 }).catch(() => {});
        tess.press('Right');
    }
    await soon.deepEqual(() => anna.locator('.area-bottle.small .area-name').allTextContents(), ['Ben', 'Tess']);
    await Promise.all([anna, ben].map(page => card(page).waitFor({ timeout: 90000 })));
    await until(anna, () => /Rating/.test(document.querySelector('.room-scores')?.innerText));
    await soon.ok(async () => await card(anna).textContent() === await card(ben).textContent(), 'both see the same end');
    const kept = await sameGame(anna);
    assert.deepEqual(kept.seats.map(seat => seat.name).sort(), ['Anna', 'Ben', 'Tess']);
    assert.ok(kept.events.some(({ who, action }) => who === 0 && action.move), 'no key of the page came to the server');
    await assertAccessible(anna);
    await assertAccessible(ben);
}, anna, ben);

await check('who leaves a room is back in the list', async () => {
    await anna.getByRole('button', { name: 'Leave' }).first().click();
    await anna.getByText('You are Anna.').waitFor();
    await ben.goto(`${pages.url}#/rooms`);
    await ben.getByText('You are Ben.').waitFor();
    await tess.leave();
    await anna.getByText('Last games').waitFor();
}, anna, ben);

await check('a game of azul with a page, a phone and a terminal, to its end', async () => {
    await anna.getByRole('button', { name: 'Change' }).click();
    await openRoom(anna, 'Anna', 'Azul', { 'Last round': '1', Seats: '3' });
    await ben.locator('.room-row', { hasText: 'Azul' }).getByRole('link', { name: 'Join' }).click();
    await ben.locator('.waiting').waitFor();
    await tess.join('azul');
    await ready(anna);
    await ready(ben);
    await tess.ready();
    await Promise.all([board(anna), board(ben)]);
    await assertAccessible(anna);
    let over = false;
    const terminal = (async () => { while (!over) { tess.press('Enter'); await sleep(150); } })();
    await within(Promise.all([playTurns(anna), playTurns(ben)]), 'the end of azul', 180000);
    over = true;
    await terminal;
    await soon.ok(async () => await card(anna).textContent() === await card(ben).textContent(), 'both see the same end');
    await soon.equal(async () => (await sameGame(anna)).seats.length, 3);
}, anna, ben);
await ben.context().close();
tess.press('q', 'q');
await anna.context().close();

{
    const cara = await pages.open('#/rooms');
    const other = await enter(server, 'Dora');
    let wim;
    await check('a reload, a lost line and a missed message bring the player back to the seat', async () => {
        await openRoom(cara, 'Cara', 'Azul', { 'Last round': '2', Seats: '2' });
        await other.do('room.join', { room: Number(link(cara).split('/').pop()) });
        await server.gm('start');
        await board(cara);
        await cara.reload();
        await board(cara);
        const turns = async () => inPage(cara, async () => { const hall = (await import('/js/rooms/hall.js')).theHall(); return [hall.seat, hall.tables.get(0)?.n, hall.state]; });
        const [, before] = await turns();
        const isNew = () => inPage(cara, async () => {
            const { line } = (await import('/js/rooms/hall.js')).theHall();
            return line.state === 'open' && line.socket !== globalThis.oldSocket;
        });
        await inPage(cara, async () => {
            const { line } = (await import('/js/rooms/hall.js')).theHall();
            globalThis.oldSocket = line.socket;
            line.socket.close();
        });
        await waitFor('the line', isNew);
        await soon.deepEqual(() => turns(), [0, before, 'open']);
        await inPage(cara, async () => {
            const hall = (await import('/js/rooms/hall.js')).theHall();
            globalThis.oldSocket = hall.line.socket;
            hall.tables.get(0).happen({ room: 1, table: 0, n: 100000, events: [{ who: 0, action: null }], state: null });
        });
        await waitFor('the line anew', isNew);
        await waitFor('a table', async () => (await turns())[1] === before);
        await cara.locator('.room-main .tile.legal').first().waitFor();
    }, cara);

    await check('a move on the page is told to all, and refused in words out of turn', async () => {
        const seen = other.events.length;
        await cara.locator('.room-main .tile.legal:visible').first().click();
        await cara.locator('.room-main .tile.legal:visible').last().click();
        await other.event(message => message.event === 'events', 'the move', seen);
        const refused = await inPage(cara, async () => {
            const hall = (await import('/js/rooms/hall.js')).theHall();
            try { await hall.tables.get(0).act({ source: 'Center' }); } catch (error) { return [error.constructor.name, error.message]; }
            return null;
        });
        assert.equal(refused[0], 'EngineError');
        assert.ok(refused[1].length > 5);
    }, cara);

    await check('somebody watches, from either seat', async () => {
        wim = await comeByLink(`${link(cara)}?watch=1`, 'Wim');
        await board(wim);
        await wim.getByLabel('Whose view').selectOption('Dora');
        await waitFor('the other view', () => wim.locator('.room-main .area.own .area-name').first().textContent().then(text => text === 'Dora'));
        await soon.equal(() => wim.locator('.tile.legal').count(), 0);
        await assertAccessible(wim);
    }, cara, () => wim);

    await check('who goes elsewhere during a round is still in it, and comes back', async () => {
        const room = link(cara);
        await cara.goto(`${pages.url}#/help`);
        await cara.getByRole('button', { name: 'Go back' }).click();
        await board(cara);
        assert.equal(link(cara), room);
        await cara.getByRole('button', { name: 'Leave' }).first().click();
        await cara.locator('dialog').getByRole('button', { name: 'Stay' }).click();
        await soon.equal(() => cara.locator('.room-main .board').count(), 1);
    }, cara);

    await check('another window takes the seat over, and gives it back', async () => {
        const token = await inPage(cara, () => sessionStorage.getItem('tilewright.room.token'));
        const second = await Client.connect(server);
        await second.do('hall.return', { token });
        await cara.getByText('You are not here any more').waitFor();
        await cara.getByRole('button', { name: 'Come back in this window' }).click();
        await board(cara);
        await second.close();
    }, cara);
    await wim.context().close();
    await cara.context().close();
    await other.close();
}

{
    const gina = await pages.open('#/rooms');
    const rival = await enter(server, '<b>Rival</b>');
    await check('a race shows the boards of others, small, with their names as text', async () => {
        await openRoom(gina, 'Gina', 'Slide', { Rows: '2', Columns: '2', Difficulty: '2', Seats: '2' });
        await rival.do('room.join', { room: Number(link(gina).split('/').pop()) });
        await ready(gina);
        await rival.do('room.ready');
        await board(gina);
        await gina.locator('.room-others .board').waitFor();
        await soon.match(() => gina.locator('.room-others').innerText(), /<b>Rival<\/b>/);
        await assertAccessible(gina);
        const state = () => inPage(gina, async () => (await import('/js/rooms/hall.js')).theHall().tables.get(0).truth.state);
        const { moves } = await engine.ask('solve', { state: await state(), mode: 'optimal' });
        const keys = { Up: 'u', Down: 'd', Left: 'l', Right: 'r' };
        for (const word of moves) await gina.keyboard.press(keys[word]);
        await card(gina).waitFor();
        await soon.match(() => card(gina).textContent(), /Gina wins/);
    }, gina);

    await check('a link to the rooms of a game shows those', async () => {
        const guest = await pages.open('#/rooms?game=azul');
        const { room } = await rival.do('room.list').then(({ rooms }) => rooms.find(({ game }) => game === 'slide'));
        await guest.getByRole('radio', { name: 'Azul' }).waitFor();
        await soon.ok(() => guest.getByRole('radio', { name: 'Azul' }).isChecked());
        await soon.equal(() => guest.locator(`[data-room="${room}"]`).count(), 0);
        await guest.goto(`${pages.url}#/rooms?game=nosuch`);
        await guest.locator(`[data-room="${room}"]`).waitFor();
        await guest.context().close();
    }, gina);

    await check('a room that is not there, a full one, and a name that is taken', async () => {
        const guest = await pages.open('#/room/424242');
        await guest.getByLabel('Your name').fill('Gina');
        await guest.getByRole('button', { name: 'Come in' }).click();
        await guest.getByText('is taken').waitFor();
        await guest.getByLabel('Your name').fill('Guest');
        await guest.getByRole('button', { name: 'Come in' }).click();
        await guest.getByText('There is no such room').waitFor();
        await guest.goto(`${pages.url}${link(gina)}`);
        await guest.locator('.table.room').waitFor();
        await soon.equal(async () => await inPage(guest, async () => (await import('/js/rooms/hall.js')).theHall().seat), null);
        await guest.goto(`${pages.url}#/room/nonsense`);
        await guest.getByText('There is no such room').waitFor();
        await guest.context().close();
    }, gina);
    await gina.context().close();
    await rival.close();
}

await engine.stop();
