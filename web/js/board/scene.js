// Reading a scene: which area a tile lies in, and what lies at a spot.
// @ts-check
/** @import { Area, Scene, Tile } from '../types.js' */
/** @import { Refinements } from '../games/index.js' */

/** @param {{ row: number, col: number }} place @param {Area} area */
export const isIn = (place, area) =>
    place.row >= area.row && place.col >= area.col && place.row < area.row + area.rows && place.col < area.col + area.cols;
/** @param {Area} area */
export const sizeOf = area => area.rows * area.cols;

/** The smallest area that a tile lies in. @param {Scene} scene @param {Tile} tile @returns {Area | undefined} */
export function areaOf(scene, tile) {
    return scene.areas.filter(area => isIn(tile, area)).sort((a, b) => sizeOf(a) - sizeOf(b))[0];
}

/** What lies at a spot, in the order of the board's elements: a tile that stands for several comes as often.
 * @param {Scene} scene @param {number} spot @param {Refinements} refinements @returns {Tile[]} */
export function tilesAt(scene, spot, refinements) {
    return scene.tiles.filter(tile => tile.spot === spot).flatMap(tile => {
        const area = areaOf(scene, tile);
        return (area && refinements.split?.(tile, area)) ?? [tile];
    });
}
