// The home page with its living pictures, and the looks of slide, lines and falls: everything in its place at every size,
// wood and pictures cut at a tile's home, the way of a capsule and what it would clear.
import assert from 'node:assert/strict';
import { Client } from './lib.mjs';
import { check, go, pages, soon, until } from './browser.mjs';


const painted = page => until(page, () => document.querySelectorAll('.card .board .tile').length > 300 && document.querySelectorAll('.card .board').length >= 4);
const shot = (page, selector) => page.evaluate(name => document.querySelector(name)?.innerHTML, selector);

{
    const page = await pages.open('', { motion: true });
    await check('the cards stand at once and nothing moves when pictures come in', async () => {
        await page.waitForSelector('.card');
        await soon.deepEqual(() => page.locator('.card h2').allTextContents(), ['Azul', 'Slide', 'Lines', 'Falls']);
        await painted(page);
        const shift = await page.evaluate(() => new Promise(done => {
            new PerformanceObserver(list => done(list.getEntries().reduce((sum, { value }) => sum + value, 0))).observe({ type: 'layout-shift', buffered: true });
            setTimeout(() => done(0), 200);
        }));
        assert.equal(shift, 0);
    }, page);
    await check('all of it stands on a page of 1280 by 800', async () => {
        await page.setViewportSize({ width: 1280, height: 800 });
        const [page800, bottle, picture] = await page.evaluate(() => [
            document.documentElement.scrollHeight, ...['.card-falls .area-bottle', '.card-falls .card-picture'].map(name => document.querySelector(name).getBoundingClientRect().bottom),
        ]);
        assert.ok(page800 <= 800, `${page800} high`);
        assert.ok(bottle <= picture + 1, `the bottle ends at ${bottle}, its picture at ${picture}`);
        await page.setViewportSize({ width: 1440, height: 900 });
    }, page);
    await check('every picture lives', async () => {
        for (const game of ['azul', 'slide', 'lines', 'falls']) {
            const before = await shot(page, `.card-${game} .areas`);
            await until(page, ([name, old]) => document.querySelector(name)?.innerHTML !== old, [`.card-${game} .areas`, before]);
        }
    }, page);
    await check('a click on a picture plays', async () => {
        await page.locator('.card-lines').click({ position: { x: 60, y: 60 } });
        await until(page, () => location.hash.startsWith('#/play/lines') && document.querySelector('.board-lines .tile') !== null);
    }, page);
    await check('a game that was left is offered', async () => {
        await page.locator('.tile.piece-ball').first().click();
        await page.locator('.tile.kind-empty.legal').first().click();
        await until(page, () => localStorage.getItem('tilewright.game.lines') !== null);
        await go(page, '#/');
        await soon.equal(() => page.locator('.card-lines .go-on').getAttribute('aria-label'), 'Go on with your game of Lines');
        await soon.equal(() => page.locator('.card-azul .go-on').count(), 0);
    }, page);
    await page.close();
}

{
    const page = await pages.show('#/');
    await check('rooms are counted while they are there; without motion the pictures stand still', async () => {
        await painted(page);
        const before = await shot(page, '.card-falls .areas');
        await until(page, () => document.querySelector('.card-falls .to-rooms') !== null);
        await soon.equal(() => page.locator('.card-slide .to-rooms').count(), 0, 'a game for one has races, not rooms');
        await soon.equal(() => page.locator('.card-rooms:visible').count(), 0);
        const friend = await Client.connect(pages.server);
        await friend.do('hall.enter', { name: 'Mira' });
        await friend.do('room.create', { game: 'falls' });
        await until(page, () => document.querySelector('.card-falls .card-rooms')?.textContent === '1 room');
        await soon.equal(() => page.locator('.home-nav .badge').textContent(), '1');
        await soon.match(() => page.locator('.home-telnet').textContent(), /telnet 127\.0\.0\.1 \d+$/);
        await soon.equal(() => shot(page, '.card-falls .areas'), before);
        friend.close();
    }, page);
}

{
    const page = await pages.show('#/help');
    await check('a game that nobody told the page about gets a card', async () => {
        const words = await page.evaluate(async () => {
            const { Card } = await import('/js/home/card.js');
            const card = new Card('nim', 'take the last match');
            return [...card.element.querySelectorAll('h2, p:not([hidden]), a:not([aria-hidden])')].map(part => part.textContent);
        });
        assert.deepEqual(words, ['Nim', 'take the last match', 'Play']);
    }, page);

    await check('what the home page plays is legal to its end, and needs no weights', async () => {
        const played = await page.evaluate(async () => {
            const { listGames } = await import('/js/engine/engine.js');
            const { Show } = await import('/js/home/show.js');
            const told = {};
            for (const info of await listGames()) {
                const show = new Show(info);
                await show.begin();
                let most = 0;
                do {
                    await show.step();
                    most = Math.max(most, show.acts);
                } while (show.played > 0);
                told[info.name] = [most, show.demo.actions?.length ?? 0];
            }
            return { told, weights: performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.bin')).length };
        });
        assert.deepEqual(played.told.azul, [21, 21]);
        assert.deepEqual(played.told.slide, [32, 32]);
        assert.ok(played.told.falls[0] > 140, String(played.told.falls));
        assert.ok(played.told.lines[0] > 4);
        assert.equal(played.weights, 0);
    }, page);

    // A board of the game as it begins, in a box; tells what of it hangs out.
    const hanging = (game, params, box) => page.evaluate(async ([name, given, [width, height]]) => {
        const { Board } = await import('/js/board/board.js');
        const { ask, drawScene } = await import('/js/engine/engine.js');
        const { state } = await ask({ cmd: 'new', game: name, params: given, seed: 'look' });
        const board = new Board(name, name);
        const stage = document.createElement('div');
        for (const [key, value] of Object.entries({ position: 'fixed', inset: '0 auto auto 0', width: `${width}px`, height: `${height}px` })) stage.style.setProperty(key, value);
        stage.append(board.element);
        document.body.append(stage);
        board.paint(await drawScene(state, 0));
        const boxes = [...stage.querySelectorAll('.tile:not(.caption)')].filter(tile => tile.checkVisibility()).map(tile => [tile, tile.getBoundingClientRect()]);
        const out = boxes.filter(([, rect]) => rect.left < -1 || rect.top < -1 || rect.right > width + 1 || rect.bottom > height + 1);
        const whole = [...board.areas.children].map(area => area.getBoundingClientRect()).filter(rect => rect.width > 0);
        const others = [...stage.querySelectorAll('.area-bottle.small')].map(area => area.getBoundingClientRect()).map(({ x, y, width: wide }) => ({ middle: x + wide / 2, y, wide }));
        const small = boxes.filter(([tile, rect]) => tile.matches('button') && !tile.closest('.small') && rect.width < 11);
        stage.remove();
        return { out: out.map(([tile]) => tile.getAttribute('aria-label') ?? tile.textContent), small: small.length, count: boxes.length, others, left: Math.min(...whole.map(rect => rect.left)), right: Math.max(...whole.map(rect => rect.right)) };
    }, [game, params, box]);
    const boxes = [[905, 720], [640, 560], [640, 310], [366, 510], [290, 380]];
    const setups = [['lines', [[5, 5], [9, 9], [15, 15], [5, 15], [15, 5]]], ['slide', [[2, 2], [4, 4], [16, 16], [2, 16], [16, 2]]]];
    for (const [game, sizes] of setups) await check(`${game} fits at every size`, async () => {
        for (const [rows, cols] of sizes) for (const box of boxes) {
            const { out, small, count } = await hanging(game, { rows, cols }, box);
            assert.deepEqual(out, [], `${rows} by ${cols} in ${box}`);
            assert.equal(small, 0, `${rows} by ${cols} in ${box}`);
            assert.ok(count >= rows * cols);
        }
    }, page);
    await check('falls fits with one to eight players', async () => {
        for (const players of [1, 2, 3, 4, 5, 8]) for (const box of boxes)
            await soon.deepEqual(async () => (await hanging('falls', { players }, box)).out, [], `${players} players in ${box}`);
    }, page);
    await check('a small slide fills its stage', async () => {
        const { left, right } = await hanging('slide', { rows: 3, cols: 3 }, [872, 704]);
        assert.ok(right - left > 560, `${right - left} wide`);
    }, page);
    await check('a bottle alone stands in the middle, and others fill the room beside', async () => {
        const alone = await hanging('falls', { players: 1 }, [872, 704]);
        assert.ok(Math.abs(alone.left - (872 - alone.right)) < 10, `${alone.left} left, ${872 - alone.right} right`);
        const [one, two, three] = (await hanging('falls', { players: 4 }, [872, 704])).others;
        assert.ok(three.y > one.y && Math.abs(three.middle - (one.middle + two.middle) / 2) < 3, 'the third in the middle below');
        const slim = (await hanging('falls', { players: 4 }, [645, 672])).others;
        assert.ok(slim.every(({ middle, wide }) => middle === slim[0].middle && wide > 80), 'one below the other');
        const row = (await hanging('falls', { players: 4 }, [1490, 984])).others;
        assert.ok(row.every(({ y }) => y === row[0].y), 'one row');
        await soon.ok(async () => (await hanging('falls', { players: 2 }, [872, 704])).others[0].wide > 200);
    }, page);
}

{
    const page = await pages.show('#/help');
    await check('what a landing would clear', async () => {
        const found = await page.evaluate(async () => {
            const { findLanding, findRuns } = await import('/js/games/falls.js');
            const tile = (row, col, colour, kind = 'tile', name = '') => ({ row, col, colour, kind, name, span: 1, label: '', spot: row * 8 + col });
            const field = [
                tile(2, 3, 'red', 'tile', 'falling red capsule half'), tile(2, 4, 'blue', 'tile', 'falling blue capsule half'),
                tile(12, 3, 'red', 'ghost'), tile(12, 4, 'blue', 'ghost'),
                tile(13, 3, 'red', 'mark'), tile(14, 3, 'red'), tile(15, 3, 'red'), tile(13, 4, 'blue'), tile(12, 5, 'blue'), tile(12, 6, 'blue'),
            ];
            const { settled, halves, ways } = findLanding(field, 16);
            return { halves: halves.map(({ row, col }) => [row, col]), ways: ways.map(({ row, rows }) => [row, rows]), runs: findRuns(settled, halves),
                none: findLanding(field.filter(({ kind }) => kind !== 'ghost'), 16) };
        });
        assert.deepEqual(found.halves, [[12, 3], [12, 4]]);
        assert.deepEqual(found.ways, [[3, 9], [3, 9]]);
        assert.deepEqual(found.runs, [{ row: 12, col: 3, rows: 4, cols: 1, colour: 'red' }]);
        assert.equal(found.none, null, 'what cannot be steered has no landing');
    }, page);
    await check('ghosts are joined as the capsule is', async () => {
        const joins = await page.evaluate(async () => {
            const { prepare } = await import('/js/games/falls.js');
            const half = (row, joins) => ({ row, col: 2, span: 1, kind: 'tile', colour: 'red', label: '', name: 'falling red capsule half', spot: row, joins });
            const ghost = row => ({ row, col: 2, span: 1, kind: 'ghost', colour: 'red', label: '', spot: row });
            const joined = tiles => prepare({ rows: 16, cols: 8, place: 3, areas: [], tiles }).tiles.filter(({ kind }) => kind === 'ghost').map(tile => tile.joins);
            return [joined([half(1, ['down']), half(2, ['up']), ghost(9), ghost(10)]), joined([half(9, ['down']), half(10, ['up']), ghost(11)])];
        });
        assert.deepEqual(joins, [[['down'], ['up']], [['up']]]);
    }, page);
    await check('how a field ended', async () => {
        const fates = await page.evaluate(async () => {
            const { findFate } = await import('/js/games/falls.js');
            const status = { class: 'status', title: '', row: 17, col: 0, rows: 1, cols: 8 };
            const small = value => findFate({ class: 'bottle', title: '', row: 0, col: 9, rows: 18, cols: 8, small: true, value }, { areas: [status], tiles: [] });
            const own = labels => findFate({ class: 'bottle', title: '', row: 1, col: 0, rows: 16, cols: 8 },
                { areas: [status], tiles: labels.map((label, col) => ({ row: 17, col, span: 1, kind: 'text', colour: 'plain', label })) });
            return [small('out 7'), small('won'), small('12'), own(['P1', 'defeated, 3 left']), own(['cleared']), own(['P1', '9 left'])];
        });
        assert.deepEqual(fates, ['out', 'cleared', null, 'out', 'cleared', null]);
    }, page);
}

{
    const page = await pages.show('#/play/slide?rows=3&cols=3&difficulty=3&seed=a');
    const cuts = () => page.evaluate(() => Object.fromEntries([...document.querySelectorAll('.piece-wood')].map(tile => [tile.textContent, tile.style.getPropertyValue('--cut-at')])));
    const homes = { 1: '0.000% 0.000%', 2: '50.000% 0.000%', 3: '100.000% 0.000%', 4: '0.000% 50.000%', 5: '50.000% 50.000%', 6: '100.000% 50.000%', 7: '0.000% 100.000%', 8: '50.000% 100.000%' };
    await check('each tile is cut from the plank at its home', async () => {
        await page.waitForSelector('.piece-wood');
        await soon.deepEqual(() => cuts(), homes);
        const pinned = await page.evaluate(() => [...document.querySelectorAll('.piece-wood')].filter(tile => getComputedStyle(tile, '::before').content !== 'none').length);
        assert.equal(pinned, await page.locator('.piece-wood.colour-green').count());
        assert.ok(pinned > 0);
    }, page);
    await check('a plank is the same every time and another for another size', async () => {
        const same = await page.evaluate(async () => {
            const { drawPlank } = await import('/js/games/slide_plank.js');
            const draw = (rows, cols) => drawPlank(rows, cols, { wood: 'tan', stain: 'peru', grain: 'sienna' }).outerHTML;
            return [draw(4, 4) === draw(4, 4), draw(4, 4) === draw(5, 4), draw(16, 16).length < 200_000];
        });
        assert.deepEqual(same, [true, false, true]);
    }, page);
    const control = (method, ...given) => page.evaluate(async ([name, values]) => {
        const picture = await import('/js/games/slide_picture.js');
        if (name !== 'set') return picture[name](...values);
        const canvas = document.createElement('canvas');
        [canvas.width, canvas.height] = values;
        canvas.getContext('2d').fillRect(0, 0, 50, 50);
        await picture.setPicture(await new Promise(done => canvas.toBlob(done, 'image/png')));
    }, [method, given]);
    const isPictured = () => page.evaluate(() => document.querySelector('.board-slide').className.split(' ').filter(name => /pictured|unnumbered/.test(name)));
    await check('a picture covers the board, keeps its form and is remembered', async () => {
        await control('set', 3000, 1500);
        await soon.deepEqual(() => isPictured(), ['pictured']);
        await soon.equal(() => page.evaluate(() => document.querySelector('.board-slide').style.getPropertyValue('--cut-size')), '600% 300%');
        await soon.equal(async () => (await cuts())[1], '30.000% 0.000%');
        const kept = await page.evaluate(() => JSON.parse(localStorage.getItem('tilewright.slide.picture')));
        assert.deepEqual([kept.width, kept.height], [1024, 512]);
        assert.ok(kept.url.length <= 400_000);
        await control('setNumbers', false);
        await soon.deepEqual(() => isPictured(), ['pictured', 'unnumbered']);
        await page.reload();
        await page.waitForSelector('.piece-wood');
        await soon.deepEqual(() => isPictured(), ['pictured', 'unnumbered']);
        await control('clearPicture');
        await soon.deepEqual(() => isPictured(), []);
        await soon.deepEqual(() => cuts(), homes);
    }, page);
    await check('what is no picture is refused, and what was kept is checked', async () => {
        const refused = await page.evaluate(async () => {
            const { setPicture, checkKept, pictureControl } = await import('/js/games/slide_picture.js');
            const words = await setPicture(new Blob(['no picture'])).catch(error => error.message);
            document.body.append(pictureControl());
            const good = { url: 'data:image/jpeg;base64,AAAA', width: 9, height: 9 };
            const bad = [null, 7, {}, { ...good, url: 'https://elsewhere.example/a.jpg' }, { ...good, url: 'data:image/svg+xml;base64,AAAA' }, { ...good, width: 0 },
                { ...good, height: 1e9 }, { ...good, url: `data:image/jpeg;base64,${'A'.repeat(400_000)}` }, { ...good, url: 'data:image/jpeg;base64,A"),url(x' }];
            return { words, good: checkKept(good) !== null, bad: bad.filter(each => checkKept(each) !== null).length };
        });
        assert.deepEqual(refused, { words: 'The file must be a picture, such as a JPEG or PNG.', good: true, bad: 0 });
        await page.locator('.picture-file').last().setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') });
        await until(page, () => [...document.querySelectorAll('.picture-trouble')].at(-1).textContent.startsWith('The file must be'));
    }, page);
}

{
    const page = await pages.show('#/play/lines?lines98=1&seed=a');
    await check('lines announces balls as ghosts, and recesses stay where balls leave', async () => {
        await page.waitForSelector('.piece-ball');
        await soon.equal(() => page.locator('.board-lines .area-board .piece-ball-ghost').count(), 3);
        await soon.equal(async () => await page.locator('.board-lines .recesses > .piece-recess').count(), 81);
        await soon.equal(() => page.locator('.board-lines .area-next .piece-ball').count(), 3);
        await page.locator('.area-board .piece-ball').first().click();
        await soon.ok(async () => await page.locator('.choosing .kind-empty.legal').count() > 10);
    }, page);
}
