// The budget of the page, in Chromium with nothing cached. A kB is 1000 bytes. Times are for bench/page.sh: they depend on
// the machine.
import { readdirSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join, relative } from 'node:path';
import assert from 'node:assert/strict';
import { Cold } from './cold.mjs';
import { sleep } from './lib.mjs';
import { check, pages, phone, wide } from './browser.mjs';

const ALL = 400000, FIRST_PAINT = 150000;
const site = join(process.env.TILEWRIGHT_ROOT, 'build/web/site');
const open = (route, how) => Cold.open(pages.browser, pages.url + route, how);
const sum = (list, part) => list.reduce((total, one) => total + part(one), 0);
const kB = bytes => `${(bytes / 1000).toFixed(1)} kB`;

// How many bytes the server sends for a file.
const weigh = name => new Promise((done, fail) => {
    request(`${pages.url}${name}`, { headers: { 'Accept-Encoding': 'br' }, agent: false }, answer => {
        let bytes = 0;
        answer.on('data', part => { bytes += part.length; });
        answer.on('end', () => (answer.statusCode === 200 ? done(bytes) : fail(new Error(`${name}: ${answer.statusCode}`))));
    }).on('error', fail).end();
});

await check('all of it, less the weights, is small', async () => {
    const names = readdirSync(site, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile())
        .map(entry => relative(site, join(entry.path, entry.name))).filter(name => !name.startsWith('weights/'));
    let all = 0;
    for (const name of names) all += await weigh(name);
    console.log(`   ${names.length} files, ${kB(all)}`);
    assert.ok(names.length > 100 && all > 100000);
    assert.ok(all < ALL, `${all} bytes`);
});

{
    // Neither the engine nor the code of the pictures is let through.
    const cold = await open('', { hold: /\.wasm$|worker\.js$|picture\.js$/ });
    await check('home is painted from few bytes, without the engine and the pictures', async () => {
        await cold.until('cards');
        await cold.until('paint');
        const came = await cold.came(), { pictures } = await cold.seen();
        const bytes = sum(came, ({ body, headers }) => body + headers);
        console.log(`   ${came.length} requests, ${kB(bytes)} with headers`);
        assert.equal(pictures, undefined);
        assert.ok(bytes > 20000 && bytes <= FIRST_PAINT, `${bytes} bytes`);
        assert.equal(await cold.page.locator('.card h2').count(), 4);
    }, cold.page);
    await check('then the pictures come and move nothing', async () => {
        cold.release();
        await cold.until('pictures');
        await sleep(300);
        assert.deepEqual((await cold.seen()).shifts, []);
    }, cold.page);
    await cold.close();
}

// What the page and js/ahead.js name for a screen.
function namedFor(screen) {
    const page = readFileSync(join(site, 'index.html'), 'utf8'), ahead = readFileSync(join(site, 'js/ahead.js'), 'utf8');
    const named = [...page.matchAll(/rel="modulepreload" href="([^"]*)"/g)].map(([, name]) => name);
    return [...named, ...JSON.parse(/'(\{.*\})'/.exec(ahead)[1])[screen]];
}

const known = ['js/early.js', 'js/ahead.js', 'js/engine/worker.js', 'js/engine/module.js', 'js/engine/scene_memory.js'];
for (const [route, screen, sign, most] of [['', 'home', 'pictures', 80], ['#/play/azul', 'play', 'playable', 110]]) {
    const cold = await open(route);
    await check(`${screen}: few requests, and no script is found late`, async () => {
        await cold.until(sign);
        const came = await cold.came();
        const scripts = came.map(({ path }) => path).filter(path => path.endsWith('.js') && !path.startsWith('js/rooms/') && path !== 'js/home/meeting.js');
        console.log(`   ${came.length} requests, ${kB(sum(came, ({ body }) => body))}, and ${kB(sum(came, ({ headers }) => headers))} of headers`);
        assert.ok(came.length > 20 && came.length <= most, `${came.length} requests`);
        assert.deepEqual(scripts.filter(path => !known.includes(path) && !namedFor(screen).includes(path)), []);
        assert.equal(new Set(scripts).size, scripts.length, 'a script is asked for twice');
        assert.deepEqual(came.map(({ path }) => path).filter(path => path.endsWith('.css')), ['css/page.css']);
        assert.deepEqual(came.map(({ path }) => path).filter(path => path.endsWith('.bin')), []);
    }, cold.page);
    await cold.close();
}

const games = ['azul', 'slide', 'lines', 'falls'].map(game => [`#/play/${game}`, 'playable']);
for (const [name, size] of Object.entries({ wide, phone })) {
    for (const [route, sign] of [['', 'pictures'], ...games, ['#/help', 'screen'], ['#/rooms', 'screen'], ['#/practice/azul', 'playable'], ['#/edit/azul', 'screen']]) {
        const cold = await open(route, { size });
        await check(`${name} ${route || '#/'}: nothing jumps`, async () => {
            await cold.until(sign);
            await sleep(400);
            assert.deepEqual((await cold.seen()).shifts, []);
        }, cold.page);
        await cold.close();
    }
}

await pages.stop();
