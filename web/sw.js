// Keeps the page for use without a network. A version has its own cache, filled whole when it is installed, and is served
// from nothing else: an old page never meets new code. The build puts in the version and the names of the files; large
// weights are kept when they are first used. On hosts that cannot set headers, it adds those that let
// workers share memory, so that thinking can be stopped at once.
// @ts-check

const version = '@VERSION@';
/** @type {string[]} */
const files = JSON.parse('@FILES@').filter((/** @type {string} */ name) => !name.startsWith('weights/'));
const cacheName = `tilewright ${version}`;
const page = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

/** @param {string} file */
const addressOf = file => new URL(file, page.registration.scope).href;

page.addEventListener('install', event => event.waitUntil(fillCache()));
page.addEventListener('activate', event => event.waitUntil(takeOver()));
page.addEventListener('message', event => { if (event.data === 'take over') page.skipWaiting(); });
page.addEventListener('fetch', event => {
    const { request } = event;
    if (request.mode === 'navigate') event.respondWith(answerPage(request));
    else if (isOurs(request)) event.respondWith(answerFile(request));
});

async function fillCache() {
    const cache = await caches.open(cacheName);
    await cache.addAll(files.map(file => new Request(addressOf(file), { cache: 'no-cache' })));
}

async function takeOver() {
    const names = await caches.keys();
    await Promise.all(names.filter(name => name.startsWith('tilewright ') && name !== cacheName).map(name => caches.delete(name)));
    await page.clients.claim();
}

/** Plain files beside the page. All else (rooms, what a server answers) goes to the network untouched. @param {Request} request */
function isOurs(request) {
    const { href, pathname } = new URL(request.url);
    return request.method === 'GET' && href.startsWith(page.registration.scope) && !request.headers.has('range') &&
        /\.(js|css|svg|png|wasm|bin|webmanifest)$/.test(pathname);
}

/** Opens the page as soon as another version has taken over, or else after a while. */
const passage = `<!doctype html><link rel="icon" href="data:,"><script>
let left = 100;
async function look() {
    const now = await navigator.serviceWorker.getRegistration();
    if (!--left || (!now?.waiting && now?.active?.state === 'activated')) location.reload();
    else setTimeout(look, 30);
}
look();
</script>`;

/** A version that waits takes over before the page is opened again, if no other page uses this one. @param {Request} request */
async function answerPage(request) {
    const { waiting } = page.registration;
    if (waiting && (await page.clients.matchAll()).length < 2) {
        waiting.postMessage('take over');
        return new Response(passage, { headers: { 'content-type': 'text/html' } });
    }
    const { pathname } = new URL(request.url);
    const scope = new URL(page.registration.scope).pathname;
    const isHome = pathname === scope || pathname === `${scope}index.html`;
    const kept = isHome ? await keptFile(addressOf('index.html')) : undefined;
    return isolate(kept ?? await fetch(request).catch(() => keptFile(addressOf('404.html'))) ?? Response.error());
}

/** @param {Request} request */
async function answerFile(request) {
    const kept = await keptFile(request.url);
    if (kept) return isolate(kept);
    const fresh = await fetch(request);
    if (fresh.ok && fresh.type === 'basic') await (await caches.open(cacheName)).put(request.url, fresh.clone()).catch(() => {});
    return isolate(fresh);
}

/** @param {string} address */
const keptFile = async address => (await caches.open(cacheName)).match(address, { ignoreVary: true });

/** @param {Response} answer */
function isolate(answer) {
    if (answer.status === 0) return answer; // an error, another host's, or a redirection: none can be made anew
    const headers = new Headers(answer.headers);
    headers.set('cross-origin-opener-policy', 'same-origin');
    headers.set('cross-origin-embedder-policy', 'require-corp');
    headers.set('cross-origin-resource-policy', 'same-origin');
    return new Response(answer.body, { status: answer.status, statusText: answer.statusText, headers });
}
