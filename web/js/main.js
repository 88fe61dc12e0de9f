// The page: opens the screen that the address names, keeps the bar and the keys, and puts the focus where a new screen begins.
// @ts-check
/** @import { Screen } from './types.js' */
import { el, find } from './dom.js';
import { findScreen, readAddress } from './router.js';
import { showBar } from './bar.js';
import { setWarning } from './engine/mind.js';
import { listenToKeys, openKeys } from './keys.js';
import { closeDialogs } from './parts/dialog.js';
import { openSettings } from './parts/settings_dialog.js';
import { note } from './parts/say.js';
import { showError, showTrouble } from './parts/trouble.js';
import { applySettings } from './settings.js';
import { startOffline } from './offline.js';
import { strings } from './strings.js';

let root = find(document, '#screen');
/** @type {Screen | null} */
let screen = null;
let turn = 0;

/** @param {{ first?: boolean }} [how] */
async function open({ first } = {}) {
    const mine = ++turn;
    const route = readAddress();
    const load = findScreen(route.name);
    closeDialogs();
    screen?.close();
    screen = null;
    newRoot(load ? route.name || 'home' : 'missing');
    try {
        if (!load) return showMissing();
        if (first && route.name) showFrame({ crumbs: [], commands: [], close() {} });
        const { open: start } = await load();
        if (mine !== turn) return;
        const next = await start(root, route);
        if (mine !== turn) return next.close();
        show(next);
    } catch (error) {
        if (mine !== turn) return;
        showError(root, error);
        show({ crumbs: [{ text: strings.errors.crumb }], commands: [], close() {} });
    }
    if (!first) focusHeading();
}

/** Each screen has a place of its own, so that one that opens too late is not seen. @param {string} name */
function newRoot(name) {
    const old = root;
    root = el('main', { id: 'screen', class: `screen screen-${name}`, tabindex: -1 });
    old.replaceWith(root);
}

function showMissing() {
    showTrouble(root, { title: strings.errors.noScreen, text: strings.errors.noScreenHelp, icon: 'target' });
    show({ crumbs: [{ text: strings.errors.crumb }], commands: [], close() {} });
}

/** @param {Screen} next */
function show(next) {
    screen = next;
    showFrame(next);
    if (!root.querySelector('h1')) root.prepend(el('h1', { class: 'unseen', tabindex: -1 }, next.crumbs.map(({ text }) => text).join(', ') || strings.name));
}

/** @param {Screen} shown */
const showFrame = shown => showBar(shown, [{ id: 'settings', run: openSettings }, { id: 'keys', run: () => { openKeys(shown); } }]);

function focusHeading() {
    const heading = find(root, 'h1');
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
    scrollTo(0, 0);
}

applySettings();
setWarning(note);
listenToKeys(() => screen);
addEventListener('hashchange', () => open());
open({ first: true }).then(startOffline);
