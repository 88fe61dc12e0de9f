// What the tests in Chromium share: a server, a browser, pages that fail the test by any error they log, waiting, boards
// as a person sees and uses them, and axe. To load the page costs ten times as much as to go to another screen of it, so
// tests use the page that is open, and those that browser_all.mjs runs share one browser.
import { chromium } from 'playwright-core';
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import assert from 'node:assert/strict';
import { Server, sleep, within } from './lib.mjs';

const root = process.env.TILEWRIGHT_ROOT;
const flags = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
    '--disable-component-update', '--disable-sync'];
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const shots = join(root, 'build/test/shots');
const patience = 120000;

export const wide = { width: 1280, height: 800 };
export const phone = { width: 390, height: 844 };

class Pages {
    kept = new Map();

    static async start() {
        const pages = new Pages();
        pages.server = await Server.start();
        pages.url = `http://127.0.0.1:${pages.server.port}/`;
        pages.browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: flags });
        return pages;
    }

    // A page of its own context at a route as "#/play/azul". Motion is off unless asked for.
    async open(route = '', { size = wide, scheme = 'light', motion = false, worker = false, url = this.url, ...more } = {}) {
        const context = await this.browser.newContext({
            viewport: size, colorScheme: scheme, hasTouch: size.width < 700, isMobile: size.width < 700,
            reducedMotion: motion ? 'no-preference' : 'reduce', serviceWorkers: worker ? 'allow' : 'block', ...more,
        });
        const page = await context.newPage();
        page.setDefaultTimeout(patience);
        page.faults = [];
        page.on('console', message => { if (message.type() === 'error') page.faults.push(message.text()); });
        page.on('pageerror', error => page.faults.push(String(error)));
        page.on('close', () => context.close().catch(() => {}));
        await page.goto(url + route);
        return page;
    }

    // The page of that kind that is open already, at another route; storage is empty as at a first visit.
    async show(route, { size = wide, scheme = 'light', motion = false } = {}) {
        const kind = size.width < 700 ? 'phone' : 'wide';
        const page = this.kept.get(kind) ?? await this.open('#/nowhere', { size });
        this.kept.set(kind, page);
        await page.setViewportSize(size);
        await page.emulateMedia({ colorScheme: scheme, reducedMotion: motion ? 'no-preference' : 'reduce' });
        await page.mouse.move(0, 0);
        await go(page, '#/nowhere');
        await page.evaluate(() => localStorage.clear());
        await go(page, route);
        return page;
    }

    async stop() {
        await this.browser.close();
        await this.server.stop();
    }
}

// A server and a browser for all tests of this run.
export const pages = await Pages.start();

// Goes to another screen of the page, which is not loaded anew.
export async function go(page, route) {
    await page.evaluate(to => new Promise(done => {
        if (location.hash === to) return done();
        for (const dialog of document.querySelectorAll('dialog[open]')) dialog.close();
        addEventListener('hashchange', () => setTimeout(done), { once: true });
        location.hash = to;
    }), route);
}

// Runs a named check; the first that fails ends the test, with a picture of each page it names. Functions name pages that
// the check itself opens.
export async function check(name, run, ...named) {
    const began = Date.now();
    const open = () => named.map(page => (typeof page === 'function' ? page() : page)).filter(Boolean);
    try {
        await run();
        for (const page of open()) assert.deepEqual(page.faults, [], 'the page logged errors');
        console.log(`ok ${name} (${Date.now() - began} ms)`);
    } catch (error) {
        const pages = open();
        mkdirSync(shots, { recursive: true });
        for (const [i, page] of pages.entries())
            await page.screenshot({ path: join(shots, `${name.replace(/\W+/g, '-')}-${i}.png`) }).catch(() => {});
        console.log(`FAILED ${name}: ${error.stack ?? error}`);
        for (const page of pages) console.log(`at ${page.url().slice(0, 300)}: ${page.faults.join('\n')}`);
        process.exit(1);
    }
}

// For what fails only because the page goes elsewhere meanwhile.
const moved = error => { if (!/context was destroyed|navigation/i.test(error)) throw error; };

// Waits until something is true on the page. The page's policy forbids what Playwright's own waiting does.
export async function until(page, test, value) {
    let done = false;
    const look = async () => { while (!done && !await page.evaluate(test, value).catch(moved)) await sleep(25); };
    await within(look(), `${test} ${JSON.stringify(value) ?? ''}`, patience).finally(() => { done = true; });
}

// The checks of assert for what a page shows: each takes a function in place of the value, and asks it again until the
// check holds. A page answers a click when its worker has, so a single look at it may come too early.
export const soon = Object.fromEntries(['ok', 'equal', 'notEqual', 'deepEqual', 'match', 'doesNotMatch'].map(name => [name,
    async (look, ...rest) => {
        for (const began = Date.now(); ; await sleep(25)) {
            try {
                return assert[name](await Promise.resolve(look()).catch(moved), ...rest);
            } catch (error) {
                if (error.code !== 'ERR_ASSERTION' || Date.now() - began > patience) throw error;
            }
        }
    }]));

export const text = (page, selector) => page.locator(selector).first().textContent();
export const said = page => text(page, '#said');
export const bubble = page => text(page, '.bubble');
export const trouble = async page => `${await text(page, '.trouble h1')}: ${await text(page, '.trouble p')}`;
export const fits = page => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);

// Boards.

export const place = (page, spot) => page.locator(`.board [data-spot="${spot}"]:visible`).first();
export const ready = page => until(page, () => document.querySelector('.board.ready'));
export const isReady = page => page.evaluate(() => document.querySelector('.board').classList.contains('ready'));
export const isOver = page => page.evaluate(() => /again/i.test(document.querySelector('.panel').textContent));
export const readyOrOver = page => until(page, () => document.querySelector('.board.ready') || /again/i.test(document.querySelector('.panel')?.textContent));
export const focused = page => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));

export async function middle(page, spot) {
    const { x, y, width, height } = await place(page, spot).boundingBox();
    return { x: x + width / 2, y: y + height / 2 };
}

// The lit places that are in sight, one for each spot, as a person sees them.
export const lit = page => page.evaluate(() => {
    const bySpot = new Map();
    for (const element of document.querySelectorAll('.board .legal')) {
        const { left, top, width, height } = element.getBoundingClientRect();
        if (width && !bySpot.has(element.dataset.spot)) bySpot.set(element.dataset.spot, { spot: Number(element.dataset.spot), x: left + width / 2, y: top + height / 2 });
    }
    return [...bySpot.values()];
});

// The first lit place that passes the test, as soon as there is one: nothing is lit while another player moves.
export async function findLit(page, test = () => true) {
    let found;
    await soon.ok(async () => (found = (await lit(page)).find(test)));
    return found;
}

const isChoosing = () => document.querySelector('.board.choosing') !== null;

// Ways to pick two places, given as points of the page; the second is asked for when the first was picked.
export const byClick = page => async (from, aim) => {
    await page.mouse.click(from.x, from.y);
    const to = await aim();
    if (to) await page.mouse.click(to.x, to.y);
};
export const byTap = page => async (from, aim) => {
    await page.touchscreen.tap(from.x, from.y);
    const to = await aim();
    if (to) await page.touchscreen.tap(to.x, to.y);
};
export const byDrag = page => async (from, aim) => {
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x + 12, from.y + 12, { steps: 2 });
    await until(page, isChoosing);
    const to = await aim();
    await page.mouse.move(to.x, to.y, { steps: 3 });
    await page.mouse.up();
};

// Drags from one point or element to another, and lets go.
export async function drag(page, from, to) {
    const [a, b] = await Promise.all([from, to].map(pointOf));
    await page.mouse.move(a.x, a.y);
    await page.mouse.down();
    await page.mouse.move(a.x + 20, a.y + 20, { steps: 3 });
    await page.mouse.move(b.x, b.y, { steps: 5 });
    await page.mouse.up();
}

async function pointOf(place) {
    if (!place.boundingBox) return place;
    const { x, y, width, height } = await place.boundingBox();
    return { x: x + width / 2, y: y + height / 2 };
}

// Each page has one line to its own fingers.
const fingers = new WeakMap();
export async function touch(page, type, ...points) {
    if (!fingers.has(page)) fingers.set(page, await page.context().newCDPSession(page));
    await fingers.get(page).send('Input.dispatchTouchEvent', { type, touchPoints: points });
}
export const byFinger = page => async (from, aim) => {
    await touch(page, 'touchStart', from);
    await touch(page, 'touchMove', { x: from.x + 12, y: from.y + 12 });
    await until(page, isChoosing);
    const to = await aim();
    for (let i = 1; i <= 3; i++) await touch(page, 'touchMove', { x: from.x + (to.x - from.x) * i / 3, y: from.y + (to.y - from.y) * i / 3 });
    await touch(page, 'touchEnd');
};

// Plays to the end by picking lit places, others each time; `ways` take turns.
export async function playOut(page, ways, most) {
    for (let turn = 0; turn < most; turn++) {
        await readyOrOver(page);
        if (await isOver(page)) return;
        const [from, moves] = [await lit(page), await page.locator('.move').count()];
        const aim = async () => {
            if (!await page.evaluate(isChoosing)) return null;
            const to = await lit(page);
            return to[(turn * 3) % to.length];
        };
        await ways[turn % ways.length](from[(turn * 5) % from.length], aim);
        await until(page, count => document.querySelectorAll('.move').length > count, moves);
    }
    assert.ok(await isOver(page), `the game is not over after ${most} turns`);
}

// Plays one move: what lies on a spot goes to another one.
export async function move(page, from, to) {
    await place(page, from).click();
    await place(page, to).click();
}

// Fails if axe finds anything on the page, or in the dialog that lies over it. Colours may be checked alone.
export async function assertAccessible(page, { colours = false } = {}) {
    if (!await page.evaluate(() => 'axe' in globalThis)) await page.evaluate(axe);
    const { violations } = await page.evaluate(only => globalThis.axe.run(document.querySelector('dialog') ?? document, { resultTypes: ['violations'], ...only && { runOnly: ['color-contrast', 'link-in-text-block'] } }), colours);
    const told = violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.slice(0, 3).map(n => n.html.slice(0, 160)).join(' | ')}`);
    assert.deepEqual(told, []);
}
