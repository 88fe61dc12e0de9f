// Hash routes: "#/play/azul?seed=monday" names a screen, its parts and its query. Any static host serves them.
// @ts-check
/** @import { Route, Screen } from './types.js' */
import { useStyle } from './style.js';

/** @typedef {{ open(root: HTMLElement, route: Route): Promise<Screen> | Screen }} ScreenModule */

/** The screens with the style sheets that they need beyond those of the page. @type {Record<string, () => Promise<ScreenModule>>} */
const screens = {
    '': () => import('./screens/home.js'),
    play: () => import('./screens/play.js'),
    practice: () => styled(import('./screens/practice.js'), 'coach', 'practice'),
    edit: () => styled(import('./screens/edit.js'), 'coach', 'practice', 'edit'),
    solve: () => styled(import('./screens/solve.js'), 'solve', 'player'),
    rooms: () => styled(import('./screens/rooms.js'), 'rooms'),
    room: () => styled(import('./screens/room.js'), 'rooms'),
    replay: () => styled(import('./screens/replay.js'), 'review', 'player'),
    review: () => styled(import('./screens/review.js'), 'coach', 'review', 'player'),
    help: () => styled(import('./screens/help.js'), 'help'),
};

/** @param {Promise<ScreenModule>} module @param {...string} sheets */
async function styled(module, ...sheets) {
    const [screen] = await Promise.all([module, useStyle(...sheets)]);
    return screen;
}

/** @param {string} hash @returns {Route} */
export function parseRoute(hash) {
    const [path, query = ''] = hash.replace(/^#?\/?/, '').split(/\?(.*)/s);
    const [name, ...parts] = path.split('/').filter(Boolean).map(decodePart);
    return { name: name ?? '', parts, query: new URLSearchParams(query) };
}

/** @param {string} part */
function decodePart(part) {
    try {
        return decodeURIComponent(part);
    } catch {
        return part;
    }
}

/** @param {string} name */
export const findScreen = name => (Object.hasOwn(screens, name) ? screens[name] : undefined);

/**
 * Writes a link to a screen.
 * @param {string[]} path
 * @param {Record<string, string | number | undefined | null>} [query]
 */
export function linkTo(path, query = {}) {
    const given = Object.entries(query).filter(([, value]) => value != null && value !== '');
    const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
    return `#/${path.map(encodeURIComponent).join('/')}${search ? `?${search}` : ''}`;
}

let present = parseRoute('');
let address = '';

/** The route that the address names now. From here on it is the present one. */
export function readAddress() {
    address = location.hash;
    present = parseRoute(address);
    return present;
}

/** Opens a screen; anew if it is the present one. @param {string} link */
export function goTo(link) {
    const before = location.hash;
    location.hash = link;
    if (location.hash === before) dispatchEvent(new HashChangeEvent('hashchange'));
}

/**
 * Replaces the present link, without a new entry in the history or a new screen. A screen that was left changes nothing.
 * @param {string} link
 * @param {Route} [route] that of the screen
 */
export function stayAt(link, route = present) {
    if (route !== present || parseRoute(link).name !== route.name || location.hash !== address) return;
    history.replaceState(null, '', link);
    address = location.hash;
}
