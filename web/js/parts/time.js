// Times for people.
// @ts-check

/** As a clock shows it: 2:14. @param {number} seconds */
export const clockText = seconds => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds) % 60).padStart(2, '0')}`;
