// Replays and reviews: a game from a link is stepped through and sought in, judged move by move with a graph, and the
// judging can be stopped early. A finished game is on the shelf.
import assert from 'node:assert/strict';
import { deflateRawSync } from 'node:zlib';
import { Engine } from './lib.mjs';
import { check, go, pages, soon, text, until } from './browser.mjs';

const engine = new Engine();

// A short game of azul by the program, as a link holds it.
async function playRound(seed) {
    let { state, params, events, rng } = await engine.ask('new', { game: 'azul', params: { max_rounds: 1 }, seed });
    for (let i = 0; ; i++) {
        const { movers, over } = await engine.ask('legal', { state });
        if (over) return { game: 'azul', params, events };
        const { who, actions } = movers[0];
        const next = await engine.ask('apply', { state, who, action: actions[(i * 7) % actions.length], rng });
        ({ state, rng } = next);
        events.push(...next.events.map(({ who: by, action }) => ({ who: by, action })));
    }
}
const record = await playRound('link');
const { digest, scores } = await engine.ask('replay', { record });
const acts = record.events.filter(({ who }) => who !== 'chance');
const short = { params: record.params, events: record.events.map(({ who, action }) => (who === 'chance' ? action : [who, action])) };
const packed = deflateRawSync(JSON.stringify(short)).toString('base64url');
const counts = (page, told) => until(page, wanted => document.querySelector('.player-count')?.textContent === wanted, told);

const page = await pages.show(`#/replay/azul?game=${packed}`);
const all = acts.length;

await check('a game from a link is stepped through and sought in', async () => {
    await counts(page, `0 of ${all}`);
    const start = await page.locator('.board').textContent();
    await page.keyboard.press('ArrowRight');
    await counts(page, `1 of ${all}`);
    await soon.equal(() => page.locator('.step[aria-current]').count(), 1);
    await page.getByRole('button', { name: 'Forward' }).click();
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowLeft']) await page.keyboard.press(key); // faster than they are shown
    await counts(page, `3 of ${all}`);
    await page.keyboard.press('Home');
    await counts(page, `0 of ${all}`);
    await soon.equal(() => page.locator('.board').textContent(), start);
    await page.keyboard.press('End');
    await counts(page, `${all} of ${all}`);
    await soon.match(() => text(page, '.area-player.own .area-title'), new RegExp(`${scores[0]}`));
    await page.getByLabel('Place').fill('2');
    await counts(page, `2 of ${all}`);
    await page.locator('.step').nth(3).click();
    await counts(page, `4 of ${all}`);
}, page);

await check('it plays by itself, at the speed that is chosen, and stops at its end', async () => {
    await page.getByLabel('Place').fill(String(all - 3));
    await page.getByLabel('Speed').selectOption('8');
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await counts(page, `${all} of ${all}`);
    await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
}, page);

await check('however it is started and stopped, it plays once', async () => {
    const told = await page.evaluate(async () => {
        const { Player } = await import('/js/parts/player.js');
        const rest = () => new Promise(done => setTimeout(done, 60));
        const open = []; // steps and seeks that wait to be done
        const wait = () => new Promise((done, fail) => open.push({ done, fail }));
        const doAll = async () => { for (const { done } of open.splice(0)) done(); await rest(); };
        const target = { at: 9, end: 9, step() { this.at++; return wait(); }, seek(at) { this.at = at; return wait(); } };
        const player = new Player(target, { speeds: [1000], speed: 1000 });
        player.toggle(); // from the end: seeks the beginning
        player.toggle(); // and is stopped meanwhile
        await doAll();
        const stopped = [target.at, player.playing, open.length];
        player.toggle();
        await rest();
        player.toggle(); // within a step
        player.toggle();
        await rest();
        await doAll();
        const once = open.length;
        player.stop();
        await doAll();
        const failed = player.run().catch(error => error.message);
        await rest();
        open.pop().fail(new Error('no'));
        return { stopped, once, failed: await Promise.race([failed.then(why => why ?? 'early'), rest()]), playing: player.playing };
    });
    assert.deepEqual(told, { stopped: [0, false, 0], once: 1, failed: 'no', playing: false });
}, page);

await check('it is seen from either seat', async () => {
    const own = () => text(page, '.area-player.own .area-name');
    await soon.equal(() => own(), 'Player 1');
    await page.keyboard.press('s');
    await until(page, () => document.querySelector('.area-player.own .area-name').textContent === 'Player 2');
}, page);

await check('a review is stopped early: what was judged so far is shown', async () => {
    await page.evaluate(moves => { // stops at once when the first is judged: a click from here may come too late
        new MutationObserver((_, observer) => {
            if (!(document.querySelector('.review progress')?.value > 1 / moves)) return;
            observer.disconnect();
            [...document.querySelectorAll('.review button')].find(button => button.textContent.trim() === 'Stop here').click();
        }).observe(document, { subtree: true, childList: true, attributes: true });
    }, all);
    await page.getByRole('link', { name: 'Review' }).click();
    await page.waitForSelector('.graph');
    const judged = await page.locator('.review .step').count();
    assert.ok(judged > 0 && judged < all, `${judged} of ${all} moves`);
}, page);

await check('a whole review has a graph, a verdict of each move, and the best one on the board', async () => {
    await page.getByRole('button', { name: 'Look deeper' }).waitFor();
    await page.reload();
    await until(page, count => document.querySelectorAll('.review .step').length === count, all);
    await soon.equal(() => page.locator('.graph-line').count(), 1);
    await soon.match(() => page.locator('.graph').getAttribute('aria-label'), new RegExp(`over ${all} moves`));
    await soon.match(() => text(page, '.review-head h1'), new RegExp(`Player 1 ${scores[0]}.*Player 2 ${scores[1]}`));
    const now = () => page.evaluate(() => Number(document.querySelector('.review .step[aria-current]').dataset.move));
    await page.locator('.review .step').first().click();
    await until(page, () => document.querySelector('.review .step[aria-current]').dataset.move === '0');
    await page.keyboard.press('ArrowRight');
    await until(page, () => document.querySelector('.review .step[aria-current]').dataset.move === '1');
    const miss = page.locator('.review .step.grade-miss, .review .step.grade-okay, .review .step.grade-good').first();
    await miss.click();
    await until(page, () => document.querySelector('.marks .tone-best') && document.querySelector('.marks .tone-yours'));
    await soon.match(() => text(page, '.verdict-title'), /^(Good|Okay|Miss) −\d/);
    await soon.ok(async () => await page.locator('.move-told.best').count() && await page.locator('.move-told.played').count());
    const box = await page.locator('.graph').boundingBox();
    await page.mouse.click(box.x + box.width - 8, box.y + box.height / 2);
    await until(page, last => Number(document.querySelector('.review .step[aria-current]').dataset.move) >= last - 1, all - 1);
    await soon.ok(async () => await now() >= all - 2);
}, page);

await check('the best move is told as the one that was played: by what moves', async () => {
    const start = { state_version: 1, ruleset_id: 'slide_v1', rows: 3, cols: 3, tiles: [1, 2, 3, 4, 0, 5, 7, 8, 6], goal: 'blank_last', moves_made: 0 };
    const away = deflateRawSync(JSON.stringify({ start, events: [[0, { blank: 'Left' }]] })).toString('base64url');
    await go(page, `#/review/slide?game=${away}`);
    await page.waitForSelector('.move-told.best');
    await soon.match(() => text(page, '.move-told.best'), /Tile 5 moves left$/);
    await soon.match(() => text(page, '.move-told.played'), /Tile 4 moves right$/);
}, page);

await check('a record that is pasted is replayed; what is no record says why', async () => {
    await go(page, '#/replay');
    const field = page.getByLabel('A recorded game');
    for (const [given, why] of [['', /nothing to read/i], ['hello', /must be a link/], ['1 2 3/4 5 6/7 8 0', /position, not a recorded game/], ['{"game":"azul","events":[{"who":0,"action":{}}]}', /./], ['{"game":"azul"\n', /line 1/i]]) {
        await field.fill(given);
        await page.getByRole('button', { name: 'Open', exact: true }).click();
        await until(page, source => new RegExp(source, 'i').test(document.querySelector('.shelf .field-error:not(:empty)')?.textContent), why.source);
    }
    await field.fill([JSON.stringify({ game: record.game, params: record.params }), ...record.events.map(event => JSON.stringify(event))].join('\n'));
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await counts(page, `0 of ${all}`);
    const found = await page.evaluate(async () => {
        const { ask, findGame } = await import('/js/engine/engine.js');
        const { readQuery } = await import('/js/share.js');
        const { record: read } = await readQuery(await findGame('azul'), new URLSearchParams(location.hash.split('?')[1]));
        return (await ask({ cmd: 'replay', record: read })).digest;
    });
    assert.equal(found, digest);
}, page);

await check('a game that is over is on the shelf, with its review', async () => {
    await go(page, '#/play/slide?rows=2&cols=2&difficulty=1&seed=a');
    await until(page, () => document.querySelector('.board.ready'));
    for (const key of ['ArrowUp', 'ArrowLeft', 'ArrowDown', 'ArrowRight']) if (!/Done/.test(await text(page, '.status .heading'))) await page.keyboard.press(key);
    for (let i = 0; i < 24 && !/Done/.test(await text(page, '.status .heading')); i++) {
        const before = await page.locator('.board').textContent();
        await page.keyboard.press(['ArrowUp', 'ArrowLeft', 'ArrowDown', 'ArrowRight'][i % 4]);
        await until(page, old => document.querySelector('.board').textContent !== old || document.querySelector('.bubble'), before);
    }
    await page.getByRole('link', { name: 'Review' }).click();
    await page.waitForSelector('.graph');
    await go(page, '#/replay');
    await page.locator('.shelf-games li', { hasText: 'Slide' }).getByRole('link', { name: 'Replay' }).click();
    await until(page, () => /^0 of \d+$/.test(document.querySelector('.player-count')?.textContent));
}, page);

await check('links that name no game say why', async () => {
    for (const [route, why] of [['#/replay/azul?saved=nosuch', /no game ‘nosuch’/], ['#/replay/azul?game=AAAA', /damaged/], [`#/replay/azul?game=${packed.slice(0, -9)}`, /damaged/],
        ['#/replay/azul?pos=azul2-r3-p1_BBYK_2YK_24_17', /position, not a recorded game/], ['#/review/azul', /names no game/], ['#/review/azul?game=%00', /damaged/], ['#/replay/azul?record=99999999', /./]]) {
        await go(page, route);
        await page.waitForSelector('.trouble');
        await soon.match(() => text(page, '.trouble p'), why);
    }
}, page);

await engine.stop();
