// Starts the engine while the page is still being loaded: every screen first asks it which games there are.
// @ts-check
import { listGames } from './desk.js';

listGames().catch(() => {});
