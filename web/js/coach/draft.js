// A position on its way: what is laid, its past for undo, and what the engine says of it. Only what can be drawn is
// taken; what cannot be is answered with the engine's reason and the place of the fault.
// @ts-check
/** @import { GameInfo, Scene } from '../types.js' */
/** @import { Editing } from '../games/editors.js' */
import { ask, drawScene, EngineError } from '../engine/engine.js';
import { textsOf } from '../games/texts.js';

/** @typedef {{ draft: any, state: object, text: string, scene: Scene, problem: EngineError | null }} Laid */

const pastMax = 200;

export class Draft {
    /** @type {Laid[]} */
    past = [];
    at = -1;
    turn = 0;

    /** @param {GameInfo} game @param {Editing | null} editing */
    constructor(game, editing) {
        this.game = game;
        this.editing = editing;
    }

    /** @returns {Laid | undefined} */
    get now() { return this.past[this.at]; }
    get canUndo() { return this.at > 0; }
    get canRedo() { return this.at < this.past.length - 1; }

    /** Takes a state that the engine has taken. @param {object} state */
    load(state) {
        return this.lay(this.editing ? this.editing.draftOf(state) : state);
    }

    /**
     * Lays a draft. Throws EngineError if it cannot be.
     * @param {any} draft
     * @returns {Promise<Laid | null>} null if a later one came in between
     */
    async lay(draft) {
        const mine = ++this.turn;
        const laid = await this.look(draft);
        if (mine !== this.turn) return null;
        this.past = [...this.past.slice(0, this.at + 1), laid].slice(-pastMax);
        this.at = this.past.length - 1;
        return laid;
    }

    /** @param {any} draft @returns {Promise<Laid>} */
    async look(draft) {
        const { editing } = this;
        try {
            const { state, text } = await this.check(draft);
            return { draft, state, text, scene: await drawScene(state, 0), problem: null };
        } catch (error) {
            const standIn = editing?.standIn?.(draft);
            if (!(error instanceof EngineError) || !standIn || standIn === draft
                || !editing?.withoutStandIn) throw error;
            const { state } = await this.check(standIn);
            return { draft, state, text: '', scene: editing.withoutStandIn(await drawScene(state, 0)), problem: error };
        }
    }

    /** The picture that another seat has. @param {number} seat @returns {Promise<Scene>} */
    async sceneFor(seat) {
        const { now, editing } = this;
        if (!now) throw new Error('nothing is laid');
        const scene = await drawScene(now.state, seat);
        return now.problem && editing?.withoutStandIn ? editing.withoutStandIn(scene) : scene;
    }

    /** @param {any} draft @returns {Promise<{ state: object, text: string }>} */
    async check(draft) {
        const answer = await ask(this.editing ? this.editing.request(draft) : { cmd: 'check', state: draft });
        const state = answer.state ?? (await ask({ cmd: 'apply', state: draft, actions: [] })).state;
        return { state, text: answer.text ?? textsOf(this.game.name)?.write(state) ?? JSON.stringify(state) };
    }

    /** @param {number} by */
    step(by) {
        this.turn++;
        this.at = Math.max(0, Math.min(this.past.length - 1, this.at + by));
    }
}
