// A board from outside: pasted, or made to measure.
// @ts-check
/** @import { GameInfo } from '../types.js' */
/** @import { SlideState } from './slide_board.js' */
import { el } from '../dom.js';
import { ask, think } from '../engine/engine.js';
import { button } from '../parts/button.js';
import { openDialog } from '../parts/dialog.js';
import { numberField } from '../parts/fields.js';
import { importPart } from '../parts/import.js';
import { sentence } from '../parts/trouble.js';
import { importText } from '../share.js';
import { strings } from '../strings.js';

const sidesMax = 16;

/** Reads a board as people write it; the engine checks it. Throws an error for people. @param {string} text @returns {Promise<SlideState>} */
async function readBoard(text) {
    const found = await importText(text);
    if (found.kind !== 'state') throw new Error(strings.solve.noBoard);
    return /** @type {any} */ (found.state);
}

/** Asks for a board: scrambled to measure, or pasted. @param {GameInfo} game @param {SlideState} now @returns {Promise<SlideState | undefined>} */
export async function askForBoard(game, now) {
    const result = await openDialog({
        title: strings.solve.newBoard,
        content: close => [...scramblePart(game, now, close), el('hr', { class: 'rule' }),
            ...importPart(strings.solve.paste, strings.solve.pasteHelp, async text => close(await readBoard(text)))],
    });
    return /** @type {SlideState | undefined} */ (result);
}

/** @param {GameInfo} game @param {SlideState} now @param {(result: unknown) => void} close @returns {HTMLElement[]} */
function scramblePart(game, now, close) {
    const text = strings.solve;
    const rows = numberField({ label: text.rows, min: 2, max: sidesMax, value: now.rows });
    const cols = numberField({ label: text.cols, min: 2, max: sidesMax, value: now.cols });
    const length = numberField({ label: text.length, min: 0, max: 80, value: 0, help: text.lengthHelp });
    const make = async () => {
        const size = { rows: rows.value, cols: cols.value };
        const seed = String(Date.now());
        length.error(null);
        try {
            const made = length.value > 0 ? think({ cmd: 'scenario', game: game.name, ...size, length: length.value, seed }).answer : ask({ cmd: 'new', game: game.name, params: size, seed });
            close((await made).state);
        } catch (error) {
            length.error(sentence(/** @type {Error} */ (error).message));
        }
    };
    return [el('div', { class: 'field-row' }, rows.element, cols.element), length.element,
        el('div', { class: 'buttons' }, button({ text: text.make, kind: 'primary', run: make }))];
}
