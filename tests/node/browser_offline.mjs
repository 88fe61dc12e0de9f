// The page from a plain static host, in a folder of it: without the headers that let workers share memory, thinking still
// stops at once; the host goes away, and comes back with a new version. Rooms say that they need a server.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Site } from './site.mjs';
import { check, go, pages, ready, soon, text, until } from './browser.mjs';

const site = await Site.start();
const { url } = site;
const versions = page => page.evaluate(() => caches.keys());

{
    const page = await pages.open('#/practice/azul?seed=monday&n=1&stage=early&players=4', { url });
    await check('without shared memory thinking is stopped at once, and the next thought works', async () => {
        await until(page, () => document.querySelector('#screen').dataset.stage === 'asks');
        await soon.equal(() => page.evaluate(() => crossOriginIsolated), false);
        await page.getByRole('button', { name: 'Show best' }).click();
        await page.getByRole('button', { name: 'Think longer' }).click();
        await page.locator('[data-key="budget-Infinity"]').click();
        await until(page, () => /so far/.test(document.querySelector('.think-state')?.textContent ?? ''));
        await page.locator('[data-key="think-stop"]').click();
        await page.getByRole('button', { name: 'Think longer' }).waitFor();
        await soon.ok(async () => await page.locator('.candidate').count() > 1);
        await go(page, '#/play/azul?seed=a&vs=coach:60s');
        await ready(page);
        await page.locator('.tile.legal').first().click();
        await page.locator('.choosing .tile.legal').first().click();
        await until(page, () => /thinking/.test(document.querySelector('.status .heading').textContent));
        await page.keyboard.press('u');
        await ready(page);
        await soon.equal(() => page.locator('.move').count(), 0);
        await page.keyboard.press('h');
        await page.waitForSelector('.candidate');
    }, page);
    await check('a host of files alone says how to start a server', async () => {
        for (const route of ['#/rooms', '#/room/3']) {
            await go(page, route);
            await page.getByText('There is no server here').waitFor();
            await soon.ok(() => page.getByText('tilewright serve').isVisible());
        }
        page.faults = page.faults.filter(fault => !/WebSocket|404/.test(fault));
    }, page);
    await page.close();
}

await check('what is not there leads home, at any depth', async () => {
    for (const path of ['nosuch', 'nosuch/', 'a/nosuch.html', 'a/b/c']) {
        const page = await pages.open(path, { url });
        await soon.equal(() => text(page, 'h1'), 'There is no such page');
        await until(page, () => getComputedStyle(document.querySelector('.button')).borderRadius !== '0px' && document.querySelector('img').naturalWidth > 0);
        await page.getByRole('link', { name: 'All games' }).click();
        await page.waitForSelector('.card');
        await soon.equal(() => page.url(), url);
        await page.close();
    }
});

const page = await pages.open('#/play/slide?seed=a', { worker: true, url });
await check('the page is kept when it is first seen', async () => {
    await ready(page);
    await until(page, () => !!navigator.serviceWorker.controller);
    await soon.equal(async () => (await versions(page)).length, 1);
}, page);

await check('it opens again without a host, and memory can be shared', async () => {
    await site.stop();
    await page.reload();
    await ready(page);
    await soon.equal(() => page.evaluate(() => crossOriginIsolated), true);
    for (const [route, part] of [['#/help/azul', '.article'], ['#/', '.card .board'], ['#/practice/lines?seed=a', '.board.ready'], ['#/edit/azul', '.area-factory'], ['#/replay', '.shelf'], ['#/play/falls?seed=a', '.clock-cover']]) {
        await go(page, route);
        await page.waitForSelector(part);
    }
    page.faults = page.faults.filter(fault => !/WebSocket|ERR_CONNECTION_REFUSED/.test(fault));
}, page);

// The host comes to have another version.
function renew(name) {
    const worker = join(site.folder, 'sw.js');
    writeFileSync(worker, readFileSync(worker, 'utf8').replace(/version = '\w+'/, `version = '${name}'`));
}
const isAt = name => until(page, wanted => caches.keys().then(names => names.length === 1 && names[0].endsWith(` ${wanted}`)), name);

await check('a new version is told, and takes over when it is asked to', async () => {
    renew('second');
    await site.begin();
    await go(page, '#/help/azul');
    await page.reload();
    await page.locator('#notes', { hasText: 'A new version is ready' }).getByRole('button', { name: 'Reload' }).click();
    await isAt('second');
    await page.waitForSelector('.article');
    await soon.equal(() => text(page, '.crumbs'), 'HelpAzul');
});

await check('or when the page is opened again', async () => {
    renew('third');
    await page.reload();
    await page.locator('#notes', { hasText: 'A new version is ready' }).waitFor();
    await go(page, '#/nowhere');
    await page.goto('about:blank');
    await page.goto(`${url}#/help/azul`);
    await isAt('third');
    await page.waitForSelector('.article');
});

await page.close();
await site.stop();
