// How strong an agent is, in words. A game may say which of its agents is what (games/index.js); of one that does not,
// the agents that every game has are used.
// @ts-check
/** @import { GameInfo } from '../types.js' */
import { readAgent } from '../agent_text.js';
import { refinementsOf } from '../games/index.js';

/** @typedef {'easy' | 'medium' | 'strong' | 'strongest'} Level */

/** From easy to strongest, for a game of which nothing is known; the first of each that the game has. @type {Record<Level, string[]>} */
const usual = {
    easy: ['greedy', 'random'],
    medium: ['rollout:100ms', 'greedy', 'random'],
    strong: ['mcts:300ms', 'rollout:300ms', 'greedy'],
    strongest: ['mcts:1500ms', 'rollout:1500ms', 'greedy'],
};

/** @param {GameInfo} game @returns {{ level: Level, agent: string }[]} those that differ */
export function levelsOf(game) {
    const own = refinementsOf(game.name).levels;
    const levels = /** @type {Level[]} */ (Object.keys(usual)).map(level => ({ level, agent: own?.[level] ?? pick(game, usual[level]) }));
    return levels.filter(({ agent }, i) => agent !== '' && levels.findIndex(other => other.agent === agent) === i);
}

/** @param {GameInfo} game @param {string[]} wanted */
const pick = (game, wanted) => wanted.find(agent => game.agents.includes(readAgent(agent).agent)) ?? game.agents[0] ?? '';

/** The agent that sits opposite if nothing is said. @param {GameInfo} game */
export function standardAgent(game) {
    const levels = levelsOf(game);
    return (levels.find(({ level }) => level === 'medium') ?? levels[0])?.agent ?? '';
}

/** @param {string} agent as "coach:200ms" */
export function agentName(agent) {
    const { agent: name } = readAgent(agent);
    return name.charAt(0).toUpperCase() + name.slice(1);
}
