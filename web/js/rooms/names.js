// Names of seats for people: an agent's begins with a capital, the page's own seat is "You".
// @ts-check
/** @import { RoomInfo } from './reading.js' */
import { strings } from '../strings.js';

/** @param {{ name: string | null, agent?: boolean }} seat */
export function seatName({ name, agent }) {
    if (!name) return '';
    return agent ? name.charAt(0).toUpperCase() + name.slice(1) : name;
}

/** @param {RoomInfo} room @param {number} seat @param {number | null} own */
export const nameAt = (room, seat, own) => (seat === own ? strings.rooms.you : seatName(room.seats[seat]));
