// The game that was left, one of each kind, in this browser. What is read is checked as if a stranger had written it.
// @ts-check
/** @import { GameRecord, Seat, TableLike } from '../types.js' */
/** @import { Step } from '../table_past.js' */
import { addFinished, isSeat, readStored, writeStored } from '../store.js';

/** @typedef {{ link: string, record: GameRecord, seats: Seat[], who: number, rng: string | null, undone?: Step[] }} Kept */

/** @param {string} game @returns {Kept | null} */
export function keptGame(game) {
    return readStored(`game.${game}`, /** @type {(value: any) => value is Kept} */ (value => isKept(value, game)));
}

/** @param {any} kept @param {string} game */
function isKept(kept, game) {
    if (!kept) return false;
    const { link, record, seats, who, rng, undone = [] } = kept;
    return typeof link === 'string' && link.startsWith(`#/play/${game}`) && record?.game === game && Array.isArray(record.events) &&
        Array.isArray(seats) && seats.length <= 16 && seats.every(isSeat) && Number.isInteger(who) && who >= 0 && who < seats.length &&
        isLuck(rng) && Array.isArray(undone) && undone.every(isStep);
}

/** @param {unknown} rng */
const isLuck = rng => rng === null || typeof rng === 'string';
/** @param {any} step */
const isStep = step => Array.isArray(step?.events) && step.events.length > 0 && step.events.every((/** @type {unknown} */ event) => event !== null && typeof event === 'object') && isLuck(step.rng) && (typeof step.who === 'number' || step.who === 'clock');

/** @param {string} game @param {Kept | null} kept null forgets it */
export const keepGame = (game, kept) => writeStored(`game.${game}`, kept);

/** Keeps a game that is over, for its review. @param {TableLike} table @param {string} id */
export async function keepFinished({ record, seats, who, scores, winners, game }, id) {
    const { packRecord } = await import('../share.js');
    addFinished({ id, game: game.name, when: Date.now(), seats, who, scores, winners, packed: await packRecord(record) });
}
