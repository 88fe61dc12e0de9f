// Moves by drag, touch and held keys in Chromium; motion shows what happened, leaves nothing behind, and holds nothing up.
import assert from 'node:assert/strict';
import { bubble, check, findLit, middle, pages, phone, place, ready, soon, touch, until } from './browser.mjs';

const open = async (route, how) => {
    const page = await pages.show(`#/play/${route}`, how);
    await page.waitForSelector('.board .tile.legal', { state: 'attached' });
    return page;
};

{
    const page = await open('azul?vs=greedy&seed=monday', { motion: true });
    const drag = async (from, to) => {
        await page.mouse.move(from.x, from.y);
        await page.mouse.down();
        await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 3 });
        await page.mouse.move(to.x, to.y, { steps: 3 });
    };
    await check('tiles are dragged together; dropped elsewhere they go back', async () => {
        await drag(await middle(page, 20), { x: 20, y: 780 });
        await soon.equal(() => page.locator('.in-hand').count(), 2);
        await soon.equal(() => page.locator('.lifted').count(), 2);
        await page.mouse.up();
        await until(page, () => !document.querySelector('.in-hand, .lifted, .board .chosen'));
        await drag(await middle(page, 20), await middle(page, 53));
        await page.keyboard.press('Escape');
        await until(page, () => !document.querySelector('.in-hand, .lifted, .board .chosen'));
        await page.mouse.up();
        await soon.equal(() => page.locator('[data-spot="53"].kind-tile').count(), 0);
    }, page);
    await check('dropped on a lit place they are played', async () => {
        await drag(await middle(page, 20), await middle(page, 53));
        await soon.equal(() => page.locator('.aimed').count(), 4);
        await page.mouse.up();
        await until(page, () => document.querySelectorAll('[data-spot="53"].kind-tile').length === 2);
        await until(page, () => !document.querySelector('.in-hand, .lifted'));
    }, page);
    await check('dropped where it may not lie, it says why', async () => {
        const other = await findLit(page, ({ spot }) => spot < 50 && spot % 5 !== 0);
        await drag(other, await middle(page, 53));
        await page.mouse.up();
        await page.waitForSelector('.bubble');
        await soon.equal(() => bubble(page), 'That pattern line holds another colour.');
        await until(page, () => !document.querySelector('.in-hand, .lifted, .board .chosen'));
    }, page);
}

{
    const page = await open('azul?vs=greedy&seed=monday', { size: phone });
    await check('a finger drags without scrolling, and may miss a place by a little', async () => {
        const from = await middle(page, 20), to = await middle(page, 53);
        await touch(page, 'touchStart', from);
        for (let i = 1; i <= 5; i++) await touch(page, 'touchMove', { x: from.x + (to.x - from.x) * i / 5, y: from.y + (to.y - from.y) * i / 5 });
        await soon.equal(() => page.locator('.in-hand').count(), 2);
        await touch(page, 'touchEnd');
        await until(page, () => document.querySelectorAll('[data-spot="53"].kind-tile').length === 2);
        await soon.equal(() => page.evaluate(() => scrollY), 0);
        await ready(page);
        const box = await place(page, 16).boundingBox();
        await page.touchscreen.tap(box.x + box.width / 2, box.y - 6);
        await until(page, () => document.querySelector('.board .chosen'));
        await soon.equal(() => page.locator('.board .chosen').first().getAttribute('data-spot'), '16');
    }, page);
}

const capsule = page => page.evaluate(() => [...document.querySelectorAll('.board .tile')].map(element => element.getAttribute('aria-label') ?? '')
    .filter(name => name.startsWith('falling')).map(name => Number(/column (\d)/.exec(name)[1])));
{
    const page = await open('falls?seed=one&viruses=4&tick=9000');
    await check('falls: keys act at once, held ones go on, a key stays the game\'s', async () => {
        await page.keyboard.press('ArrowLeft'); // begins
        await until(page, () => document.querySelector('.clock-cover')?.hidden !== false);
        await page.keyboard.press('s');
        await until(page, () => /column 3/.test(document.querySelector('.board [aria-label^="falling"]').getAttribute('aria-label')));
        await page.keyboard.down('ArrowRight');
        await until(page, () => [...document.querySelectorAll('.board [aria-label^="falling"]')].some(({ ariaLabel }) => /column 8/.test(ariaLabel)));
        await page.keyboard.up('ArrowRight');
        const viruses = await page.locator('.board [aria-label^="falling"]').count();
        assert.equal(viruses, 2);
        await page.keyboard.press('f');
        await until(page, () => [...document.querySelectorAll('.board [aria-label^="falling"]')].some(({ ariaLabel }) => /row 1 column 4/.test(ariaLabel)));
        await soon.equal(() => page.locator('.bubble').count(), 0);
    }, page);
}

{
    const page = await open('falls?seed=one&viruses=4&tick=9000', { size: phone });
    await check('falls: buttons by touch; a button that is held repeats', async () => {
        await page.locator('.clock-cover').tap();
        const box = await page.locator('.area-buttons [data-spot="0"]').boundingBox();
        assert.ok(box.width >= 44 && box.height >= 44, 'a target for a finger');
        await touch(page, 'touchStart', { x: box.x + box.width / 2, y: box.y + box.height / 2 });
        await until(page, () => [...document.querySelectorAll('.board [aria-label^="falling"]')].some(({ ariaLabel }) => /column 1$/.test(ariaLabel)));
        await touch(page, 'touchEnd');
        await soon.deepEqual(() => capsule(page), [1, 2]);
    }, page);
}

// What moves, as the page makes it: the kinds of animations are told apart by where they run.
const watch = page => page.evaluate(() => {
    const { animate } = Element.prototype;
    window.moved = [];
    Element.prototype.animate = function (...how) {
        window.moved.push(this.closest('.flights') ? this.className.split(' ')[0] : 'place');
        return animate.apply(this, how);
    };
});
{
    const page = await open('azul?vs=greedy&seed=monday', { motion: true });
    await check('tiles fly to their line and the rest to the centre; the next change ends all motion', async () => {
        await watch(page);
        await place(page, 20).click();
        await place(page, 53).click();
        await until(page, () => window.moved.filter(kind => kind === 'tile').length >= 4);
        await soon.equal(() => page.locator('[data-spot="53"].kind-tile').count(), 2, 'the picture is painted at once');
        await page.keyboard.press('u');
        await until(page, () => !document.querySelector('[data-spot="53"].kind-tile'));
        await until(page, () => document.querySelector('.flights').childElementCount === 0);
        await soon.equal(() => page.locator('.board .chosen, .lifted, .aimed').count(), 0);
    }, page);
}

{
    const page = await open('azul?vs=greedy&seed=monday');
    await check('without motion nothing moves, and the last event has its ring', async () => {
        await watch(page);
        await place(page, 20).click();
        await place(page, 53).click();
        await until(page, () => document.querySelectorAll('.last').length > 0);
        await soon.deepEqual(() => page.evaluate(() => window.moved), []);
    }, page);
}

// The plan of a change, on scenes and events that the engine made.
{
    const page = await pages.show('#/help', { motion: true });
    await page.waitForSelector('#screen *');
    const plan = (game, state, who, action) => page.evaluate(async ([name, before, seat, act]) => {
        const { Board } = await import('/js/board/board.js');
        const { ask, drawScene } = await import('/js/engine/engine.js');
        const { layout } = await import('/js/parts/layout.js');
        const { Survey } = await import('/js/board/survey.js');
        const { Plan } = await import('/js/board/motion_plan.js');
        const { movers } = await ask({ cmd: 'legal', state: before });
        const { events, state: after } = await ask({ cmd: 'apply', state: before, who: seat, action: act ?? movers[0].actions[0], effects: true, seed: 'luck' });
        const { path } = await ask({ cmd: 'scene', state: before, who: 0, action: { who: seat, action: act } });
        const board = new Board(name, name);
        document.querySelector('#screen').replaceChildren(layout({ board: board.element, sections: [] }));
        const scene = await drawScene(before, 0);
        board.paint(scene);
        const past = new Survey(board, () => true);
        board.paint(await drawScene(after, 0));
        const { steps } = new Plan(past, new Survey(board), { kind: 'act', events, before: scene, paths: events.map((_, i) => (i ? null : path ?? null)) }, null);
        const count = kind => steps.filter(step => step.kind === kind).length;
        return { fly: count('fly'), vanish: count('vanish'), grow: count('grow'), chips: steps.filter(({ kind }) => kind === 'chip').map(({ points }) => points),
            longest: Math.max(0, ...steps.filter(({ kind }) => kind === 'fly').map(({ way }) => way.length)), arcs: steps.filter(({ arc }) => arc).length };
    }, [game, state, who, action]);
    const lines = board => ({ state_version: 1, ruleset_id: 'lines_v1', config: { rows: 5, cols: 5 }, board, next_balls: ['Blue', 'Cyan', 'Red'] });
    await check('a ball runs along its path; what is complete vanishes with its points, else balls arrive', async () => {
        const done = await plan('lines', lines(['R...G', '.....', '.....', '.....', '.RRRR']), 0, { from: [0, 0], to: [4, 0] });
        assert.deepEqual(done, { fly: 1, vanish: 5, grow: 0, chips: [10], longest: 5, arcs: 0 });
        const moved = await plan('lines', lines(['R....', '.....', '.....', '.....', '..RRR']), 0, { from: [0, 0], to: [4, 4] }).catch(() => null);
        assert.equal(moved, null, 'a taken cell is no move');
        const more = await plan('lines', lines(['R....', '.....', '.....', '.....', '..RR.']), 0, { from: [0, 0], to: [4, 0] });
        assert.equal(more.fly, 1);
        assert.ok(more.grow >= 3, 'balls arrive');
    }, page);
    await check('a chain of slide moves together and straight', async () => {
        const state = { state_version: 1, ruleset_id: 'slide_v1', rows: 2, cols: 4, tiles: [1, 2, 3, 4, 0, 5, 6, 7] };
        assert.deepEqual(await plan('slide', state, 0, { click: [1, 3] }), { fly: 3, vanish: 0, grow: 0, chips: [], longest: 2, arcs: 0 });
    }, page);
}
