// The painter in Chromium: any game's scene is whole and named at every size, elements stay, and marks lie where they
// should. Scenes come from the engine in the page; one is of a game that no file of the page knows.
import assert from 'node:assert/strict';
import { check, pages, soon, until } from './browser.mjs';

const sizes = [[1440, 900], [1920, 1080], [1280, 720], [1024, 768], [768, 1024], [390, 844], [360, 640], [844, 390]];
const page = await pages.show('#/help');
await page.waitForSelector('#screen *');

// Puts a board of a game into the page, after some acts.
const show = (game, params = {}, acts = 0, seed = '5') => page.evaluate(async ([name, given, count, luck]) => {
    const { Board } = await import('/js/board/board.js');
    const { ask, drawScene } = await import('/js/engine/engine.js');
    const { layout } = await import('/js/parts/layout.js');
    let { state, rng } = await ask({ cmd: 'new', game: name, params: given, seed: luck });
    for (let i = 0; i < count; i++) {
        const { movers } = await ask({ cmd: 'legal', state });
        if (!movers.length) break;
        const { who, actions } = movers[0];
        ({ state, rng } = await ask({ cmd: 'apply', state, who, action: actions[(i * 7) % actions.length], rng }));
    }
    const board = new Board(name, name);
    board.names = ['Ada', 'Bo', 'Cy', 'Di'];
    const heading = document.createElement('h1');
    heading.textContent = name;
    board.head.append(heading);
    document.querySelector('#screen').replaceChildren(layout({ board: board.element, sections: [] }));
    board.paint(await drawScene(state, 0));
    Object.assign(window, { board, state });
}, [game, params, acts, seed]);

// What is wrong with the board now: tiles out of sight, without a name, or too small.
const faults = least => page.evaluate(smallest => {
    const { board } = window;
    const found = [];
    const stage = document.querySelector('.stage').getBoundingClientRect();
    for (const element of board.areas.querySelectorAll('.tile')) {
        const { left, top, right, bottom, width, height } = element.getBoundingClientRect();
        const what = `${element.className} ${element.textContent}`;
        if (element.tagName === 'BUTTON' && !element.getAttribute('aria-label')) found.push(`no name: ${what}`);
        if (!width || !height) continue;
        const out = Math.max(stage.left - left, stage.top - top, right - stage.right, bottom - stage.bottom);
        if (out > (element.matches('.kind-text') ? 9 : 4)) found.push(`out of sight: ${what}`);
        if (!element.matches('.kind-text') && Math.min(width, height) < smallest) found.push(`${Math.min(width, height)} small: ${what}`);
    }
    if (document.documentElement.scrollWidth > innerWidth) found.push('the page is wider than the screen');
    return found.slice(0, 5);
}, least);

await check('azul is whole at every size, for 2 to 4', async () => {
    for (const players of [2, 3, 4]) {
        await show('azul', { players }, 17 + players);
        for (const [width, height] of sizes) {
            await page.setViewportSize({ width, height });
            await soon.deepEqual(() => faults(4), [], `${players} players at ${width}x${height}`);
        }
    }
}, page);

await check('azul is whole in a low stage, too', async () => {
    await page.setViewportSize({ width: 1280, height: 520 });
    for (const players of [2, 3, 4]) {
        await show('azul', { players }, 17 + players);
        await page.evaluate(() => window.board.element.classList.add('flat'));
        await soon.deepEqual(() => faults(4), [], `${players} players`);
    }
}, page);

await check('on a phone the own board can be read', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await show('azul', {}, 20);
    const side = await page.evaluate(() => document.querySelector('.own .area-wall > .tile').getBoundingClientRect().width);
    assert.ok(side >= 27, `a tile of ${side}`);
}, page);

await check('on a phone the round is told, and rows of plates lie apart', async () => {
    for (const players of [2, 3, 4]) {
        await show('azul', { players }, 3);
        await soon.match(() => page.locator('.area-status').innerText(), /^Round 1, \d+ tiles left$/);
        const plates = await page.evaluate(() => [...document.querySelectorAll('.area-factory')].map(plate => plate.getBoundingClientRect()).map(({ top, bottom }) => ({ top, bottom })));
        const below = plates.filter(({ top }) => top > plates[0].bottom - 5);
        assert.equal(below.length > 0, players > 2);
        for (const { top } of below) assert.ok(top >= plates[0].bottom + 8, `${players} players: ${top - plates[0].bottom} between`);
    }
}, page);

await check('in a small window the own board is larger than the others', async () => {
    await page.setViewportSize({ width: 900, height: 600 });
    for (const players of [2, 3, 4]) {
        await show('azul', { players }, 3);
        const [own, other] = await page.evaluate(() => ['own', 'other'].map(whose => document.querySelector(`.${whose} .area-wall > .tile`).getBoundingClientRect().width));
        assert.ok(own > other * 1.3, `${players} players: ${own} and ${other}`);
    }
}, page);

await page.setViewportSize({ width: 1440, height: 900 });

await check('the centre shows each tile, as one that can be picked', async () => {
    await show('azul', {}, 3);
    const [label, count, buttons] = await page.evaluate(() => {
        const tile = window.board.scene.tiles.find(({ label: text, spot }) => /^\d+[BYRKW]$/.test(text) && spot < 5);
        const elements = window.board.elementsOf(tile.spot);
        return [tile.label, elements.length, elements.filter(({ tagName }) => tagName === 'BUTTON').length];
    });
    assert.equal(count, parseInt(label, 10));
    assert.equal(buttons, 1);
}, page);

await check('seats have their names', async () => {
    const titles = await page.$$eval('.area-player', areas => areas.map(area => [area.querySelector('.area-name').textContent, area.getAttribute('aria-label')]));
    assert.deepEqual(titles.map(([name]) => name), ['Ada', 'Bo']);
    assert.match(titles[0][1], /^Ada, \d+ points$/);
    await soon.ok(() => page.$('[aria-label$=", Bo"]'), 'a tile of the other seat');
}, page);

await check('an element stays while its place changes', async () => {
    const same = await page.evaluate(async () => {
        const { ask, drawScene } = await import('/js/engine/engine.js');
        const before = new Map([...window.board.spots].filter(([spot]) => spot >= 50));
        const { movers: [{ who, actions }] } = await ask({ cmd: 'legal', state: window.state });
        const next = await ask({ cmd: 'apply', state: window.state, who, action: actions[0], seed: '1' });
        window.board.paint(await drawScene(next.state, 0));
        return [...before].every(([spot, element]) => window.board.spot(spot) === element && element.isConnected);
    });
    assert.ok(same);
}, page);

await check('a game that the page does not know has frames, texts and named tiles', async () => {
    for (const [width, height] of sizes) {
        await page.setViewportSize({ width, height });
        await page.evaluate(async () => {
            const { Board } = await import('/js/board/board.js');
            const tile = (row, col, kind, colour, label) => ({ row, col, span: 1, kind, colour, label, name: `${colour} ${row} ${col}`, spot: row * 9 + col });
            const sticks = [3, 5, 7].flatMap((count, row) => Array.from({ length: 9 }, (_, col) => tile(row, col, col < count ? 'tile' : 'empty', 'plain', '|')));
            const cards = ['red', 'green', 'cyan'].map((colour, col) => tile(4, col, 'tile', colour, String(12 + col)));
            const board = new Board('nim', 'Nim');
            board.paint({
                rows: 5, cols: 9, place: 3,
                tiles: [...sticks, ...cards, { row: 3, col: 0, span: 9, kind: 'text', colour: 'plain', label: 'Take some' }],
                areas: [
                    { class: 'heaps', title: 'Heaps', row: 0, col: 0, rows: 3, cols: 9, value: '15 sticks' },
                    { class: 'status', title: 'Status', row: 3, col: 0, rows: 1, cols: 9 },
                    { class: 'hand', title: 'Hand', row: 4, col: 0, rows: 1, cols: 3 },
                ],
            });
            document.querySelector('.stage').replaceChildren(board.element);
            window.board = board;
        });
        await soon.deepEqual(() => faults(16), [], `${width}x${height}`);
    }
    await soon.equal(() => page.textContent('.area-heaps .area-title'), 'Heaps15 sticks');
    await soon.equal(() => page.textContent('.area-hand .tile:nth-of-type(2) .label'), '13');
}, page);

// The marks of an act of the one to move, drawn.
const mark = (test, tone = 'best', grade = null) => page.evaluate(async ([source, kind, given]) => {
    const { Marks } = await import('/js/board/marks.js');
    const { marksForMove } = await import('/js/board/move_marks.js');
    const { ask } = await import('/js/engine/engine.js');
    window.marks ??= new Marks(window.board);
    if (window.marks.board !== window.board) window.marks = new Marks(window.board);
    const { movers: [{ actions }] } = await ask({ cmd: 'legal', state: window.state });
    const action = actions.find(each => JSON.stringify(each).includes(source)) ?? actions[0];
    const marks = await marksForMove({ game: window.board.game, state: window.state, who: 0 }, action, kind, given);
    window.marks.show(marks);
    return marks;
}, [test, tone, grade]);

await check('marks of an act show what is taken, where it lands and what it brings', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await show('azul', {}, 0);
    const marks = await mark('"destination":{"PatternLine":0}');
    const [taken, landed] = marks.filter(({ kind }) => kind === 'ring');
    const ghosts = marks.filter(({ kind }) => kind === 'ghost');
    assert.deepEqual(ghosts[0].cells, [0]);
    assert.deepEqual(landed.cells, [0]);
    assert.equal(taken.spots[0], marks.find(({ kind }) => kind === 'arrow').from);
    assert.match(marks.find(({ kind }) => kind === 'chip').text, /^\+1$/);
    const count = await page.evaluate(spot => window.board.elementsOf(spot).length, taken.spots[0]);
    assert.equal(ghosts.slice(1).reduce((sum, { cells }) => sum + cells.length, 0), count - 1, 'the rest falls to the floor');
    await soon.equal(() => page.locator('.marks .ghost').count(), count);
}, page);

await check('a ring stays around its tile when the room changes', async () => {
    const apart = () => page.evaluate(() => {
        const ring = document.querySelector('.marks .ring').getBoundingClientRect();
        const boxes = window.board.elementsOf(window.marks.marks[0].spots[0]).map(element => element.getBoundingClientRect());
        return Math.max(Math.abs(ring.left - Math.min(...boxes.map(({ left }) => left))), Math.abs(ring.top - Math.min(...boxes.map(({ top }) => top))));
    });
    await soon.ok(async () => (await apart()) < 6);
    await page.setViewportSize({ width: 390, height: 844 });
    await until(page, () => document.querySelector('.arrow.thin'));
    await soon.ok(async () => (await apart()) < 6);
    await page.setViewportSize({ width: 1440, height: 900 });
}, page);

await check('best is solid, yours is hollow and dashed', async () => {
    await mark('Floor', 'yours', 'MISS');
    const drawn = await page.evaluate(() => [
        getComputedStyle(document.querySelector('.ring')).strokeDasharray, Boolean(document.querySelector('.shaft-core')), document.querySelector('.ring').classList.contains('grade-miss'),
    ]);
    assert.deepEqual(drawn, ['7px, 5px', true, true]);
    await mark('Floor');
    await soon.equal(() => page.locator('.shaft-core').count(), 0);
}, page);

await check('what is not legal has no marks, and marks go', async () => {
    const marks = await page.evaluate(async () => {
        const { marksForMove } = await import('/js/board/move_marks.js');
        const none = await marksForMove({ game: 'azul', state: window.state }, { source: 'Center', color: 'Blue', destination: 'Floor' }, 'best');
        window.marks.clear();
        return none;
    });
    assert.deepEqual(marks, []);
    await soon.equal(() => page.locator('.marks *').count(), 0);
}, page);

await check('a ball has a path, a sliding tile an arrow', async () => {
    await show('lines');
    await soon.ok(async () => (await mark('')).some(({ kind }) => kind === 'path'));
    await soon.equal(() => page.locator('.marks .path').count(), 1);
    await show('slide');
    const marks = await mark('');
    assert.deepEqual(marks.map(({ kind }) => kind), ['ring', 'ghost', 'ring', 'arrow']);
}, page);

// Of each arrow: where its tail, the end of its shaft and its tip lie, within the board, and whether its shaft is straight.
const arrows = (...pairs) => page.evaluate(given => {
    window.marks.show(given.map(([from, to]) => ({ kind: 'arrow', from, to, tone: 'hint' })));
    const numbers = path => path.getAttribute('d').match(/-?[\d.]+/g).map(Number);
    const origin = document.querySelector('.marks').getBoundingClientRect();
    const middleOf = spot => {
        const { x, y, width, height } = window.board.elementsOf(spot)[0].getBoundingClientRect();
        return { x: x + width / 2 - origin.x, y: y + height / 2 - origin.y, side: width };
    };
    return [...document.querySelectorAll('.marks .arrow')].map((arrow, i) => {
        const [x, y, ...rest] = numbers(arrow.querySelector('.shaft'));
        const [tipX, tipY] = numbers(arrow.querySelector('.head'));
        return { tail: [x, y], neck: rest, tip: [tipX, tipY], from: middleOf(given[i][0]), to: middleOf(given[i][1]) };
    });
}, pairs);

await check('an arrow to a place nearby is straight and points the way', async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await show('slide', { rows: 4, cols: 4 });
    await mark('');
    for (const pair of [[5, 1], [5, 9], [5, 4], [5, 6], [5, 0], [10, 13], [3, 0], [15, 3]]) {
        const [{ tail, neck, tip, from, to }] = await arrows(pair);
        assert.equal(neck.length, 2, `${pair} is straight`);
        const near = ([x, y], place) => Math.hypot(x - place.x, y - place.y) < place.side * 0.4;
        assert.ok(near(tail, from) && near(tip, to), `${pair} joins its places`);
        const ways = [[to.x - from.x, to.y - from.y], [tip[0] - neck[0], tip[1] - neck[1]]].map(([x, y]) => Math.atan2(y, x));
        assert.ok(Math.abs(ways[0] - ways[1]) < 0.02, `${pair} points the way`);
    }
}, page);

await check('arrows that go round lie apart, whichever way they go', async () => {
    for (const round of [[[5, 6], [6, 10], [10, 9], [9, 5]], [[6, 5], [5, 9], [9, 10], [10, 6]], [[5, 6], [6, 5]]]) {
        const drawn = await arrows(...round);
        const hub = ['x', 'y'].map(axis => drawn.reduce((sum, { from }) => sum + from[axis], 0) / drawn.length);
        for (const { tail, tip, from } of drawn) {
            const apart = Math.abs((hub[0] - tail[0]) * (tip[1] - tail[1]) - (hub[1] - tail[1]) * (tip[0] - tail[0])) / Math.hypot(tip[0] - tail[0], tip[1] - tail[1]);
            assert.ok(apart > from.side * (round.length > 2 ? 0.6 : 0.2), `${apart} from the middle`);
        }
    }
}, page);

await check('a lead is told by height and by name', async () => {
    const [half, ahead] = await page.evaluate(async () => {
        const { makeLead, signed } = await import('/js/board/lead.js');
        const lead = makeLead();
        window.board.element.append(lead.element);
        lead.show(0, 20, 'Nobody leads');
        const middle = lead.element.style.getPropertyValue('--part');
        lead.show(200, 20, 'Ada leads by 200');
        return [middle, [lead.element.style.getPropertyValue('--part'), lead.element.getAttribute('aria-label'), lead.element.textContent, signed(-2), signed(-0.04)]];
    });
    assert.equal(half, '0.5');
    assert.deepEqual(ahead, ['0.96', 'Ada leads by 200', '+200', '−2', '0']);
}, page);
