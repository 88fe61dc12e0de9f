// The grades of practice, kept in this browser: what each answer lost, and what its position was about. Storage is not
// trusted: what does not look like a grade is dropped.
// @ts-check
/** @import { Grade } from '../types.js' */
import { storedList } from '../store.js';

/**
 * @typedef {object} Graded
 * @property {string} game
 * @property {Grade} grade
 * @property {number} lost
 * @property {string} seed
 * @property {number} number
 * @property {Record<string, string[]>} tags what the position was about, as stage or theme
 */

const most = 5000;
const tagsMax = 8;
const gradeNames = ['EXCELLENT', 'GOOD', 'OKAY', 'MISS'];

/** @param {unknown} text */
const isShort = text => typeof text === 'string' && text.length <= 64;

/** @param {any} entry @returns {entry is Graded} */
function isGraded(entry) {
    return !!entry && isShort(entry.game) && isShort(entry.seed) && gradeNames.includes(entry.grade) &&
        Number.isFinite(entry.lost) && Number.isInteger(entry.number) && !!entry.tags
            && typeof entry.tags === 'object' &&
        Object.entries(entry.tags).length <= tagsMax && Object.entries(entry.tags).every(([name, values]) =>
            isShort(name) && Array.isArray(values) && values.length <= tagsMax && values.every(isShort));
}

const grades = storedList('grades', isGraded, most);

/** @param {string} game @returns {Graded[]} oldest first */
export const gradesOf = game => grades.all().filter(one => one.game === game);

/** @param {Graded} graded */
export const addGrade = graded => grades.add(graded);

/** @param {string} game */
export const clearGrades = game => grades.keep(one => one.game !== game);

/**
 * The features of a position that people read, as tags.
 * @param {Record<string, unknown>} features
 * @returns {Record<string, string[]>}
 */
export function tagsOf(features) {
    const tags = Object.entries(features).map(([name, value]) => {
        const values = (Array.isArray(value) ? value : [value]).filter(isShort);
        return /** @type {[string, string[]]} */ ([name, values.slice(0, tagsMax)]);
    });
    return Object.fromEntries(tags.filter(([, values]) => values.length).slice(0, tagsMax));
}

/** The mean of what was lost. @param {Graded[]} list */
export const meanLost = list => list.reduce((sum, { lost }) => sum + Math.max(0, lost), 0) / Math.max(1, list.length);
