// The editor of positions in a browser: tiles are laid by mouse, drag, keyboard and touch; what cannot be is said at its
// place; the text goes both ways; and the position goes to the coach.
import { check, drag, pages, phone, soon, until } from './browser.mjs';

const start = 'azul2-r3-p1_BBYK-0-RRWW_2YK_24-1B3YY-1YR2B-T_17-2K-1BY';
const edit = `#/edit/azul?pos=${start}`;

const position = page => page.getByLabel('Position as text').inputValue();
const becomes = (page, wanted) => until(page, wish => document.querySelector('.edit-text textarea')?.value === wish && location.hash.endsWith(`pos=${wish}`), wanted);
const line = (seat, row, col) => `.area-lines[data-seat="${seat}"] > .tile[style*="--row: ${row};"][style*="--col: ${col};"]`;
const wall = (seat, row, col) => `.area-wall[data-seat="${seat}"] > .tile[style*="--row: ${row};"][style*="--col: ${col};"]`;
const brush = (page, name) => page.getByRole('radio', { name, exact: true });

{
    const page = await pages.show(edit);
    await check('a position is shown, and the bag is inferred', async () => {
        await becomes(page, start);
        await soon.match(() => page.locator('.area-supply').textContent(), /Bag 15B 13Y 17R 17K 18W/);
    }, page);
    await check('a click lays, the same again takes away, and undo takes that back', async () => {
        await brush(page, 'Red').click();
        await page.locator('.area-factory').nth(1).click();
        await becomes(page, start.replace('-0-RRWW', '-R-RRWW'));
        await page.locator('.area-factory').nth(1).locator('.kind-tile').click();
        await becomes(page, start);
        await page.keyboard.press('u');
        await becomes(page, start.replace('-0-RRWW', '-R-RRWW'));
        await page.keyboard.press('u');
        await becomes(page, start);
        await page.keyboard.press('Shift+U');
        await becomes(page, start.replace('-0-RRWW', '-R-RRWW'));
        await page.keyboard.press('u');
    }, page);
    await check('lines fill up to the place, walls toggle, the token moves', async () => {
        await page.keyboard.press('k');
        await page.locator(line(0, 4, 3)).click();
        await becomes(page, start.replace('3YY-1YR2B-T', '3YY4KKK-1YR2B-T'));
        await page.locator(wall(0, 5, 1)).click();
        await becomes(page, start.replace('3YY-1YR2B-T', '3YY4KKK-1YR2B5Y-T'));
        await page.keyboard.press('t');
        await page.locator('.area-floor[data-seat="1"]').click();
        await becomes(page, start.replace('3YY-1YR2B-T', '3YY4KKK-1YR2B5Y').replace('1BY', '1BY-T'));
    }, page);
    await check('what cannot be is refused with the engine\'s reason, at its place', async () => {
        const before = await position(page);
        await page.keyboard.press('b');
        await page.locator(wall(0, 1, 1)).click();
        await page.locator('.edit-bubble').waitFor();
        await soon.match(() => page.locator('.edit-bubble').textContent(), /colou?r of a line must not be in its row of the wall/);
        await soon.ok(async () => await page.locator('.area-lines[data-seat="0"] .refused').count() === 1);
        await soon.equal(() => position(page), before);
        await page.locator('.area-factory').nth(0).click({ position: { x: 5, y: 60 } });
        await until(page, () => /at most 4 tiles/.test(document.querySelector('.edit-bubble')?.textContent ?? ''));
        await soon.ok(async () => await page.locator('.area-factory.refused').count() === 1);
        await page.keyboard.press('Escape');
        await soon.equal(() => page.locator('.edit-bubble').count(), 0);
    }, page);
    await check('tiles are dragged from the palette, from place to place, and off the board', async () => {
        await page.getByLabel('Position as text').fill(start);
        await becomes(page, start);
        await until(page, () => document.querySelectorAll('.area-factory')[1].querySelectorAll('.kind-tile').length === 0);
        await drag(page, brush(page, 'White'), page.locator('.area-factory').nth(1));
        await becomes(page, start.replace('-0-RRWW', '-W-RRWW'));
        await drag(page, page.locator('.area-factory').nth(1).locator('.kind-tile').first(), page.locator('.area-center'));
        await becomes(page, start.replace('_2YK_', '_2YKW_'));
        await drag(page, page.locator('.area-center .colour-white'), page.locator('.area-status'));
        await becomes(page, start);
    }, page);
    await check('numbers of the table: who is to move, points, players', async () => {
        await page.locator('.edit-fields').getByRole('radio', { name: 'Player 2' }).check();
        await becomes(page, start.replace('p1', 'p2'));
        await page.getByLabel('Points, Player 1', { exact: true }).fill('31');
        await becomes(page, start.replace('p1', 'p2').replace('_24-', '_31-'));
        await page.getByLabel('Round', { exact: true }).fill('99');
        await soon.match(() => page.locator('.field-error', { hasText: 'Round' }).textContent(), /from 1 to 50/);
        await page.getByLabel('Tiles in the bag', { exact: true }).fill('40');
        await until(page, () => /lid/.test(document.querySelector('.edit-text textarea').value));
        await page.locator('.edit-fields').getByRole('radio', { name: '4', exact: true }).check();
        await until(page, () => document.querySelectorAll('.area-factory').length === 9 && document.querySelectorAll('.area-player').length === 4);
    }, page);
    await check('a player in front who leaves the table gives way to one who stays', async () => {
        await page.locator('.edit-front').getByRole('radio', { name: 'Player 4' }).check();
        await until(page, () => document.querySelector('.area-player.own')?.dataset.seat === '3');
        await page.locator('.edit-fields').getByRole('radio', { name: '2', exact: true }).check();
        await until(page, () => document.querySelectorAll('.area-player').length === 2 && document.querySelector('.area-player.own').dataset.seat === '1');
        await page.locator('.edit-front').getByRole('radio', { name: 'Player 1' }).check();
        await until(page, () => document.querySelector('.area-player.own').dataset.seat === '0');
        await page.locator('.edit-fields').getByRole('radio', { name: '4', exact: true }).check();
        await until(page, () => document.querySelectorAll('.area-factory').length === 9 && document.querySelectorAll('.area-player').length === 4);
    }, page);
    await check('a wrong text says where it is wrong and changes nothing', async () => {
        const text = page.getByLabel('Position as text');
        await text.fill('azul2_bbyk_0_12_7-3kkkk');
        await until(page, () => /column 19/.test(document.querySelector('.edit-text .field-error').textContent));
        await soon.equal(() => page.locator('.area-factory').count(), 9);
        await text.fill('1 2 3/4 5 6/7 0 8');
        await until(page, () => /must be of this game/.test(document.querySelector('.edit-text .field-error').textContent));
        await text.fill(start);
        await until(page, () => document.querySelectorAll('.area-factory').length === 5 && !document.querySelector('.edit-text .field-error').textContent);
    }, page);
    await check('a cleared table can be laid in any order; what is missing is said', async () => {
        await page.getByRole('button', { name: 'Clear', exact: true }).click();
        await until(page, () => document.querySelectorAll('.area-factory .kind-tile').length === 0);
        await page.getByRole('button', { name: 'Ask the coach' }).click();
        await soon.match(() => page.locator('.edit-problem').textContent(), /^Not yet: Luck is to move here/);
        await soon.match(() => page.url(), /#\/edit\/azul/);
        await page.locator('h1').first().focus();
        await page.keyboard.press('r');
        await page.locator(line(0, 1, 5)).click();
        await until(page, () => /this full line must be tiled/.test(document.querySelector('.edit-problem').textContent));
        await soon.ok(() => page.getByRole('button', { name: 'Ask the coach' }).isDisabled());
        await soon.equal(() => page.locator('.area-center .kind-tile').count(), 0);
        await page.locator('.area-factory').nth(2).click();
        await becomes(page, 'azul2-r1-p1_0-0-R_0_0-1R');
        await soon.equal(() => page.locator('.edit-problem').textContent(), '');
    }, page);
    await check('the keyboard alone lays a tile', async () => {
        await page.locator('.area-factory').nth(2).focus();
        await page.keyboard.press('w');
        await page.keyboard.press('Enter');
        await becomes(page, 'azul2-r1-p1_0-0-RW_0_0-1R');
        await page.keyboard.press('Delete');
        await becomes(page, 'azul2-r1-p1_0-0-R_0_0-1R');
        await page.keyboard.press('ArrowLeft');
        await page.keyboard.press('Enter');
        await until(page, () => /_0-0-R_W_|_0-0-R-|-W/.test(document.querySelector('.edit-text textarea').value));
    }, page);
    await check('presses that come faster than they are laid all count', async () => {
        await page.getByLabel('Position as text').fill('azul2-r1-p1_0-0-R_0_0-1R');
        await becomes(page, 'azul2-r1-p1_0-0-R_0_0-1R');
        await brush(page, 'White').click();
        await page.evaluate(() => {
            const factories = document.querySelectorAll('.area-factory');
            for (const i of [0, 1]) factories[i].dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
        });
        await becomes(page, 'azul2-r1-p1_W-W-R_0_0-1R');
    }, page);
    await check('the coach is asked about the position', async () => {
        await page.getByLabel('Position as text').fill(start);
        await becomes(page, start);
        await until(page, () => document.querySelectorAll('.area-factory')[0].querySelectorAll('.kind-tile').length === 4);
        await page.getByRole('button', { name: 'Ask the coach' }).click();
        await until(page, () => document.querySelector('#screen').dataset.stage === 'tells' && document.querySelector('.marks .tone-best'));
        await soon.match(() => page.url(), new RegExp(`#/practice/azul\\?pos=${start}&tell=1`));
        await soon.ok(async () => await page.locator('.candidate').count() > 1, 'the answer is there at once');
        await page.getByRole('button', { name: 'Try a move' }).click();
        await until(page, () => document.querySelector('#screen').dataset.stage === 'asks');
    }, page);
    await check('the game is played on from the position', async () => {
        await page.goBack();
        await becomes(page, start);
        await page.getByRole('button', { name: 'Play on' }).click();
        await page.waitForSelector('.tile.legal');
        await soon.match(() => page.locator('.area-status').textContent(), /Round 3, 11 tiles left/);
    }, page);
}

{
    const page = await pages.show(edit);
    await check('a file with a state is opened', async () => {
        await becomes(page, start);
        const state = { state_version: 1, ruleset_id: 'azul_v1_2p', active_player_id: 1, round_number: 2, factories: [{ Blue: 4 }, {}, {}, {}, {}], center: { tiles: {}, has_first_player_token: true },
            players: [0, 1].map(() => ({ score: 3, pattern_lines: [1, 2, 3, 4, 5].map(capacity => ({ capacity, color: null, count_filled: 0 })), wall: Array(5).fill(Array(5).fill(false)),
                floor_line: { tiles: [], has_first_player_token: false } })) };
        await page.locator('input[type="file"]').setInputFiles({ name: 'position.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(state)) });
        await becomes(page, 'azul2-r2-p2_BBBB_0_3_3');
        await page.locator('input[type="file"]').setInputFiles({ name: 'large.json', mimeType: 'application/json', buffer: Buffer.alloc(1 << 18, 0x20) });
        await until(page, () => /at most 128 kB/.test(document.querySelector('.edit-text .field-error').textContent));
    }, page);
}

{
    const page = await pages.show(edit, { size: phone });
    await check('the editor by touch on a phone', async () => {
        await until(page, () => document.querySelectorAll('.area-factory').length === 5);
        await brush(page, 'Blue').tap();
        await page.locator('.area-factory').nth(3).tap();
        await until(page, () => /pos=azul2-r3-p1_BBYK-0-RRWW-B/.test(location.hash));
        await page.locator('.edit-front').getByRole('radio', { name: 'Player 2' }).tap();
        await until(page, () => document.querySelector('.area-player.own')?.dataset.seat === '1');
        await page.locator(line(1, 5, 5)).tap();
        await until(page, () => /17-2K5B-1BY/.test(location.hash));
    }, page);
}

{
    const page = await pages.show('#/edit/lines');
    await check('balls of lines are laid', async () => {
        await until(page, () => document.querySelectorAll('.area-board > .kind-tile').length > 0);
        await page.getByRole('button', { name: 'Clear', exact: true }).click();
        await until(page, () => document.querySelectorAll('.area-board > .kind-tile').length === 0);
        await brush(page, 'Green').click();
        await page.locator('.area-board > .kind-empty').first().click();
        await until(page, () => /"board":\["G\.{8}"/.test(document.querySelector('.edit-text textarea').value));
    }, page);
}

{
    const page = await pages.show('#/edit/slide');
    await check('a board of slide is pasted as rows of numbers', async () => {
        await until(page, () => document.querySelectorAll('.area-board .tile').length >= 9);
        await page.getByLabel('Position as text').fill('1 2 3\n4 5 6\n7 _ 8');
        await until(page, () => document.querySelectorAll('.area-board .tile').length === 9);
        await page.getByLabel('Position as text').fill('1 2 3\n4 5');
        await until(page, () => /all rows must be of the same length/.test(document.querySelector('.edit-text .field-error').textContent));
        await page.getByLabel('Position as text').fill('1 1\n2 _');
        await until(page, () => document.querySelector('.edit-text .field-error').textContent.length > 0 && !/same length/.test(document.querySelector('.edit-text .field-error').textContent));
    }, page);
}
