// Keeps the page for use without a network: registers the service worker, and tells when a new version is ready.
// @ts-check
import { note } from './parts/say.js';
import { strings } from './strings.js';

const CALM_MS = 2000;

/** A service worker is allowed over https and on this machine only; in development there is none, for it has no version. */
export async function startOffline() {
    const secure = location.protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(location.hostname);
    await calm();
    if (!secure || !navigator.serviceWorker || !(navigator.serviceWorker.controller || await isBuilt())) return;
    const registration = await navigator.serviceWorker.register('sw.js').catch(() => null);
    registration?.addEventListener('updatefound', () => watch(registration.installing));
    if (registration?.waiting && navigator.serviceWorker.controller) tell(registration.waiting);
}

/** What is kept for later must not slow down what is shown now. */
async function calm() {
    await new Promise(resolve => setTimeout(resolve, CALM_MS));
    await new Promise(resolve => ('requestIdleCallback' in globalThis ? requestIdleCallback(resolve, { timeout: CALM_MS }) : resolve(null)));
}

/** Whether the build has put a version into the service worker. */
async function isBuilt() {
    const answer = await fetch('sw.js').catch(() => null);
    return !!answer?.ok && !(await answer.text()).includes(`@${'VERSION'}@`);
}

/** @param {ServiceWorker | null} worker */
function watch(worker) {
    worker?.addEventListener('statechange', () => {
        if (worker.state === 'installed' && navigator.serviceWorker.controller) tell(worker);
    });
}

/** @param {ServiceWorker} worker that waits to take over */
function tell(worker) {
    note(strings.settings.newVersion, {
        text: strings.settings.reload,
        run() {
            navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
            worker.postMessage('take over');
        },
    });
}
