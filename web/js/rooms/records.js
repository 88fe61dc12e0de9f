// Games that the server keeps, for the replay.
// @ts-check
/** @import { GameEvent, GameRecord } from '../types.js' */
import { strings } from '../strings.js';
import { RoomError } from './connection.js';
import { theHall } from './hall.js';
import { readGames } from './reading.js';

/**
 * @typedef {{ record: GameRecord, race: boolean, seats: { name: string, agent: boolean, points: number, rank: number
 *     }[] }} KeptRecord `seats`: who played; in a race each has a record
 */

/**
 * Fetches the record of a kept game; in a race, that of a seat. Throws with what to tell people.
 * @param {number} number @param {number} [seat] @returns {Promise<KeptRecord>}
 */
export async function fetchRecord(number, seat = 0) {
    const hall = theHall();
    await hall.whenOpen();
    try {
        const answer = await hall.line.ask('hall.record', { record: number, seat });
        const [{ game, race, seats }] = readGames([answer]);
        const events = /** @type {GameEvent[]} */ (Array.isArray(answer.events) ? answer.events : []);
        return { record: { game, params: answer.params, events }, race, seats };
    } catch (error) {
        if (error instanceof RoomError && error.code === 'NO_RECORD') throw new Error(strings.rooms.recordMissing);
        throw error;
    }
}
