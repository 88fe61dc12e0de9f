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

/** @param {string} link */
export const goTo = link => { location.hash = link; };
/** @param {string} link replaces the present one, without a new entry in the history or a new screen */
export const stayAt = link => history.replaceState(null, '', link);
