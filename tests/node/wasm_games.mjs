// What the engine must answer alike wherever it runs: golden games, seeded games, advice, tools and
// reviews. It knows neither files nor programs, so that a page can run it, too: whoever calls it gives
// `ask` (a request as text to an answer as text) and gets every answer by `note` (a label, a text).

// A small generator: the same numbers everywhere.
function random(seed) {
    let state = seed >>> 0 || 1;
    return below => {
        state ^= state << 13, state >>>= 0;
        state ^= state >>> 17;
        state ^= state << 5, state >>>= 0;
        return state % below;
    };
}

// Times differ from run to run, and so do the nodes of a solver with several threads.
export function settled(text) {
    const times = text.replace(/"elapsed_ms":[0-9.]+/g, '"elapsed_ms":0');
    return times.includes('"manhattan":') ? times.replace(/"nodes":\d+/g, '"nodes":0') : times;
}

// A hash of many texts, to compare what two places answer without sending it all.
export class Digest {
    constructor() {
        this.one = 0xDEADBEEF;
        this.two = 0x41C6CE57;
    }

    add(text) {
        for (let i = 0; i < text.length; i++) {
            this.one = Math.imul(this.one ^ text.charCodeAt(i), 2654435761);
            this.two = Math.imul(this.two ^ text.charCodeAt(i), 1597334677);
        }
    }

    toString() {
        return [this.one, this.two].map(part => (part >>> 0).toString(16).padStart(8, '0')).join('');
    }
}

class Player {
    constructor({ ask, note, scene = null }) {
        this.askText = ask;
        this.note = note;
        this.scene = scene;
        this.label = '';
    }

    // Asks; the answer may be an error.
    async try(request) {
        const text = await this.askText(typeof request === 'string' ? request : JSON.stringify(request));
        this.note(this.label, settled(text));
        return JSON.parse(text);
    }

    async do(request) {
        const answer = await this.try(request);
        if (!answer.ok) throw new Error(`${this.label}: ${JSON.stringify(request).slice(0, 300)}: ${answer.error.message}`);
        return answer;
    }

    async digest(game, state) {
        return (await this.do({ cmd: 'replay', record: { game, start: state, events: [] } })).digest;
    }

    // Looks at a state in every way; where scenes can be read from memory, they must be as JSON tells.
    async look(game, state, seats) {
        await this.do({ cmd: 'legal', state, words: true });
        await this.digest(game, state);
        for (let who = 0; who < seats; who++) {
            const { id, ok, ...told } = await this.do({ cmd: 'scene', state, who });
            if (!this.scene) continue;
            const read = JSON.stringify(await this.scene(JSON.stringify({ state, who })));
            if (read !== JSON.stringify(told)) throw new Error(`${this.label}: the scene in memory differs: ${read}`);
        }
        await this.do({ cmd: 'observe', state, who: 0 });
    }
}

function readWho(text) {
    return text === 'chance' || text === 'clock' ? text : Number(text);
}

// A golden game: each line is WHO WORDS = DIGEST, which says what must come out.
async function playGolden(player, text) {
    const [head, ...lines] = text.trimEnd().split('\n');
    const [game, ...given] = head.split(' ');
    const params = Object.fromEntries(given.map(pair => pair.split('=')).map(([name, value]) => [name, Number(value)]));
    let { state } = await player.do({ cmd: 'new', game, params });
    for (const line of lines) {
        const [, who, words, digest] = /^(\S+) (.*) = ([0-9a-f]{16})$/.exec(line);
        const { action } = await player.do({ cmd: 'parse', state, who: readWho(who), words });
        ({ state } = await player.do({ cmd: 'apply', state, who: readWho(who), action }));
        const found = await player.digest(game, state);
        if (found !== digest) throw new Error(`${player.label}: after '${line}' the digest is ${found}`);
    }
    await player.look(game, state, (await player.do({ cmd: 'check', state })) && 1);
}

function choose(movers, draw) {
    const able = movers.filter(mover => mover.actions.length > 0);
    const mover = able[draw(able.length)];
    return { who: mover.who, action: mover.actions[draw(mover.actions.length)] };
}

// A game by seeded luck and seeded choices. Returns its record, and states on the way.
async function playSeeded(player, { game, params, seats, plies }, seed) {
    const draw = random(seed + 1), states = [];
    const begun = await player.do({ cmd: 'new', game, params, seed: `game ${seed}` });
    const events = [...begun.events];
    let { state } = begun;
    for (let ply = 0; ply < plies; ply++) {
        if (ply % 9 === 0) await player.look(game, state, seats);
        if (ply % 5 === 0) states.push(state);
        const { movers, over } = await player.do({ cmd: 'legal', state });
        if (over) break;
        const applied = await player.do(
            { cmd: 'apply', state, ...choose(movers, draw), seed: `${seed}/${ply}`, effects: true });
        events.push(...applied.events.map(({ who, action }) => ({ who, action })));
        ({ state } = applied);
    }
    return { record: { game, params: begun.params, events }, states };
}

// Agents whose node is a net.
const nets = ['deep', 'rank', 'net'];

// Each agent about some states, with a budget of nodes; once with a question about an action.
async function askAgents(player, { agents, acts_per_tick }, states) {
    for (const agent of agents)
        for (const [i, state] of states.entries()) {
            const { movers, over } = await player.do({ cmd: 'legal', state });
            const mover = movers.find(({ who, actions }) => typeof who === 'number' && actions.length > 0);
            if (over || !mover) continue;
            const action = i % 2 ? mover.actions[i % mover.actions.length] : undefined;
            await player.try({ cmd: 'best', state, who: mover.who, agent, nodes: nets.includes(agent) ? 60 : 3000, seed: `advice ${i}`, action, acts_per_tick });
        }
}

const kinds = [
    { game: 'azul', params: {}, seats: 2, plies: 60 },
    { game: 'azul', params: { players: 3, max_rounds: 2 }, seats: 3, plies: 60 },
    { game: 'azul', params: { players: 4 }, seats: 4, plies: 45 },
    { game: 'slide', params: { difficulty: 20 }, seats: 1, plies: 40 },
    { game: 'slide', params: { rows: 3, cols: 5, blank_first: 1 }, seats: 1, plies: 30 },
    { game: 'slide', params: { rows: 16, cols: 16 }, seats: 1, plies: 12 },
    { game: 'lines', params: {}, seats: 1, plies: 40 },
    { game: 'lines', params: { rows: 5, cols: 7, colors_count: 3, match_length: 3, lines98: 1 }, seats: 1, plies: 30 },
    { game: 'lines', params: { rows: 15, cols: 15, balls_per_turn: 10, show_next_balls: 0 }, seats: 1, plies: 15 },
    { game: 'falls', params: {}, seats: 1, plies: 120 },
    { game: 'falls', params: { players: 2, viruses: 12 }, seats: 2, plies: 150, acts_per_tick: 4 },
    { game: 'falls', params: { players: 4, nes_level: 3 }, seats: 4, plies: 60 },
];

// One request each; none depends on time.
const tools = [
    { cmd: 'scenario', game: 'azul', seed: 'one' },
    { cmd: 'scenario', game: 'azul', stage: 'MID', theme: 'FLOOR', difficulty: 'EASY', seed: 'monday' },
    { cmd: 'scenario', game: 'azul', players: 3, seed: 'three' },
    { cmd: 'scenario', game: 'azul', game_stage: 'END', seed: 'late' },
    { cmd: 'position', game: 'azul', text: 'azul2-r3-p1_BBYK-0-RRWW_2YK_24-1B3YY-1YR2B_17-2K-1BY' },
    { cmd: 'scenario', game: 'slide', rows: 3, cols: 3, length: 22, seed: 'one' },
];

const faults = ['', 'nonsense', '[]', '{"cmd":"fly"}', '{"cmd":"new"}', '{"cmd":"legal","state":{}}', '{"id":{"a":1},"cmd":"games2"}',
    '{"cmd":"new","game":"chess"}', '{"cmd":"best","state":{"ruleset_id":"azul_v1"}}', '{"cmd":"games","id":"\u00e9\\ud83c\\udf89"}',
    '{"cmd":"scenario","game":"falls"}', '{"cmd":"check","record":"{"}', `{"cmd":"new","game":"${'x'.repeat(100)}"}`];

async function solveBoards(player) {
    const sizes = [[3, 3, 0], [2, 6, 0], [3, 4, 0], [4, 4, 30], [5, 5, 24], [6, 6, 16]];
    for (const [rows, cols, difficulty] of sizes) {
        const params = { rows, cols, difficulty };
        const { state } = await player.do({ cmd: 'new', game: 'slide', params, seed: `solve ${rows}x${cols}` });
        await player.do({ cmd: 'solve', state, budget_ms: 600000 });
        await player.do({ cmd: 'patterns', state, max_cost: 6 });
    }
}

/**
 * Plays it all. `goldens` are the texts of golden games, `rounds` how many games of each kind, `only`
 * the name of one game. If it must be `quick`, agents are asked little, and nothing is solved.
 */
export async function playAll({ ask, note, scene, goldens, quick = false, rounds = quick ? 1 : 2, only = null }) {
    const player = new Player({ ask, note, scene });
    const about = label => { player.label = label; };
    about('games');
    const { games } = await player.do({ cmd: 'games' });
    for (const text of goldens) {
        about(`golden ${text.split(' ')[0]}`);
        if (!only || text.startsWith(only)) await playGolden(player, text);
    }
    for (const kind of kinds.filter(({ game }) => !only || game === only)) {
        const { agents } = games.find(({ name }) => name === kind.game);
        for (let seed = 0; seed < rounds; seed++) {
            about(`${kind.game} ${JSON.stringify(kind.params)} ${seed}`);
            const { record, states } = await playSeeded(player, kind, seed);
            await player.do({ cmd: 'replay', record, effects: true });
            if (quick) await askAgents(player, { ...kind, agents: agents.slice(-1) }, states.slice(1, 2));
            if (quick || kind.plies < 20) continue;
            await askAgents(player, { ...kind, agents }, [0, 1, 2].map(part => states[part * (states.length - 1) >> 1]));
            if (seed === 0) await player.do({ cmd: 'review', record: { ...record, events: record.events.slice(0, 120) }, nodes: kind.game === 'lines' ? 12 : 200 });
        }
    }
    about('tools');
    for (const request of tools.filter(({ cmd, game }) => (!only || game === only) && !(quick && cmd === 'match'))) await player.do(request);
    if (!quick && (!only || only === 'slide')) await solveBoards(player);
    about('faults');
    for (const request of faults) await player.try(request);
}
