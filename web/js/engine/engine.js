// The engine for the page: quick requests go to one worker, thinking to others, so that the page never waits for
// either. Every request is stateless; any worker can answer it.
// @ts-check

export { EngineError } from './mind.js';
export { ask, askAll, drawScene, findGame, listGames } from './desk.js';
export { think, Thinker, thinkOn } from './thinking.js';
