// A page opened with nothing cached, and what that took: requests, bytes, moments, jumps. bench/page.mjs measures with it,
// web_budget.mjs checks bounds; so it knows of times but judges none.
import { sleep, within } from './lib.mjs';
import { wide } from './browser.mjs';

// Notes in the page when things are first seen, and whatever jumps.
function watch() {
    const seen = { shifts: [] };
    globalThis.seen = seen;
    new PerformanceObserver(list => {
        for (const { value, sources } of list.getEntries())
            seen.shifts.push({ value, of: sources.map(({ node }) => node?.className || node?.nodeName) });
    }).observe({ type: 'layout-shift', buffered: true });
    const boards = () => [...document.querySelectorAll('.card .board')];
    const signs = {
        cards: () => document.querySelector('.card') !== null,
        pictures: () => boards().length >= 4 && boards().every(board => board.querySelector('.tile')),
        playable: () => document.querySelector('.board .legal, .clock-cover button') !== null,
        screen: () => document.querySelector('#screen > *') !== null,
    };
    new MutationObserver(() => {
        for (const [name, there] of Object.entries(signs)) if (!(name in seen) && there()) seen[name] = performance.now();
    }).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['class'] });
}

export class Cold {
    requests = [];

    // Files whose path matches `hold` are not answered before release().
    static async open(browser, url, { size = wide, hold = null, ...more } = {}) {
        const cold = new Cold();
        cold.context = await browser.newContext({ viewport: size, hasTouch: size.width < 700, isMobile: size.width < 700, serviceWorkers: 'block', ...more });
        cold.page = await cold.context.newPage();
        cold.page.faults = [];
        cold.page.on('console', message => { if (message.type() === 'error' || /preload/.test(message.text())) cold.page.faults.push(message.text()); });
        cold.page.on('pageerror', error => cold.page.faults.push(String(error)));
        cold.page.on('requestfinished', request => cold.requests.push(request));
        if (hold) {
            const held = new Promise(done => { cold.release = done; });
            await cold.page.route(hold, async route => { await held; await route.continue(); });
        }
        await cold.page.addInitScript(watch);
        await cold.page.goto(url, { waitUntil: 'commit' });
        return cold;
    }

    // Waits for a sign of watch(), or 'paint'.
    async until(sign) {
        const there = name => (name === 'paint' ? performance.getEntriesByName('first-contentful-paint').length > 0 : name in (globalThis.seen ?? {}));
        let late = false;
        const look = async () => { while (!late && !await this.page.evaluate(there, sign).catch(() => false)) await sleep(30); };
        await within(look(), sign, 30000).finally(() => { late = true; });
    }

    // Moments in milliseconds, and jumps.
    seen() {
        return this.page.evaluate(() => ({ ...globalThis.seen, paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime }));
    }

    // What came so far: the path, the bytes of the body and of the headers.
    async came() {
        const origin = new URL(this.page.url()).origin;
        return Promise.all(this.requests.filter(request => request.url().startsWith(origin)).map(async request => {
            const { responseBodySize, responseHeadersSize } = await request.sizes();
            return { path: new URL(request.url()).pathname.slice(1), body: responseBodySize, headers: responseHeadersSize };
        }));
    }

    close() {
        return this.context.close();
    }
}
