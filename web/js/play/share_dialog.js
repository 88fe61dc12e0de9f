// The dialog to share a game: links to it and to its position, the record as a file, and a place to open what others sent.
// @ts-check
/** @import { Table } from '../table.js' */
/** @import { GameSetup } from './setup.js' */
import { el } from '../dom.js';
import { goTo } from '../router.js';
import { exportRecord, importText, linkForGame, linkForState } from '../share.js';
import { strings } from '../strings.js';
import { button } from '../parts/button.js';
import { openDialog } from '../parts/dialog.js';
import { textField } from '../parts/fields.js';
import { importPart } from '../parts/import.js';
import { note } from '../parts/say.js';
import { sentence } from '../parts/trouble.js';
import { linkOf } from './setup.js';

const largest = 1 << 20;

/** @param {Table} table @param {GameSetup} setup */
export function openShare(table, setup) {
    const place = el('div', { class: 'fields' }, copyLine(strings.share.start, address(linkOf(table.game, setup))));
    addLinks(place, table);
    return openDialog({
        title: strings.share.title,
        content: close => [place, downloadButton(table), el('hr', { class: 'rule' }), ...importPart(strings.share.importTitle, strings.share.paste, text => openGiven(text).then(() => close()))],
    });
}

/** @param {string} link */
const address = link => new URL(link, location.href).href;

/** These links are made by the engine, in a moment. @param {HTMLElement} place @param {Table} table */
async function addLinks(place, { state, record }) {
    const [position, whole] = await Promise.allSettled([linkForState(state, 'play'), linkForGame(record, 'play')]);
    for (const [label, link] of /** @type {const} */ ([[strings.share.position, position], [strings.share.whole, whole]])) {
        place.append(link.status === 'fulfilled' ? copyLine(label, address(link.value)) : el('p', { class: 'quiet small' }, `${label}: ${sentence(link.reason.message)}`));
    }
}

/** A text that can be copied. @param {string} label @param {string} text */
export function copyLine(label, text) {
    const field = textField({ label, value: text, readonly: true, max: largest });
    field.input.addEventListener('focus', () => field.input.select());
    return el('div', { class: 'text-and-button' }, field.element, button({ text: strings.share.copy, icon: 'copy', run: () => copy(text, field.input) }));
}

/** @param {string} text @param {HTMLInputElement | HTMLTextAreaElement} input */
async function copy(text, input) {
    try {
        await navigator.clipboard.writeText(text);
        note(strings.share.copied);
    } catch {
        input.select();
        note(strings.share.notCopied);
    }
}

/** @param {Table} table */
function downloadButton(table) {
    return button({ text: strings.share.download, icon: 'download', run: () => download(exportRecord(table)) });
}

/** @param {{ name: string, text: string }} file */
function download({ name, text }) {
    const href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
    el('a', { href, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(href), 1000);
}

/** Opens what was given; throws an error that says what is wrong with it. @param {string} text */
async function openGiven(text) {
    const given = await importText(text);
    goTo(given.kind === 'record' ? await linkForGame(given.record, 'play') : await linkForState(given.state, 'play'));
}
