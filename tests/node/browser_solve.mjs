// Solving on the page: the solution is as short as the program's, it is stepped through and played, moves of one's own
// lead to a new one, any board can be pasted, and what cannot be solved says so. Long work stops at once.
import assert from 'node:assert/strict';
import { Engine } from './lib.mjs';
import { check, go, pages, place, soon, text, until } from './browser.mjs';

const engine = new Engine();
const rows = '8 6 7\n2 5 4\n3 0 1'; // 31 moves: no board of 3 by 3 needs more
const { length } = await engine.ask('solve', { state: { state_version: 1, ruleset_id: 'slide_v1', rows: 3, cols: 3, tiles: rows.split(/\s/).map(Number) }, mode: 'optimal' });
const numbers = page => page.evaluate(() => [...document.querySelectorAll('.solve .area-board .tile')].map(({ textContent, dataset }) => [Number(dataset.spot), textContent.trim()])
    .sort((a, b) => a[0] - b[0]).map(([, label]) => label || '0').join(' '));
const proven = (page, n) => until(page, count => document.querySelector('.solve h1')?.textContent === `${count} moves` && document.querySelector('.proof.proven'), n);
const count = page => text(page, '.player-count');
const counts = (page, told) => until(page, wanted => document.querySelector('.player-count')?.textContent === wanted, told);

const page = await pages.show('#/solve/slide?seed=a');
async function paste(given) {
    if (!await page.locator('dialog').count()) await page.keyboard.press('n');
    await page.locator('dialog').getByLabel('Your own board').fill(given);
    await page.locator('dialog').getByRole('button', { name: 'Open', exact: true }).click();
}

await check('a large board has a solution at once, and is thought about until it is stopped', async () => {
    await until(page, () => /^\d+ moves$/.test(document.querySelector('.solve h1')?.textContent) && document.querySelector('.solve-progress'));
    await soon.equal(() => page.locator('.solve .area-board .tile').count(), 36);
    await page.locator('.solve').getByRole('button', { name: 'Stop' }).click();
    await page.locator('.solve').getByRole('button', { name: 'Think longer' }).waitFor();
    await soon.match(() => text(page, '.proof-least'), /\d+ are needed: proven/);
    await soon.match(() => text(page, '.proof-note'), /hatched/);
}, page);

await check('a pasted board is solved by as few moves as can be, and stands in the link', async () => {
    assert.equal(length, 31);
    await paste(rows);
    await proven(page, length);
    await soon.match(() => page.url(), /#\/solve\/slide\?tiles=8,6,7\/2,5,4\/3,0,1$/);
    await soon.match(() => text(page, '.proof-least'), /31 are needed: this is a shortest solution/);
    await soon.match(() => text(page, '#said'), /31 moves, proven/);
    await soon.match(async () => await text(page, '.solve-head > p'), /Distances of the tiles from home: 21\. From here at least 31 moves/);
}, page);

await check('it is stepped through, sought in, and played to the goal', async () => {
    const start = await numbers(page);
    await page.getByRole('button', { name: 'Forward' }).click();
    await counts(page, `1 of ${length}`);
    await soon.notEqual(() => numbers(page), start);
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await counts(page, `0 of ${length}`);
    await soon.equal(() => numbers(page), start);
    await page.getByLabel('Place').focus();
    await page.keyboard.press('End');
    await counts(page, `${length} of ${length}`);
    await soon.equal(() => numbers(page), '1 2 3 4 5 6 7 8 0');
    await page.locator('.strip-moves [data-at="3"]').click({ force: true }).catch(() => page.getByRole('button', { name: 'To the beginning' }).click());
    await page.getByLabel('Speed').selectOption('30');
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    await counts(page, `${length} of ${length}`);
    await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
    await soon.equal(() => numbers(page), '1 2 3 4 5 6 7 8 0');
}, page);

await check('a move of one\'s own is solved from there', async () => {
    await page.getByRole('button', { name: 'To the beginning' }).click();
    await counts(page, `0 of ${length}`);
    const [way] = await page.locator('.strip-moves .next').allTextContents();
    const other = [['↑', 4], ['←', 6], ['→', 8]].find(([arrow]) => arrow !== way);
    await place(page, other[1]).click();
    await until(page, () => document.querySelector('.solve .chart-title')?.textContent.includes('You made 1 moves') && document.querySelector('.proof.proven'));
    const [, moves] = /^1 of (\d+)$/.exec(await count(page));
    assert.ok(Number(moves) === length + 2 || Number(moves) === length, `${moves} moves`);
}, page);

await check('a step back while a move of one\'s own is being solved: the solution is of the board that is shown', async () => {
    await page.getByRole('button', { name: 'To the beginning' }).click();
    await counts(page, `0 of ${Number(/\d+$/.exec(await count(page))[0])}`);
    await page.evaluate(() => { // before the first solution can have come
        const head = document.querySelector('.solve-head');
        const seen = new MutationObserver(() => {
            if (!/^Solving/.test(head.querySelector('h1').textContent)) return;
            seen.disconnect();
            document.querySelector('.player-buttons button:nth-child(2)').click();
        });
        seen.observe(head, { childList: true });
    });
    const [way] = await page.locator('.strip-moves .next').allTextContents();
    await place(page, [['↑', 4], ['←', 6], ['→', 8]].find(([arrow]) => arrow !== way)[1]).click();
    await proven(page, length);
    await counts(page, `0 of ${length}`);
    await page.getByRole('button', { name: 'To the end' }).click();
    await counts(page, `${length} of ${length}`);
    await soon.equal(() => numbers(page), '1 2 3 4 5 6 7 8 0');
}, page);

await check('moves that come faster than they are made leave one walk', async () => {
    const walk = await page.evaluate(async tiles => {
        const { findGame } = await import('/js/engine/engine.js');
        const { Walk } = await import('/js/games/slide_walk.js');
        const made = new Walk(await findGame('slide'), { state_version: 1, ruleset_id: 'slide_v1', rows: 3, cols: 3, tiles });
        await Promise.all([made.act({ blank: 'Up' }), made.act({ blank: 'Left' })]);
        const states = made.states.map(state => state.tiles.indexOf(0));
        return { at: made.at, moves: made.moves, states };
    }, rows.split(/\s/).map(Number));
    assert.deepEqual(walk, { at: 1, moves: ['Up'], states: [7, 4] });
}, page);

await check('patterns that fit are shown on the board', async () => {
    await page.locator('.pattern').waitFor();
    await soon.match(() => text(page, '.pattern'), /\d+ moves, fits here/);
    await page.locator('.pattern').hover();
    await until(page, () => document.querySelectorAll('.marks .tone-pattern').length > 0);
    await page.mouse.move(3, 3);
    await until(page, () => document.querySelectorAll('.marks .tone-pattern').length === 0);
}, page);

const faults = [['', /nothing to read/i], ['hello', /must be a link/], ['1 2 3\n4 5', /Row 2 has 2 tiles, the first one 3/], ['1 2\n2 0', /each number once/],
    ['1 2 3\n4 5 6\n7 8 x', /must be a link/], ['1 '.repeat(300 * 2), /at most|must/], ['{"game":"slide"', /line 1/]];
for (const [given, why] of faults) await check(`what is no board says why: ${given.slice(0, 20).replace(/\n/g, ' ')}`, async () => {
    await paste(given);
    await until(page, source => new RegExp(source, 'i').test(document.querySelector('dialog .field-error:not(:empty)')?.textContent), why.source);
}, page);

await check('a board that no moves solve says so', async () => {
    await paste('1 2 3\n4 5 6\n8 7 0');
    await until(page, () => document.querySelector('.solve h1')?.textContent === 'This cannot be solved');
    await soon.match(() => text(page, '.solve [role="alert"]'), /no moves lead from this arrangement to the goal/i);
    await page.evaluate(async () => (await import('/js/engine/engine.js')).ask({ cmd: 'games' }));
    await soon.equal(() => text(page, '.solve h1'), 'This cannot be solved');
}, page);

await check('a board is scrambled to need as many moves as asked', async () => {
    await page.keyboard.press('n');
    const dialog = page.locator('dialog');
    await dialog.getByLabel('Moves needed', { exact: true }).fill('12');
    await dialog.getByRole('button', { name: 'Scramble' }).click();
    await proven(page, 12);
}, page);

await check('a bad link to a board says why; another game has nothing to solve', async () => {
    for (const [route, why] of [['#/solve/slide?tiles=1,1,2,0', /each number once/i], ['#/solve/azul', /Azul has nothing to solve/], ['#/solve/chess', /nothing to solve/]]) {
        await go(page, route);
        await page.waitForSelector('.trouble');
        await soon.match(() => text(page, '.trouble p'), why);
    }
}, page);

await engine.stop();
