// What the values of an answer are: a lead, points still to come, or moves that are left. The agent says it in `games`
// as "minus the moves left"; what it does not say follows from how many play.
// @ts-check
/** @import { Best, GameInfo } from '../types.js' */
import { fill, strings } from '../strings.js';
import { formatSigned, formatValue } from './words.js';

/** @typedef {'lead' | 'left' | 'points' | 'value'} Unit `value`: a number of the agent's own */

export class Worth {
    /** @param {Unit} unit @param {string} objective @param {string} [meaning] in the agent's words */
    constructor(unit, objective, meaning = '') {
        this.unit = unit;
        this.objective = objective;
        this.meaning = meaning;
    }

    /** @param {GameInfo} game @param {Best} best @param {number} seats */
    static of(game, best, seats) {
        const { agent, objective } = best.diagnostics;
        const about = game.about.find(({ name }) => name === agent);
        const meaning = about?.meanings?.[about.objectives.indexOf(objective)] ?? '';
        if (meaning.startsWith('minus the ')) return new Worth('left', objective);
        return new Worth(seats > 1 ? 'lead' : meaning ? 'value' : 'points', objective, meaning);
    }

    /** A value for a row or a table. @param {number} value */
    show(value) {
        if (this.unit === 'left') return formatValue(-value);
        return this.unit === 'lead' ? formatSigned(value) : formatValue(value);
    }

    /** @param {number} value @returns {string} as "6 ahead", "12 moves to go" */
    say(value) {
        const words = strings.coach.worth;
        const size = formatValue(Math.abs(value));
        if (this.unit === 'left') return fill(size === '1' ? words.leftOne : words.left, { n: size });
        if (this.unit === 'points' || this.unit === 'value') return fill(words[this.unit], { n: formatValue(value) });
        return size === '0' ? words.level : fill(value > 0 ? words.ahead : words.behind, { n: size });
    }

    get when() {
        const known = /** @type {Record<string, string>} */ (strings.coach.when);
        return this.unit === 'lead' ? known[this.objective] ?? '' : '';
    }

    /** What a number of the agent's own is, and its chance, as of surviving; '' if it names none. @param {Best} best */
    explain({ chance, user, feedback, diagnostics: { chance_of: what } }) {
        if (this.unit !== 'value' || !what || chance == null) return '';
        const words = strings.coach;
        if (feedback.some(({ text }) => text.includes(what))) return fill(words.meaning, { meaning: this.meaning });
        const [there, you] = [chance, user?.chance].map(one => percent(one ?? chance));
        return `${fill(words.meaning, { meaning: this.meaning })} `
            + (user && you !== there ? fill(words.chances, { what, you, best: there }) : fill(words.chance, { what, best: there }));
    }

    /** What a move leads to, beside what was there. @param {Best} best */
    sentence(best) {
        const words = strings.coach;
        const when = this.when && ` ${this.when}`;
        if (best.user?.value == null) return fill(words.onlyBest, { best: this.say(best.value), when });
        const { value, delta } = best.user;
        if ((delta ?? 0) <= 0.005) return fill(best.diagnostics.exact ? words.sentenceBest : words.sentenceFound, { you: this.say(value), when });
        return fill(words.sentence, { you: this.say(value), best: this.unit === 'lead' ? this.say(best.value)
            : this.show(best.value), when });
    }
}

/** @param {number} chance */
const percent = chance => (chance > 0 && chance < 0.005 ? '<1' : String(Math.round(100 * chance)));

/** What an objective is called. @param {string} objective */
export function objectiveName(objective) {
    const known = /** @type {Record<string, string>} */ (strings.coach.objectives);
    return Object.hasOwn(known, objective) ? known[objective] : objective;
}
