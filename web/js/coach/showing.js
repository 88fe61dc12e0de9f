// What a board shows while the coach speaks: the position with moves drawn over it, one move that is looked at, or a
// position further on in a line.
// @ts-check
/** @import { Action, GameInfo, Grade, Mark, Scene, Tone } from '../types.js' */
/** @import { Board } from '../board/board.js' */
/** @import { Move } from './words.js' */
/** @import { Step } from './walk.js' */
import { Marks } from '../board/marks.js';
import { marksForMove } from '../board/move_marks.js';

/** @type {WeakMap<Board, Marks>} a board has one layer of the coach's marks */
const layers = new WeakMap();

/** @param {Board} board */
function layerOf(board) {
    const marks = layers.get(board) ?? new Marks(board);
    layers.set(board, marks);
    return marks;
}

export class Showing {
    /** Grows with each wish, so that late answers are known. */
    turn = 0;
    /** @type {{ game: GameInfo, state: object, who: number } | null} whose moves are drawn */
    view = null;
    /** @type {Map<string, Promise<Mark[]>>} marks that were made already */
    made = new Map();

    /** @param {Board} board @param {Scene} scene the position */
    constructor(board, scene) {
        this.board = board;
        this.scene = scene;
        this.marks = layerOf(board);
    }

    /**
     * Draws the best move and the person's.
     * @param {Move | null} best
     * @param {Move | null} yours
     * @param {Grade | null} grade
     */
    moves(best, yours, grade) {
        return this.draw([yours && this.marksOf(yours.action, 'yours', grade), best
            && this.marksOf(best.action, 'best', null)]);
    }

    /** Draws one move that is looked at. @param {Move} move */
    preview(move) {
        return this.draw([this.marksOf(move.action, 'hint', null)]);
    }

    /**
     * Draws where pieces come to lie, for answers of several actions.
     * @param {Step[]} best
     * @param {Step[]} yours
     * @param {Grade | null} grade
     */
    landings(best, yours, grade) {
        return this.draw([Promise.resolve([...landed(this.scene, yours, 'yours', grade),
            ...landed(this.scene, best, 'best', null)])]);
    }

    /** @param {Action} action @param {Tone} tone @param {Grade | null} grade */
    marksOf(action, tone, grade) {
        if (!this.view) return null;
        const key = JSON.stringify([action, tone, grade]);
        const made = this.made.get(key) ?? marksForMove(this.view, action, tone, grade, this.view.who);
        this.made.set(key, made);
        return made;
    }

    /** @param {(Promise<Mark[]> | null | false)[]} wanted */
    async draw(wanted) {
        const turn = ++this.turn;
        const marks = (await Promise.all(wanted.filter(one => !!one))).flat();
        if (turn === this.turn) this.marks.show(marks);
    }

    /** Shows the position after a step of a line. @param {Step} step */
    step(step) {
        this.turn++;
        this.board.paint(step.scene);
        this.marks.show(lastMarks(step));
    }

    /** Back to the position. */
    back() {
        this.board.paint(this.scene);
        this.clear();
    }

    clear() {
        this.turn++;
        this.marks.clear();
    }
}

/** Rings around where the step's pieces went. @param {Step} step @returns {Mark[]} */
function lastMarks({ effects, path, move }) {
    const spots = effects[0]?.spots.slice(-1) ?? move.spots.slice(-1);
    /** @type {Mark[]} */
    const rings = spots.length ? [{ kind: 'ring', spots, tone: 'hint' }] : [];
    return path && path.length > 1 ? [{ kind: 'path', spots: path, tone: 'hint' }, ...rings] : rings;
}

/**
 * Pieces that lie in the last picture of some steps, before the last one lets them land, and not in the first.
 * @param {Scene} from
 * @param {Step[]} steps
 * @param {Tone} tone
 * @param {Grade | null} grade
 * @returns {Mark[]}
 */
function landed(from, steps, tone, grade) {
    const end = steps.at(-1)?.before;
    if (!end) return [];
    const had = new Set(from.tiles.filter(tile => tile.kind === 'tile').map(tile => tile.spot));
    const fresh = end.tiles.filter(tile => tile.kind === 'tile' && tile.spot !== undefined && !had.has(tile.spot));
    const spots = fresh.map(tile => /** @type {number} */ (tile.spot));
    if (!spots.length) return [];
    /** @type {Mark[]} */
    const ghosts = fresh.map(({ spot, colour, label, kind, joins }) => ({ kind: 'ghost',
        spots: [/** @type {number} */ (spot)], tile: { colour, label, kind, joins }, tone }));
    return [...ghosts, { kind: 'ring', spots, tone, ...(grade && { grade }) }];
}
