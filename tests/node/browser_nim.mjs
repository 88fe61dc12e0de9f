// A game that no file of the page knows, in Chromium: tests/add_game.sh runs it where Nim was added to the engine. It is
// on the first page, is played to its end against an agent, with a hint, and reviewed.
import { assertAccessible, byClick, check, go, pages, phone, playOut, ready, soon, text, until } from './browser.mjs';

const page = await pages.open('');

await check('it has a card on the first page, which leads to a game', async () => {
    await page.waitForSelector('.card-nim');
    await soon.equal(() => text(page, '.card-nim h2'), 'Nim');
    await page.locator('.card-nim').getByRole('link', { name: 'Play: Nim' }).first().click();
    await ready(page);
    await soon.equal(async () => await page.locator('.board-nim .area-heaps .tile').count() > 3, true);
}, page);

await check('it is played to its end, with a hint and undo, and reviewed', async () => {
    await go(page, '#/play/nim?heaps=3&sticks=3&vs=random&seed=a');
    await ready(page);
    await page.keyboard.press('h');
    await page.waitForSelector('.candidate');
    await assertAccessible(page);
    const board = await page.locator('.board').textContent();
    await byClick(page)(await page.locator('.tile.legal').first().boundingBox().then(({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 })), () => null);
    await until(page, () => document.querySelectorAll('.move').length >= 2);
    await ready(page);
    await page.keyboard.press('u');
    await until(page, old => document.querySelector('.board').textContent === old, board);
    await playOut(page, [byClick(page)], 20);
    await soon.match(() => text(page, '.status .heading'), /won/);
    await page.getByRole('link', { name: 'Review' }).click();
    await page.waitForSelector('.graph');
}, page);

await check('it fits a phone', async () => {
    const small = await pages.open('#/play/nim?seed=a', { size: phone });
    await ready(small);
    await assertAccessible(small);
    await soon.ok(async () => await small.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    await small.close();
}, page);
