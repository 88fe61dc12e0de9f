// Ways into a room: the link of a room on this page, and what to type in a terminal.
// @ts-check
import { fill, strings } from '../strings.js';

/** @param {number} room */
export const roomLink = room => `${location.origin}${location.pathname}#/room/${room}`;

/** @param {number | null | undefined} port */
export const telnetLine = port => (port
    ? fill(strings.rooms.telnetLine, { host: location.hostname.replace(/^\[|\]$/g, ''), port }) : null);
