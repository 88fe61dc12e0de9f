// Links and texts: a position and a whole game come out elsewhere as they were, to the digest; what is damaged, cut, huge
// or nonsense says so in words, and nothing throws.
import assert from 'node:assert/strict';
import { inflateRawSync } from 'node:zlib';
import { readFileSync } from 'node:fs';
import { Engine } from './lib.mjs';
import { check, go, lit, pages, ready, soon, text, trouble, until } from './browser.mjs';

const engine = new Engine();

// What a link holds, as the program reads it.
async function digestOf(link) {
    const [, game, query] = /#\/play\/(\w+)\?(.*)/.exec(link);
    const given = new URLSearchParams(query);
    const unpack = name => JSON.parse(inflateRawSync(Buffer.from(given.get(name), 'base64url')));
    if (given.has('game')) {
        const { events, ...head } = unpack('game');
        return (await engine.ask('replay', { record: { game, ...head, events: events.map(event => (Array.isArray(event) ? { who: event[0], action: event[1] } : { who: 'chance', action: event })) } })).digest;
    }
    const rows = given.get('tiles')?.split('/').map(row => row.split(',').map(Number));
    const state = rows ? { state_version: 1, ruleset_id: 'slide_v1', rows: rows.length, cols: rows[0].length, tiles: rows.flat() }
        : given.has('pos') ? (await engine.ask('position', { game, text: given.get('pos') })).state : unpack('state');
    return (await engine.ask('replay', { record: { game, start: state, events: [] } })).digest;
}

// The links of the game in play, by what they are to.
async function links(page) {
    await page.evaluate(() => document.querySelector('[data-command="share"]').click());
    await page.getByLabel('The whole game so far').waitFor();
    const [position, whole] = await Promise.all(['This position', 'The whole game so far'].map(label => page.getByLabel(label).inputValue()));
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download the record' }).click()]);
    const [head, ...events] = readFileSync(await file.path(), 'utf8').trim().split('\n').map(line => JSON.parse(line));
    await page.keyboard.press('Escape');
    return { position, whole, record: { ...head, events } };
}

// All that lies on a board; who plays and how long so far is no part of a position.
const board = page => page.locator('.board').textContent().then(words => words.replace(/Greedy|Drafter/g, 'Agent').replace(/\d+ moves, /, ''));

async function playSome(page, moves) {
    for (let made = 0; made < moves; made++) {
        await ready(page);
        const count = await page.locator('.move').count();
        const [from] = await lit(page);
        await page.mouse.click(from.x, from.y);
        const [to] = await page.evaluate(() => document.querySelector('.board').classList.contains('choosing')) ? await lit(page) : [];
        if (to) await page.mouse.click(to.x, to.y);
        await until(page, old => document.querySelectorAll('.move').length > old, count);
    }
    await ready(page);
}

const other = await pages.open('#/help');
for (const [game, setup] of [['azul', 'vs=greedy&seed=a'], ['slide', 'rows=3&cols=3&seed=a'], ['lines', 'rows=7&cols=6&seed=a']]) {
    const page = await pages.show(`#/play/${game}?${setup}`);
    await check(`links to ${game} and to its position lead elsewhere to the same`, async () => {
        await playSome(page, 3);
        const seen = await board(page);
        const { position, whole, record } = await links(page);
        const digest = await digestOf(whole);
        assert.equal((await engine.ask('replay', { record })).digest, digest);
        const moves = await page.locator('.move').allTextContents();
        for (const link of [position, whole]) {
            await go(other, link.slice(link.indexOf('#')));
            await ready(other);
            await soon.equal(() => board(other), seen);
            const again = await links(other);
            assert.equal(again.position, position);
            assert.equal(await digestOf(again.whole), await digestOf(link));
        }
        await soon.deepEqual(async () => (await other.locator('.move').allTextContents()).map(words => words.replace(/^\d+\w+?(?=[A-Z])/, '')), moves.map(words => words.replace(/^\d+\w+?(?=[A-Z])/, '')));
        await other.reload();
        await ready(other);
        await soon.equal(() => board(other), seen);
    }, page, other);
}
await other.close();

const page = await pages.show('#/play/azul?seed=a&vs=greedy');
await check('what is pasted opens, or says why not', async () => {
    await ready(page);
    await page.evaluate(() => document.querySelector('[data-command="share"]').click());
    const field = page.getByLabel('Open a game or position');
    const open = page.getByRole('button', { name: 'Open', exact: true });
    for (const [given, reason] of [['', /nothing to read/], ['hello', /must be a link/], ['{"game":"azul","events":[7]}', /./], ['{"game":"azul",', /./], ['#/play/azul?game=AAAA', /damaged/],
        ['#/play/chess?game=AAAA', /no game/], ['https://elsewhere.example/', /no game|neither/], ['azul9', /must/], [`${'['.repeat(5000)}`, /must/], ['x'.repeat((1 << 20) + 9), /at most 1 MB/]]) {
        await field.fill(given);
        await open.click();
        await until(page, source => new RegExp(source).test(document.querySelector('dialog .field-error:not(:empty)')?.textContent ?? ''), reason.source);
    }
    await page.locator('dialog input[type="file"]').setInputFiles({ name: 'big.json', mimeType: 'application/json', buffer: Buffer.alloc((1 << 20) + 1, 0x20) });
    await until(page, () => /at most 1 MB/.test(document.querySelector('dialog .field-error:not(:empty)')?.textContent));
    await field.fill('1 2 3\n4 5 6\n7 0 8');
    await open.click();
    await until(page, () => document.querySelectorAll('.board-slide .kind-tile').length === 8);
}, page);

const packed = 'q1ZKLUvNKylWsoqO1VFKzs9TsrKFMlJSi5OVrJQMlWoB';
const broken = {
    '#/play/azul?pos=azul9': /link does not work/,
    '#/play/azul?game=%%%': /link does not work.*damaged/,
    [`#/play/azul?game=${packed}`]: /link does not work/,
    [`#/play/azul?game=${packed.slice(0, 20)}`]: /link does not work.*damaged/,
    [`#/play/azul?game=${'A'.repeat(70000)}`]: /link is too long/,
    '#/play/azul?state=%7B%22ruleset_id%22': /link does not work.*damaged/,
    '#/play/slide?tiles=1,1,1,0': /link does not work/,
    '#/nosuch': /There is no such page/,
    '#/play/chess': /no game.*chess/i,
    '#/play/slide?rows=99': /link does not work: Rows must be a whole number from 2 to 16/,
    '#/play/slide?rows=%00': /Rows must be a whole number/,
    '#/play/azul?vs=nobody': /nobody.* must be an agent of this game/,
    '#/play/azul?seat=7': /Seat must be a whole number from 1 to 2/,
    '#/help/%E0%A4%A': /no game/i,
};
for (const [route, reason] of Object.entries(broken)) await check(`a bad link says why: ${route.slice(0, 60)}`, async () => {
    await go(page, route);
    await page.waitForSelector('.trouble');
    await soon.match(() => trouble(page), reason);
    await soon.equal(() => page.locator('.trouble a[href="#/"]').count(), 1);
}, page);

await engine.stop();
