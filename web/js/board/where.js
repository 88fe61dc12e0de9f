// Where a move can begin, in words: "a factory or the center".
// @ts-check
/** @import { Area, Scene } from '../types.js' */
import { fill, strings } from '../strings.js';
import { isIn, sizeOf } from './scene.js';

const most = 2; // names in a sentence

/** What to say to who picks where no move begins. @param {Scene | null} scene @param {Set<number>} spots where one does */
export function sayWhere(scene, spots) {
    const areas = scene ? areasOf(scene, spots) : [];
    const names = new Set(areas.map(area => nameOf(area, areas)));
    if (areas.length < 2 || names.size > most || areas.some(({ seat, title }) => seat !== undefined || !title)) return strings.choose.noStart;
    return fill(strings.choose.beginIn, { areas: [...names].join(strings.choose.or) });
}

/** The innermost areas that these spots lie in. @param {Scene} scene @param {Set<number>} spots @returns {Area[]} */
function areasOf({ areas, tiles }, spots) {
    const inner = areas.toSorted((a, b) => sizeOf(a) - sizeOf(b));
    const found = tiles.filter(({ spot }) => spot !== undefined && spots.has(spot)).map(tile => inner.find(area => isIn(tile, area)));
    return [...new Set(found)].filter(area => area !== undefined);
}

/** One of several is "a factory". @param {Area} area @param {Area[]} areas */
function nameOf(area, areas) {
    const name = area.title.replace(/ \d+$/, '').toLowerCase();
    const several = areas.filter(other => other.class === area.class).length > 1;
    return several ? fill(/^[aeiou]/.test(name) ? strings.choose.an : strings.choose.a, { name }) : fill(strings.choose.the, { name });
}
