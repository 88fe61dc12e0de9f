// Small drawings of the coach: the seal of what is proven, a shape for each grade, the two arrows. All read without
// colour.
// @ts-check
/** @import { Grade } from '../types.js' */
import { svg } from '../dom.js';
import { strings } from '../strings.js';

const round = (/** @type {number} */ n) => Math.round(n * 100) / 100;

/** A star of points at two radii about 50,50. @param {number} points @param {number} outer @param {number} inner */
function star(points, outer, inner) {
    const at = (/** @type {number} */ i) => {
        const radius = i % 2 ? inner : outer;
        const angle = Math.PI * (i / points - 0.5);
        return `${round(50 + radius * Math.cos(angle))} ${round(50 + radius * Math.sin(angle))}`;
    };
    return `M${Array.from({ length: 2 * points }, (_, i) => at(i)).join('L')}Z`;
}

const seal = star(16, 48, 40);
const gradeStar = star(5, 48, 21);

/** @param {boolean} named whether a screen reader is told */
export function drawSeal(named = false) {
    const about = named ? { role: 'img', 'aria-label': strings.coach.proven } : { 'aria-hidden': 'true' };
    return svg('svg', { class: 'seal', viewBox: '0 0 100 100', ...about },
        svg('path', { class: 'seal-face', d: seal }),
        svg('circle', { class: 'seal-ring', cx: 50, cy: 50, r: 33 }),
        svg('path', { class: 'seal-tick', d: 'M34 51L46 63L67 39' }));
}

/** @type {Record<Grade, string>} */
const gradePaths = {
    EXCELLENT: gradeStar,
    GOOD: 'M50 8A42 42 0 1 1 49.9 8Z',
    OKAY: 'M50 4L96 50L50 96L4 50Z',
    MISS: 'M22 6L50 34L78 6L94 22L66 50L94 78L78 94L50 66L22 94L6 78L34 50L6 22Z',
};

/** @param {Grade} grade */
export function drawGrade(grade) {
    return svg('svg', { class: `grade-shape grade-${grade}`, viewBox: '0 0 100 100', 'aria-hidden': 'true' },
        svg('path', { d: gradePaths[grade] }));
}

/** @param {'best' | 'yours'} whose @param {Grade | null} grade */
export function drawArrow(whose, grade) {
    const tone = whose === 'best' ? 'tone-best' : `tone-yours grade-${grade ?? 'GOOD'}`;
    const lines = whose === 'best'
        ? [svg('path', { class: 'arrow-solid', d: 'M4 30H62V12L96 30L62 48V30' })]
        : [svg('path', { class: 'arrow-hollow', d: 'M4 24H62V10L94 30L62 50V36H4Z' })];
    return svg('svg', { class: `key-arrow ${tone}`, viewBox: '0 0 100 60', 'aria-hidden': 'true' }, ...lines);
}
