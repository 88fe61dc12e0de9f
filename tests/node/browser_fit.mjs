// Nothing runs out: on every screen, at sizes from a phone to a small window, every button and every line of text lies
// within the page and within what it stands in.
import assert from 'node:assert/strict';
import { check, go, pages, soon, until } from './browser.mjs';

const sizes = [[900, 600], [1024, 768], [1280, 720], [390, 844], [320, 568], [844, 390]];
const screens = [
    '#/', '#/play', '#/play/azul?seed=a', '#/play/azul?players=3&seed=a', '#/play/azul?players=4&seed=a', '#/play/slide?seed=a', '#/play/lines?seed=a', '#/play/falls?players=1&seed=a',
    '#/play/falls?players=5&seed=a', '#/practice/azul?seed=a', '#/practice/lines?seed=a', '#/edit/azul', '#/edit/slide', '#/edit/lines', '#/solve/slide?tiles=8,6,7/2,5,4/3,0,1', '#/replay', '#/help', '#/help/azul', '#/rooms', '#/play/nosuch',
];

// What is cut off at a side: what can be scrolled to is not, nor what is hidden from the eye or lies in a picture.
const cutOff = () => {
    const clips = element => /hidden|clip/.test(getComputedStyle(element).overflowX);
    const scrolls = element => /auto|scroll/.test(getComputedStyle(element).overflowX) && element.scrollWidth > element.clientWidth;
    const found = [];
    for (const element of document.querySelectorAll('button, a, p, h1, h2, h3, label, input, select, summary, dt, dd, td, th, b, .field, .key')) {
        const own = element.getBoundingClientRect();
        if (!own.width || !element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || element.closest('.areas .tile, .card-picture, .unseen, .skip, [inert]')) continue;
        for (let around = element.parentElement; around; around = around.parentElement) {
            const { left, right } = around === document.body ? { left: 0, right: innerWidth } : around.getBoundingClientRect();
            if (around.closest('.unseen')) break;
            const bounds = around === document.body || clips(around) || around.matches('.panel, .dialog, .actions, header, .card');
            if (bounds && (own.left < left - 1 || own.right > right + 1)) found.push(`${element.tagName} "${element.textContent.trim().slice(0, 30)}" in ${around.tagName}.${around.className}`);
            if (scrolls(around) && !around.matches('.panel')) break;
        }
    }
    return [...new Set(found)];
};

const page = await pages.show('#/');

await check('bag and lid of azul are seen at every size', async () => {
    await go(page, '#/play/azul?seed=a');
    await until(page, () => document.querySelectorAll('.counts').length === 4);
    for (const [width, height] of [[390, 844], [900, 600], [844, 390], [1102, 800], [1103, 800], [1440, 900]]) {
        await page.setViewportSize({ width, height });
        const tab = page.getByRole('tab', { name: 'Bag' });
        if (await tab.isVisible()) await tab.click();
        const seen = await page.locator('.counts:visible').allTextContents();
        assert.deepEqual(seen, ['Bag80B17Y16R18K15W14', 'Lid0B0Y0R0K0W0'], `${width} by ${height}`);
    }
}, page);

for (const screen of screens) {
    await check(`nothing runs out of ${screen}`, async () => {
        await go(page, screen);
        await until(page, () => document.querySelector('.screen, main')?.textContent.length > 20 && !document.querySelector('.loading'));
        for (const [width, height] of sizes) {
            await page.setViewportSize({ width, height });
            await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))));
            await soon.deepEqual(() => page.evaluate(cutOff), [], `${width} by ${height}`);
        }
    }, ...(screen.includes('nosuch') ? [] : [page]));
}
