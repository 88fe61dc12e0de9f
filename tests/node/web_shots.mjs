// Pictures of the page for the README: web_shots.mjs FOLDER (tools/web-shots runs it).
import { join } from 'node:path';
import { pages, wide, phone } from './browser.mjs';

const folder = join(process.env.TILEWRIGHT_ROOT, process.argv[2]);
const wanted = process.argv.slice(3); // names; without any, all
const pause = ms => new Promise(done => setTimeout(done, ms));

async function shoot(name, route, options, prepare = async () => {}) {
    if (wanted.length && !wanted.includes(name)) return;
    const page = await pages.open(route, options);
    await pause(2500);
    await prepare(page);
    await page.screenshot({ path: join(folder, `web-${name}.png`) });
    await page.context().close();
    console.log(name);
}

// Plays the first move that is lit: from the last place that can be picked to the first target.
async function answer(page) {
    await page.locator('.board .tile.legal').last().click();
    await page.locator('.board .tile.legal').first().click();
    await page.locator('#screen[data-stage=tells]').waitFor({ state: 'attached' });
    await pause(2500);
}

const large = { width: 1440, height: 900 };
await shoot('home', '', { size: wide });
await shoot('practice', '#/practice/azul?seed=mira&n=2&stage=MID', { size: large }, answer);
await shoot('phone', '#/practice/azul?seed=mira&n=2&stage=MID', { size: phone, deviceScaleFactor: 2 }, answer);
await shoot('solve', '#/solve/slide?seed=7', { size: wide }, async page => {
    await pause(6000);
    await page.locator('.player-seek').fill('90');
    await pause(800);
    await page.locator('.pattern').focus();
    await pause(400);
});
await pages.stop();
