// What holds all screens together: the bar and its keys, dialogs and fields, settings, help, errors in place of a screen, the
// two layouts, and a game in play with all that stands around the board.
import assert from 'node:assert/strict';
import { check, fits, go, pages, phone, ready, soon, text, trouble, until } from './browser.mjs';

const narrow = { width: 320, height: 640 };
const heading = page => text(page, '.status .heading');
const rows = page => page.locator('.move').allTextContents();

// Plays the first move that is lit, and waits until it is a person's turn again.
async function playMove(page, moves) {
    await page.locator('.tile.legal').first().click();
    await page.locator('.choosing .tile.legal').first().click();
    await until(page, count => document.querySelectorAll('.move').length >= count, moves);
    await until(page, () => document.querySelector('.status .heading')?.textContent === 'Your turn');
}

async function playRound(page) {
    await ready(page);
    await playMove(page, 2);
    await playMove(page, 4);
    await soon.equal(async () => (await rows(page)).length, 4);
}

{
    const page = await pages.show('#/help');
    await check('a screen has a title, crumbs, and takes the focus', async () => {
        await page.waitForSelector('h1');
        await soon.equal(() => page.title(), 'Help · Tilewright');
        await page.locator('.contents a', { hasText: 'Falls' }).click();
        await until(page, () => document.title === 'Falls · Help · Tilewright');
        await soon.equal(() => page.evaluate(() => document.activeElement?.tagName), 'H1');
        await soon.deepEqual(() => page.locator('.crumbs li').allTextContents(), ['Help', 'Falls']);
        await soon.match(() => page.locator('.article').textContent(), /Capsules of two coloured halves/);
    }, page);
    await check('the skip link leads to the screen and is no route', async () => {
        await page.keyboard.press('Tab');
        await page.locator('.skip').focus();
        await page.keyboard.press('Enter');
        await soon.equal(() => page.evaluate(() => document.activeElement?.id), 'screen');
        await soon.match(() => page.url(), /#\/help\/falls$/);
    }, page);
}

{
    const page = await pages.show('#/help');
    await check('a screen that opens after it was left changes nothing', async () => {
        await page.evaluate(() => {
            const { postMessage } = Worker.prototype;
            globalThis.held = [];
            globalThis.letGo = () => {
                Worker.prototype.postMessage = postMessage;
                for (const send of globalThis.held) send();
            };
            Worker.prototype.postMessage = function hold(...given) { globalThis.held.push(() => postMessage.apply(this, given)); };
        });
        await go(page, '#/play/azul?seed=late');
        await until(page, () => globalThis.held.length > 0);
        await go(page, '#/help/azul');
        await until(page, () => document.title === 'Azul · Help · Tilewright');
        await page.evaluate(async () => {
            globalThis.letGo();
            const { Table } = await import('/js/table.js');
            const how = { game: 'azul', seed: 'later', seats: [{ name: 'A', agent: null }, { name: 'B', agent: null }], who: 0 };
            for (let i = 0; i < 3; i++) (await Table.begin(how)).close(); // by then the one that was left has begun too
        });
        await soon.equal(() => page.locator('.board').count(), 0);
        await soon.equal(() => page.locator('#screen.screen-help .article').count(), 1);
        await soon.match(() => page.url(), /#\/help\/azul$/);
    }, page);
}

{
    const page = await pages.show('#/play/slide?seed=a');
    await check('a key that the game uses stays the game\'s', async () => {
        await ready(page);
        await page.keyboard.press('ArrowUp');
        await page.keyboard.press('ArrowLeft');
        await until(page, () => document.querySelectorAll('.move').length > 0);
        const count = (await rows(page)).length;
        await page.keyboard.press('u');
        await page.keyboard.press('d');
        await until(page, n => document.querySelectorAll('.move').length > n, count);
        await soon.equal(() => page.locator('#bar .commands [data-command="undo"] .key').count(), 0);
        await page.keyboard.press('Control+z');
        await until(page, () => !document.querySelector('[data-command="redo"]').disabled);
    }, page);
    await check('all keys are shown, and none works below a dialog', async () => {
        await page.keyboard.press('?');
        const text = await page.locator('dialog').textContent();
        for (const part of ['Rules of Slide', 'Everywhere', 'Slide', 'On the board', 'the blank moves up', 'go from place to place']) assert.ok(text.includes(part), part);
        await page.keyboard.press('n');
        await soon.equal(() => page.locator('dialog').count(), 1);
        await page.keyboard.press('Escape');
        await page.locator('dialog').waitFor({ state: 'detached' });
    }, page);
    await check('a new game: a wrong number says why, a right one is in the link', async () => {
        await page.keyboard.press('n');
        await page.getByLabel('3×3').check();
        await page.getByText('More', { exact: true }).click();
        const field = page.getByLabel('Rows', { exact: true });
        await soon.equal(() => field.inputValue(), '3');
        await page.getByLabel('4×4').check();
        await field.fill('99');
        await soon.match(() => page.locator('.field-error', { hasText: 'Rows' }).textContent(), /must be a whole number from 2 to 16/);
        await page.getByRole('button', { name: 'Begin' }).click();
        await soon.equal(() => page.locator('dialog').count(), 1);
        await field.fill('3');
        await field.press('ArrowUp');
        await field.press('ArrowDown');
        await page.getByLabel('Luck from a word').fill('tuesday');
        await page.getByRole('button', { name: 'Begin' }).click();
        await page.waitForURL(/rows=3&seed=tuesday$/);
        await until(page, () => document.querySelectorAll('.board .kind-tile').length === 11);
    }, page);
    await check('a new game of the same setup and luck begins that one again', async () => {
        await ready(page);
        await page.locator('.tile.legal').first().click();
        await until(page, () => document.querySelectorAll('.move').length > 0);
        await page.keyboard.press('n');
        await page.getByText('More', { exact: true }).click();
        await page.getByLabel('Luck from a word').fill('tuesday');
        await page.getByRole('button', { name: 'Begin' }).click();
        await until(page, () => document.querySelector('.board.ready') && document.querySelectorAll('.move').length === 0);
        await page.locator('.tile.legal').first().click();
        await until(page, () => document.querySelectorAll('.move').length > 0);
        await soon.match(() => page.evaluate(() => localStorage.getItem('tilewright.game.slide')), /tuesday/);
        await soon.match(() => page.url(), /rows=3&seed=tuesday$/);
    }, page);
}

{
    const page = await pages.show('#/play/azul?seed=a&vs=greedy');
    await check('play: an agent answers; undo takes both back; redo plays them', async () => {
        await ready(page);
        await soon.match(() => page.locator('.happened').textContent(), /^Take tiles of one colour.*Rules$/);
        await playRound(page);
        await soon.match(() => page.locator('.happened').textContent(), /^Greedy takes /);
        await soon.match(async () => (await rows(page)).at(-1), /^1YouTake /);
        await page.keyboard.press('u');
        await until(page, () => document.querySelectorAll('.move').length === 2);
        await page.keyboard.press('Shift+U');
        await until(page, () => document.querySelectorAll('.move').length === 4);
    }, page);
    await check('looking back takes nothing back', async () => {
        const now = await page.locator('.board').textContent();
        await page.locator('.move').last().click();
        await page.waitForSelector('.look-back p');
        await soon.notEqual(() => page.locator('.board').textContent(), now);
        await soon.equal(() => page.locator('.tile.legal').count(), 0);
        await page.keyboard.press('Escape');
        await ready(page);
        await soon.equal(async () => (await rows(page)).length, 4);
        await soon.equal(() => page.locator('.board').textContent(), now);
    }, page);
    await check('a reload goes on with the game, and so does its plain address', async () => {
        const told = await rows(page);
        await page.reload();
        await ready(page);
        await soon.deepEqual(() => rows(page), told);
        await go(page, '#/help');
        await page.waitForSelector('.article');
        await go(page, '#/play/azul');
        await ready(page);
        await soon.deepEqual(() => rows(page), told);
        await soon.match(() => page.url(), /vs=greedy&seed=a$/);
    }, page);
    await check('what was undone can be redone after a reload', async () => {
        const told = await rows(page);
        await page.keyboard.press('u');
        await until(page, count => document.querySelectorAll('.move').length < count, told.length);
        await page.reload();
        await ready(page);
        await soon.ok(async () => (await rows(page)).length < told.length);
        await page.keyboard.press('Shift+U');
        await until(page, count => document.querySelectorAll('.move').length === count, told.length);
        await soon.deepEqual(() => rows(page), told);
    }, page);
    await check('a hint says a move, and the next move takes it away', async () => {
        await page.keyboard.press('h');
        await page.waitForSelector('.candidates');
        await playMove(page, 6);
        await soon.equal(() => page.locator('.candidates').count(), 0);
    }, page);
    await check('an agent can take over a seat and hand it back', async () => {
        await page.keyboard.press('s');
        await page.getByLabel('Player 1 is').selectOption('greedy');
        await page.keyboard.press('Escape');
        await until(page, () => document.querySelectorAll('.move').length >= 8);
        await page.keyboard.press('s');
        await page.getByLabel('Player 1 is').selectOption('person');
        await page.keyboard.press('Escape');
        await until(page, () => /turn|won|thinking/.test(document.querySelector('.status .heading').textContent));
    }, page);
}

{
    const page = await pages.show('#/play/slide?rows=2&cols=2&seed=b');
    await check('the end of a game says so and begins another', async () => {
        await ready(page);
        for (let i = 0; i < 200 && await heading(page) !== 'Done'; i++) {
            await page.keyboard.press(['ArrowUp', 'ArrowLeft', 'ArrowDown', 'ArrowRight'][i % 4]);
            await page.waitForTimeout(40);
        }
        await soon.equal(() => heading(page), 'Done');
        await until(page, () => /^Solved in \d+ moves?\.(That is the shortest|The shortest was \d)/.test(document.querySelector('.slide-panel .spread').textContent));
        await soon.ok(async () => !await page.getByRole('button', { name: 'Solve it' }).isVisible());
        await page.getByRole('button', { name: 'Again' }).click();
        await page.waitForURL(/rows=2&cols=2&seed=(?!b$)\w+$/);
        await until(page, () => document.querySelector('.board') && document.querySelectorAll('.move').length === 0);
    }, page);
}

{
    const page = await pages.show('#/play/falls?seed=a');
    await check('a clock waits for a person, runs, and stops', async () => {
        await page.waitForSelector('.clock-cover:not([hidden])');
        await soon.equal(() => heading(page), 'Ready?');
        await page.keyboard.press('ArrowLeft');
        await until(page, () => document.querySelector('.clock-cover').hidden);
        await soon.equal(() => heading(page), 'Playing');
        await until(page, () => !document.querySelector('.happened').textContent.includes('Rules'));
        await page.keyboard.press('p');
        await page.waitForSelector('.clock-cover:not([hidden])');
        await soon.equal(() => heading(page), 'Paused');
        await soon.deepEqual(async () => [await page.locator('.clock-cover strong').textContent(), await page.locator('.actions .primary span').textContent()], ['Go on', 'Go on']);
    }, page);
    await check('the cover stands in the middle of the bottle, whose keys are told', async () => {
        const [cover, bottle] = await Promise.all(['.clock-cover', '.areas > .area-bottle'].map(part => page.locator(part).boundingBox()));
        assert.ok(Math.abs(cover.x + cover.width / 2 - bottle.x - bottle.width / 2) < 1.5);
        await soon.deepEqual(() => page.locator('.area-buttons .label').evaluateAll(labels => labels.map(label => label.dataset.key)), ['←', '→', 'k', '↑', '↓', 'f']);
    }, page);
    await check('a first game is calm, and later ones are as the last', async () => {
        await page.goto(`${pages.url}#/help`);
        await page.waitForSelector('.article');
        await page.evaluate(() => localStorage.clear());
        await page.goto(`${pages.url}#/play/falls`);
        await page.waitForURL(/viruses=12&tick=650&seed=/);
        await page.waitForSelector('.area-bottle .tile');
        await page.keyboard.press('n');
        await page.getByLabel('Viruses', { exact: true }).fill('9');
        await page.getByRole('button', { name: 'Begin' }).click();
        await page.waitForURL(/viruses=9&tick=650/);
        await page.goto(`${pages.url}#/help`);
        await page.waitForSelector('.article');
        await page.evaluate(() => localStorage.removeItem('tilewright.game.falls'));
        await page.goto(`${pages.url}#/play/falls`);
        await page.waitForURL(/viruses=9&tick=650/);
    }, page);
}

{
    const page = await pages.show('#/play/azul');
    await check('settings hold at once and before the first paint of the next visit', async () => {
        await ready(page);
        await page.locator('#bar [data-command="settings"]').first().click();
        await page.getByLabel('Dark', { exact: true }).check();
        await page.getByLabel(/Okabe/).check();
        await soon.deepEqual(() => page.evaluate(() => ({ ...document.documentElement.dataset })), { motion: 'off', scheme: 'dark', palette: 'okabe' });
        const colours = () => page.evaluate(() => [getComputedStyle(document.documentElement).color, document.querySelector('meta[name="theme-color"]').content]);
        await soon.deepEqual(colours, ['rgb(232, 237, 241)', 'rgb(15, 20, 26)']);
        await page.emulateMedia({ colorScheme: 'dark' });
        await page.getByLabel('Light', { exact: true }).check();
        await soon.deepEqual(colours, ['rgb(23, 33, 45)', 'rgb(237, 241, 242)']);
        await page.getByLabel('Dark', { exact: true }).check();
        await page.addInitScript(() => {
            const seen = () => { globalThis.seen ??= document.body && { ...document.documentElement.dataset }; };
            new MutationObserver(seen).observe(document, { childList: true, subtree: true });
        });
        await page.reload();
        await ready(page);
        await soon.deepEqual(() => page.evaluate(() => globalThis.seen), { motion: 'off', scheme: 'dark', palette: 'okabe' });
    }, page);
    await check('settings that are nonsense are as none', async () => {
        await page.evaluate(() => localStorage.setItem('tilewright.settings', '{"scheme":"<b>","motion":7}'));
        await page.reload();
        await ready(page);
        await soon.deepEqual(() => page.evaluate(() => ({ ...document.documentElement.dataset })), { motion: 'off' });
    }, page);
    await check('a kept game that is nonsense is as none', async () => {
        for (const kept of ['nonsense', '{}', '{"link":"#/play/azul","record":{"game":"azul","events":[{"who":9,"action":1}]},"seats":[{"name":"You","agent":null}],"who":0,"rng":null}']) {
            await page.evaluate(text => localStorage.setItem('tilewright.game.azul', text), kept);
            await go(page, '#/help');
            await page.waitForSelector('.article');
            await go(page, '#/play/azul');
            await ready(page);
            await soon.equal(() => page.locator('.score').count(), 2);
        }
    }, page);
}

{
    const page = await pages.open('#/help');
    await check('an engine that cannot be loaded, or not be run, is told', async () => {
        await page.route('**/tilewright.wasm', route => route.fulfill({ status: 200, contentType: 'application/wasm', body: 'nonsense' }));
        await page.goto(`${pages.url}#/play/azul`);
        await page.reload();
        await page.waitForSelector('.trouble');
        await soon.match(() => trouble(page), /^The engine did not start: /);
        await page.addInitScript(() => { delete globalThis.WebAssembly; });
        await page.reload();
        await page.waitForSelector('.trouble');
        await soon.match(() => trouble(page), /does not run WebAssembly/);
    });
    await page.close();
}

{
    const page = await pages.show('#/play/azul?seed=a', { size: phone });
    await check('narrow: the board is whole above the fold, sections are tabs, actions at the thumb', async () => {
        await ready(page);
        const [board, tabs, thumb] = await Promise.all(['.board', '.panel > .tabs', '.actions'].map(part => page.locator(part).boundingBox()));
        assert.ok(board.y + board.height <= phone.height - thumb.height, 'the board ends above the thumb bar');
        assert.ok(tabs.y + tabs.height <= phone.height - thumb.height, 'the tabs are seen');
        assert.ok(Math.abs(thumb.y + thumb.height - phone.height) < 1);
        for (const box of await page.locator('.actions button, .tab, #bar .always, .more-button').all()) {
            const { width, height } = await box.boundingBox();
            assert.ok(height >= 44 && width >= 30, await box.evaluate(element => element.outerHTML));
        }
        await page.getByRole('tab', { name: 'Moves' }).click();
        await soon.ok(() => page.locator('.moves').isVisible());
        await soon.ok(async () => !await page.locator('.scores').isVisible());
        await page.keyboard.press('ArrowLeft');
        await page.keyboard.press('ArrowLeft');
        await soon.ok(() => page.locator('.scores').isVisible());
    }, page);
    await check('narrow: the other commands are in a menu', async () => {
        await page.locator('.more-button').click();
        await page.locator('.menu [data-command="seat"]').click();
        await page.getByRole('heading', { name: 'Seats' }).waitFor();
        await page.keyboard.press('Escape');
    }, page);
}

for (const route of ['#/play/azul', '#/play/falls', '#/help/azul', '#/nosuch']) {
    const page = await pages.show(route, { size: narrow });
    await check(`nothing is wider than a page of 320: ${route}`, async () => {
        await page.waitForSelector('.board button.tile, .article, .trouble');
        await soon.ok(() => fits(page));
    }, page);
}

{
    const page = await pages.show('#/help');
    await check('nothing shifts while a game opens and is played', async () => {
        await page.addInitScript(() => {
            globalThis.shift = 0;
            new PerformanceObserver(list => { for (const entry of list.getEntries()) globalThis.shift += entry.value; }).observe({ type: 'layout-shift', buffered: true });
        });
        await go(page, '#/play/azul?seed=a&vs=greedy');
        await page.reload();
        await playRound(page);
        const shift = await page.evaluate(() => globalThis.shift);
        assert.ok(shift < 0.01, `things shifted by ${shift}`);
    });
}
