// Whole games as people play them: each by mouse, one by keyboard alone, one by touch. What happened is told, the end is
// shown, and the game that was left goes on after a reload.
import assert from 'node:assert/strict';
import { byClick, byDrag, byFinger, byTap, check, findLit, isOver, lit, pages, phone, playOut, ready, readyOrOver, soon, text, until } from './browser.mjs';

const play = (route, how) => pages.show(`#/play/${route}`, how);
const heading = page => text(page, '.status .heading');
const moves = page => page.locator('.move').count();
const kept = (page, game) => page.evaluate(name => localStorage.getItem(`tilewright.game.${name}`), game);

{
    const page = await play('azul?vs=greedy&max_rounds=2&seed=one');
    await check('a whole game of azul by mouse, by clicks and by drags, against an agent', async () => {
        await ready(page);
        await playOut(page, [byClick(page), byDrag(page)], 100);
        await until(page, () => document.querySelector('#said').textContent.includes('The game is over'));
        const [mine, other] = (await page.locator('.score-value strong').allTextContents()).map(Number);
        await soon.equal(() => heading(page), mine > other ? 'You won' : mine < other ? 'Greedy won' : await heading(page));
        await soon.match(() => text(page, '.gains'), /\d \(.*(wall|floor) −?\d/);
        await soon.equal(() => kept(page, 'azul'), null);
    }, page);
}

{
    const page = await play('lines?rows=5&cols=5&colors_count=3&match_length=3&seed=one');
    await check('a whole game of lines by mouse; a reload goes on with it', async () => {
        await ready(page);
        for (let turn = 0; turn < 3; turn++) {
            const from = await findLit(page);
            await byClick(page)(from, async () => (await lit(page))[turn]);
            await until(page, count => document.querySelectorAll('.move').length === count, turn + 1);
        }
        const board = await page.locator('.board').textContent();
        await page.reload();
        await ready(page);
        await soon.equal(() => moves(page), 3);
        await soon.equal(() => page.locator('.board').textContent(), board);
        await playOut(page, [byClick(page), byDrag(page)], 150);
        await soon.equal(() => heading(page), 'The game is over');
        await until(page, () => document.querySelector('#said').textContent.includes('the game is over with'));
    }, page);
}

{
    const page = await play('slide?rows=2&cols=2&difficulty=4&seed=one');
    await check('a whole game of slide by mouse', async () => {
        await ready(page);
        // The blank runs round and round, so the three tiles come by in every order that they can have.
        for (let last = -1, i = 0; i < 24 && !await isOver(page); i++) {
            const blank = Number(await page.locator('.board .kind-empty').getAttribute('data-spot'));
            const next = await findLit(page, ({ spot }) => spot !== last);
            await page.mouse.click(next.x, next.y);
            await until(page, spot => document.querySelector('.board .kind-empty')?.dataset.spot !== String(spot), blank);
            last = blank;
        }
        await soon.equal(() => heading(page), 'Done');
        await page.getByRole('button', { name: 'Again' }).click();
        await page.waitForURL(/rows=2&cols=2&difficulty=4&seed=(?!one$)\w+$/);
        await until(page, () => document.querySelector('.board.ready') && document.querySelectorAll('.move').length === 0);
    }, page);
}

{
    const page = await play('falls?viruses=4&tick=150&seed=one');
    // On a busy machine a key may come too late for a capsule, so each key is pressed until a capsule moves by it.
    const falling = () => page.evaluate(() => [...document.querySelectorAll('.board [aria-label^="falling"]')].map(cell => {
        const { left, top } = cell.getBoundingClientRect();
        return { left: Math.round(left), top: Math.round(top) };
    }));
    const columns = cells => [...new Set(cells.map(({ left }) => left))];
    const pressUntil = async (key, shows) => {
        for (let i = 0; i < 100; i++) {
            const before = await falling();
            await page.keyboard.press(key);
            await page.waitForTimeout(20);
            const after = await falling();
            if (before.length === 2 && after.length === 2 && shows(before, after)) return;
        }
        assert.fail(`the key ${key} moves no capsule`);
    };
    await check('a whole game of falls by keys, until the bottle is full', async () => {
        await page.waitForSelector('.clock-cover:not([hidden])');
        await soon.equal(() => heading(page), 'Ready?');
        await page.keyboard.press('ArrowDown');
        await until(page, () => document.querySelector('.clock-cover').hidden);
        await pressUntil('ArrowUp', (before, after) => columns(before).length === 2 && columns(after).length === 1);
        await pressUntil('s', (before, after) => Math.min(...columns(after)) < Math.min(...columns(before)));
        await pressUntil('ArrowDown', (before, after) => after[0].top > before[0].top);
        for (let i = 0; i < 300 && !await isOver(page); i++) {
            await until(page, () => document.querySelector('.board [aria-label^="falling"]') || /again/i.test(document.querySelector('.panel').textContent));
            await page.keyboard.press('f');
        }
        await soon.match(() => heading(page), /^(The game is over|Done)$/);
        const acts = await page.evaluate(async () => {
            const { finishedGames } = await import('/js/store.js');
            const { unpackRecord } = await import('/js/share.js');
            const { record } = await unpackRecord('falls', finishedGames()[0].packed);
            return [...new Set(record.events.filter(({ who }) => who === 0).map(({ action }) => action.move))].sort();
        });
        assert.deepEqual(acts, ['Drop', 'Fall', 'Left', 'RotateCw']);
    }, page);
}

{
    const page = await play('azul?vs=greedy&max_rounds=1&seed=two');
    await check('a whole game of azul by keyboard alone', async () => {
        await ready(page);
        const onBoard = () => page.evaluate(() => document.activeElement.matches('.board [data-spot]'));
        for (let i = 0; i < 60 && !await onBoard(); i++) await page.keyboard.press('Tab');
        for (let turn = 0; turn < 60; turn++) {
            await readyOrOver(page);
            if (await isOver(page)) break;
            await soon.ok(() => page.evaluate(() => document.activeElement.matches('.legal')), 'the focus is where a move begins');
            await page.keyboard.press('Enter');
            await soon.ok(() => page.evaluate(() => document.activeElement.matches('.choosing .legal')), 'the focus goes to a target');
            if (turn % 2) await page.keyboard.press('ArrowDown');
            const made = await moves(page);
            await page.keyboard.press('Enter');
            await until(page, count => document.querySelectorAll('.move').length > count, made);
        }
        await soon.match(() => heading(page), /won|draw/);
        await soon.equal(() => page.locator('.board [tabindex="0"]').count(), 1);
        for (let i = 0; i < 60 && await page.evaluate(() => document.activeElement.textContent) !== 'Again'; i++) await page.keyboard.press('Tab');
        await page.keyboard.press('Enter');
        await ready(page);
        await soon.equal(() => moves(page), 0);
    }, page);
    await check('with Shift, arrow keys go to any place, Home and End to the first and last; Tab leaves the board', async () => {
        const spots = [];
        await page.locator('.board [data-spot="56"]').focus();
        for (const key of ['Shift+ArrowRight', 'Shift+ArrowDown', 'Shift+ArrowLeft', 'Home', 'End']) {
            await page.keyboard.press(key);
            spots.push(await page.evaluate(() => document.activeElement.dataset.spot));
        }
        assert.deepEqual(spots.slice(0, 3), ['57', '62', '61']);
        assert.equal(new Set(spots).size, 5);
        await page.keyboard.press('Tab');
        await soon.equal(() => page.evaluate(() => document.activeElement.closest('.board')), null);
    }, page);
}

{
    const page = await play('azul?vs=greedy&max_rounds=1&seed=three', { size: phone });
    await check('a whole game of azul by touch, by taps and by drags', async () => {
        await ready(page);
        await playOut(page, [byTap(page), byFinger(page)], 60);
        await soon.match(() => heading(page), /won|draw/);
        await soon.equal(() => page.evaluate(() => scrollY), 0, 'a drag scrolls nothing');
    }, page);
}
