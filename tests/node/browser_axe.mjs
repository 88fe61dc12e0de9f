// Every screen, wide and light, and on a phone in the dark: axe finds nothing, and nothing is wider than the page. In
// `make test-slow` each size is seen in both schemes; rules that know no colours need no second look there.
import { deflateRawSync } from 'node:zlib';
import { Engine } from './lib.mjs';
import { assertAccessible, check, fits, go, pages, phone, place, ready, soon, until, wide } from './browser.mjs';

const engine = new Engine();

// A game of azul of a few moves, as a link holds it.
async function packGame() {
    let { state, params, events, rng } = await engine.ask('new', { game: 'azul', seed: 'axe' });
    const short = events.map(({ action }) => action);
    for (let i = 0; i < 4; i++) {
        const { movers: [{ who, actions }] } = await engine.ask('legal', { state });
        const next = await engine.ask('apply', { state, who, action: actions[i * 7 % actions.length], rng });
        ({ state, rng } = next);
        short.push(...next.events.map(event => (event.who === 'chance' ? event.action : [event.who, event.action])));
    }
    return deflateRawSync(JSON.stringify({ params, events: short })).toString('base64url');
}
const packed = await packGame();

const stage = (page, name) => until(page, wanted => document.querySelector('#screen').dataset.stage === wanted && !document.querySelector('.busy'), name);
const run = (page, command) => page.evaluate(id => document.querySelector(`[data-command="${id}"]`).click(), command);
const see = selector => page => page.waitForSelector(selector, { state: 'attached' });
// Where there is room for all sections there are no tabs, and nothing new to see.
const tab = name => async page => {
    if (page.viewportSize().width > phone.width) return false;
    await page.locator(`#tab-${name}`).click();
    return true;
};
const dialog = command => async page => {
    await run(page, command);
    await page.waitForSelector('dialog');
};

// What to see: a route, or nothing to stay where the one before led; and what to do there.
const screens = [
    ['home', '#/', page => until(page, () => document.querySelectorAll('.card .board .tile').length > 300)],
    ['azul, tiles picked and a refusal', '#/play/azul?seed=monday', async page => {
        await ready(page);
        await place(page, 16).click();
        await place(page, 60).click();
        await page.waitForSelector('.bubble');
    }],
    ['azul, a hint', '', async page => {
        await page.keyboard.press('Escape');
        await run(page, 'hint');
        await until(page, () => document.querySelector('.candidate') && !document.querySelector('.busy'));
    }],
    ['azul, moves', '', tab('moves')],
    ['the dialog seat', '', dialog('seat')],
    ['azul for 4', '#/play/azul?seed=a&players=4', ready],
    ['slide', '#/play/slide?seed=a', ready],
    ...['new', 'share', 'settings', 'keys'].map(id => [`the dialog ${id}`, '', dialog(id)]),
    ['lines', '#/play/lines?seed=a', ready],
    ['falls', '#/play/falls?seed=a&players=3', see('.clock-cover')],
    ['the end of a game', '#/play/slide?tiles=1,2,3/4,5,6/7,0,8', async page => {
        await ready(page);
        await page.keyboard.press('ArrowLeft');
        await page.getByRole('button', { name: 'Again' }).waitFor();
    }],
    ['games to play', '#/play', see('h1')],
    ['a question', '#/practice/azul?seed=monday&n=2', page => stage(page, 'asks')],
    ['positions', '', tab('positions')],
    ['an answer', '', async page => {
        await page.locator('.tile.legal:visible').first().click();
        await page.locator('.choosing .tile.legal:visible').last().click();
        await stage(page, 'tells');
        await tab('coach')(page);
        await page.locator('.candidates-more').click();
        if (!await tab('history')(page)) await page.locator('.chart summary').click();
        await tab('coach')(page);
    }],
    ['the history', '', tab('history')],
    ['practice of falls', '#/practice/falls?seed=monday&n=1', page => stage(page, 'asks')],
    ['no question', '#/practice/azul?pos=azul9', page => stage(page, 'stuck')],
    ['the editor', '#/edit/azul?pos=azul2-r3-p1_BBYK-0-RRWW_2YK_24-1B3YY-1YR2B-T_17-2K-1BY', see('.area-factory .kind-tile')],
    ['the table of the editor', '', tab('table')],
    ['the text of the editor', '', tab('text')],
    ['the editor of lines', '#/edit/lines', see('.area-board > .kind-tile')],
    ['solving', '#/solve/slide?tiles=8,6,7/2,5,4/3,0,1', see('.proof.proven')],
    ['another board', '', dialog('new')],
    ['what cannot be solved', '#/solve/slide?tiles=1,2,3/4,5,6/8,7,0', see('.solve [role="alert"]')],
    ['no replays', '#/replay', see('.shelf')],
    ['a replay', `#/replay/azul?game=${packed}`, see('.player-count')],
    ['a review', `#/review/azul?game=${packed}`, see('.graph')],
    ['help', '#/help', see('.article')],
    ['help on a game', '#/help/azul', see('.article')],
    ['an error', '#/nosuch', see('.trouble')],
    ['rooms', '#/rooms', page => page.getByText('Nobody plays now').waitFor()],
    ['a new room', '', async page => {
        await page.getByLabel('Your name').fill('Ada');
        await page.getByRole('button', { name: 'Take it' }).click();
        await page.getByText('You are Ada.').waitFor();
        await page.getByRole('button', { name: 'Open a room', exact: true }).click();
        await page.waitForSelector('dialog');
    }],
    ['a room before its round', null, async page => {
        await page.locator('dialog').getByRole('radio', { name: 'Azul' }).check();
        await page.locator('dialog').getByRole('button', { name: 'Open a room' }).click();
        await page.locator('.waiting').waitFor();
    }],
    ['a round', null, async page => {
        await page.getByRole('button', { name: 'Seat it' }).click();
        await page.getByRole('button', { name: 'I am ready' }).click();
        await page.locator('.room-main .board').waitFor();
    }],
    ['table talk', '', tab('talk')],
    ['leaving', null, async page => { await run(page, 'leave'); await page.waitForSelector('dialog'); }],
    ['rooms again', null, async page => { await page.locator('dialog').getByRole('button', { name: 'Leave' }).click(); await page.getByText('You are Ada.').waitFor(); }],
];

// Each look ends in the scheme in which the next begins.
async function look(page, schemes, route, prepare) {
    if (route !== null && await page.locator('dialog').count()) await page.keyboard.press('Escape');
    if (route) await go(page, route);
    if (await prepare(page) === false) return;
    await assertAccessible(page);
    if (process.env.TILEWRIGHT_SLOW) {
        schemes.reverse();
        await page.emulateMedia({ colorScheme: schemes[0] });
        await assertAccessible(page, { colours: true });
    }
    await soon.ok(() => fits(page), 'something is wider than the page');
}

for (const [size, ...schemes] of [[wide, 'light', 'dark'], [phone, 'dark', 'light']]) {
    const page = await pages.open('#/nowhere', { size, scheme: schemes[0] });
    for (const [name, route, prepare] of screens) await check(`axe finds nothing: ${name}, ${size.width} wide`, () => look(page, schemes, route, prepare), page);
    await page.goto(`${pages.url}no/such/file`);
    await check(`axe finds nothing: what is not there, ${size.width} wide`, () => assertAccessible(page));
    await page.close();
}

await engine.stop();
