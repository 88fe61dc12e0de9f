// A position that came with the address, or that a person typed: as share.js reads them; of a whole game its end.
// @ts-check
/** @import { GameInfo } from '../types.js' */
/** @import { Shared } from '../share.js' */
import { ask, EngineError } from '../engine/engine.js';
import { importText, readQuery } from '../share.js';
import { strings } from '../strings.js';

const holders = ['game', 'pos', 'tiles', 'state'];

/** Whether an address holds a position. @param {URLSearchParams} query */
export const holdsPosition = query => holders.some(name => query.get(name));

/** @param {GameInfo} game @param {URLSearchParams} query @returns {Promise<object>} a state that the engine takes */
export async function givenState(game, query) {
    return stateOf(game, await readQuery(game, query));
}

/** @param {GameInfo} game @param {string} text @returns {Promise<object>} */
export async function typedState(game, text) {
    return stateOf(game, await importText(text));
}

/** @param {GameInfo} game @param {Shared | null} shared @returns {Promise<object>} */
async function stateOf(game, shared) {
    if (shared?.game !== game.name) throw new EngineError({ code: 'BAD_REQUEST', message: strings.editor.otherGame });
    if (shared.kind === 'state') return complete(shared.state);
    return (await ask({ cmd: 'replay', record: shared.record })).state;
}

/** The state as the engine writes it, with all that may be left out. @param {object} state */
const complete = async state => (await ask({ cmd: 'apply', state, actions: [] })).state;
