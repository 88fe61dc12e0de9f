// Choosing a move: what can be picked is lit, what was picked can be put back, and what is not legal says why beside the
// place, in every game.
import assert from 'node:assert/strict';
import { bubble, check, findLit, lit, pages, place, ready, said, soon, until } from './browser.mjs';

const open = async (route, how) => {
    const page = await pages.show(`#/play/${route}`, how);
    await ready(page);
    return page;
};

{
    const page = await open('azul?vs=greedy&seed=monday');
    await check('picked tiles have a ring, their targets are lit, the same click puts them back', async () => {
        await place(page, 16).click();
        await soon.equal(() => page.locator('.board .chosen').count(), 2);
        await soon.deepEqual(async () => (await lit(page)).map(({ spot }) => spot), [50, 51, 52, 53, 54, 55]);
        await place(page, 16).click();
        await soon.equal(() => page.locator('.board .chosen').count(), 0);
        await place(page, 16).click();
        await page.keyboard.press('Escape');
        await soon.equal(() => page.locator('.board .chosen').count(), 0);
    }, page);
    await check('another source takes the place of the first; where nothing goes, it is said', async () => {
        await place(page, 16).click();
        await place(page, 20).click();
        await soon.equal(() => page.locator('.board .chosen').first().getAttribute('data-spot'), '20');
        await place(page, 60).click();
        await page.waitForSelector('.bubble');
        await soon.equal(() => bubble(page), 'That move does not lead here.');
        await soon.equal(() => page.locator('.board .chosen').count(), 2);
        await page.keyboard.press('Escape');
        await soon.equal(() => page.locator('.bubble').count(), 0);
        await place(page, 60).click();
        await page.waitForSelector('.bubble');
        await soon.equal(() => bubble(page), 'Begin with a lit place in a factory.');
    }, page);
    await check('what was picked is previewed where it would land', async () => {
        await place(page, 20).click();
        await place(page, 53).hover();
        await page.waitForSelector('.marks .ghost');
        await soon.equal(() => page.locator('.marks .ghost').count(), 2);
        await page.mouse.move(5, 5);
        await until(page, () => !document.querySelector('.marks .ghost'));
    }, page);
    await check('a full line of another colour says why', async () => {
        await place(page, 53).click();
        await until(page, () => document.querySelectorAll('[data-spot="53"].kind-tile').length === 2);
        await soon.match(() => said(page), /takes? 2 Blue|Greedy/);
        const other = await findLit(page, ({ spot }) => spot < 50 && spot % 5 !== 0);
        await page.mouse.click(other.x, other.y);
        await place(page, 53).click();
        await page.waitForSelector('.bubble');
        await soon.equal(() => bubble(page), 'That pattern line holds another colour.');
        await soon.match(() => said(page), /That pattern line holds another colour\.$/);
    }, page);
}

{
    const page = await open('lines?seed=monday');
    await check('an empty cell and an unreachable one say why', async () => {
        await place(page, 0).click();
        await page.waitForSelector('.bubble');
        await soon.equal(() => bubble(page), 'There is no ball on the source cell.');
        await page.locator('.board .kind-tile[data-spot]').first().click();
        await page.locator('.board .kind-tile[data-spot]').nth(1).click();
        await soon.equal(() => page.locator('.board .chosen').count(), 1);
    }, page);
}

{
    const page = await open('slide?seed=monday');
    const blank = await page.locator('.board .kind-empty').first().getAttribute('data-spot').then(Number);
    await check('a far tile moves a chain, a tile out of line says why', async () => {
        const row = Math.floor(blank / 4), col = blank % 4;
        const far = row * 4 + (col < 2 ? 3 : 0), aside = ((row + 1) % 4) * 4 + ((col + 1) % 4);
        await place(page, aside).click();
        await page.waitForSelector('.bubble');
        await soon.equal(() => bubble(page), "Only a tile in the blank's row or column can be pushed.");
        await place(page, far).click();
        await until(page, spot => document.querySelector('.board .kind-empty').dataset.spot === String(spot), far);
        await soon.equal(() => page.locator('.bubble').count(), 0);
    }, page);
    await check('arrow keys are slide\'s own', async () => {
        const before = await page.locator('.board .kind-empty').getAttribute('data-spot').then(Number);
        await page.keyboard.press(before % 4 < 3 ? 'ArrowLeft' : 'ArrowRight');
        await until(page, spot => document.querySelector('.board .kind-empty').dataset.spot !== String(spot), before);
        const now = await page.locator('.board .kind-empty').getAttribute('data-spot').then(Number);
        assert.equal(now, before % 4 < 3 ? before + 1 : before - 1);
    }, page);
}
