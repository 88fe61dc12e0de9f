// slide's tiles are cut from one image, a plank or a picture of the player's own, each at its home: what is solved
// joins.
// @ts-check
/** @import { Board } from '../board/board.js' */
/** @import { Area, Scene, Tile } from '../types.js' */
/** @import { Refinements } from './index.js' */
import { plankAddress } from './slide_plank.js';
import { onPicture, shownPicture } from './slide_picture.js';

/**
 * Where an image lies over the whole board, in tiles: its size, and its offset from the top left corner.
 * @typedef {{ address: string, width: number, height: number, left: number, top: number }} Cover
 */

/**
 * Covers the board and keeps the image's form; what is too much hangs over at both sides.
 * @param {Area} area @returns {Cover}
 */
function coverBoard({ rows, cols }) {
    const picture = shownPicture();
    if (!picture) return { address: plankAddress(rows, cols), width: cols, height: rows, left: 0, top: 0 };
    const scale = Math.max(cols / picture.width, rows / picture.height);
    const [width, height] = [picture.width * scale, picture.height * scale];
    return { address: picture.address, width, height, left: (cols - width) / 2, top: (rows - height) / 2 };
}

/**
 * The home of tile 1, which tells the goal: cell 0, or 1 if the blank is first. A tile that is home (green) shows it;
 * until one is, the usual goal is taken.
 * @param {Area} area @param {Tile[]} tiles @param {HTMLElement} element remembers it
 */
function findFirst(area, tiles, element) {
    const home = tiles.find(({ colour }) => colour === 'green');
    const cell = home ? (home.row - area.row) * area.cols + home.col - area.col : 0;
    if (home) element.dataset.first = String(cell - Number(home.label) + 1);
    return Number(element.dataset.first ?? 0);
}

/** @param {Board} board @param {Scene} scene */
function refine(board, scene) {
    const area = scene.areas.find(each => each.class === 'board');
    if (!area) return;
    const tiles = scene.tiles.filter(tile => tile.kind === 'tile' && tile.spot !== undefined);
    const first = findFirst(area, tiles, board.element);
    const cover = coverBoard(area);
    cutTiles(board, area, cover, tiles, first);
    watchPicture(board);
}

/** @param {Board} board @param {Area} area @param {Cover} cover @param {Tile[]} tiles @param {number} first */
function cutTiles(board, area, cover, tiles, first) {
    const { style, classList } = board.element;
    const picture = shownPicture();
    classList.toggle('pictured', picture !== null);
    classList.toggle('unnumbered', picture !== null && !picture.numbers);
    style.setProperty('--cut', `url("${cover.address}")`);
    style.setProperty('--cut-size', `${cover.width * 100}% ${cover.height * 100}%`);
    for (const tile of tiles) {
        const home = Number(tile.label) - 1 + first;
        const [row, col] = [Math.floor(home / area.cols), home % area.cols];
        const at = `${share(col - cover.left, cover.width)} ${share(row - cover.top, cover.height)}`;
        board.spot(/** @type {number} */ (tile.spot))?.style.setProperty('--cut-at', at);
    }
}

/**
 * A place in an image as CSS wants it: 100% is the last place where a tile fits.
 * @param {number} at @param {number} size both in tiles
 */
const share = (at, size) => `${((at / (size - 1)) * 100).toFixed(3)}%`;

/** @type {WeakSet<Board>} */
const watching = new WeakSet();

/** Paints a board again when another picture is chosen. @param {Board} board */
function watchPicture(board) {
    if (watching.has(board)) return;
    watching.add(board);
    const stop = onPicture(() => {
        if (!board.element.isConnected) stop();
        else if (board.scene) refine(board, board.scene);
    });
}

/** @type {Refinements} */
export const slide = { piece: ({ kind }) => (kind === 'tile' ? 'wood' : undefined), refine };
