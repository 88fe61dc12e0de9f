// Games that play themselves on the home page: positions of real games to begin with, and how they went on. They are
// recorded where an agent would need its large weights, which a visit must not load. A game that is not here begins
// anew.
// @ts-check
/** @import { Action } from '../types.js' */

/**
 * @typedef {object} Demo
 * @property {object} [state] where it begins
 * @property {number} everyMs how often something happens @property {number} moves after so many it begins again
 * @property {Action[]} [actions] what all seats play, in order; else an agent that needs no weights plays
 */

const azul = {
    state_version: 1, ruleset_id: 'azul_v1_2p', active_player_id: 0, round_number: 4, draft_phase_progress: 'EARLY',
    bag: { Blue: 3, Yellow: 4, Red: 3, Black: 5, White: 5 },
    lid: { Blue: 7, Yellow: 8, Red: 8, Black: 2, White: 8 },
    factories: [
        { Blue: 1, Black: 3 },
        { Yellow: 1, Red: 2, White: 1 },
        { Blue: 1, Yellow: 2, Black: 1 },
        { Blue: 2, Red: 1, White: 1 },
        {},
    ],
    center: { tiles: { Blue: 1, White: 1 }, has_first_player_token: true },
    players: [
        {
            score: 13,
            pattern_lines: [
                { capacity: 1, color: null, count_filled: 0 },
                { capacity: 2, color: null, count_filled: 0 },
                { capacity: 3, color: 'Blue', count_filled: 2 },
                { capacity: 4, color: null, count_filled: 0 },
                { capacity: 5, color: 'Black', count_filled: 3 },
            ],
            wall: [
                [false, false, true, true, true],
                [false, false, true, true, true],
                [false, false, false, true, true],
                [false, false, false, true, false],
                [false, false, false, false, false],
            ],
            floor_line: { tiles: [], has_first_player_token: false },
        },
        {
            score: 7,
            pattern_lines: [
                { capacity: 1, color: 'Yellow', count_filled: 1 },
                { capacity: 2, color: 'Black', count_filled: 1 },
                { capacity: 3, color: null, count_filled: 0 },
                { capacity: 4, color: 'Black', count_filled: 2 },
                { capacity: 5, color: 'Red', count_filled: 2 },
            ],
            wall: [
                [false, false, true, true, true],
                [false, true, false, false, false],
                [false, true, true, true, false],
                [false, false, true, false, false],
                [false, false, false, false, false],
            ],
            floor_line: { tiles: ['Yellow'], has_first_player_token: false },
        },
    ],
};

// Of each move: the plate or the centre, the colour, the line or the floor.
const azulMoves = '0B0 2K1 3B2 1YF CK4 CR2 CB1 CYF CW3 0Y0 1WF CK2 CB0 3W3 2K3 CK2 CR4 4W1 CY1 CK2 CBF';
/** @type {Record<string, string>} */
const azulColours = { B: 'Blue', Y: 'Yellow', R: 'Red', K: 'Black', W: 'White' };
/** @param {string} move */
const azulMove = ([source, colour, line]) => ({
    source: source === 'C' ? 'Center' : { Factory: Number(source) }, color: azulColours[colour],
    destination: line === 'F' ? 'Floor' : { PatternLine: Number(line) },
});

const slide = {
    state_version: 1, ruleset_id: 'slide_v1', rows: 4, cols: 4, goal: 'blank_last', moves_made: 0,
    tiles: [3, 7, 4, 8, 1, 6, 2, 9, 0, 10, 12, 15, 5, 11, 13, 14],
};
const slideMoves = 'RDRRULURULLLDRRDLLDRUURULDLDRDRR';
/** @type {Record<string, string>} */
const ways = { U: 'Up', D: 'Down', L: 'Left', R: 'Right' };

const lines = {
    state_version: 1, ruleset_id: 'lines_v1', config: { rows: 5, cols: 9 }, next_balls: ['Magenta', 'Green', 'Red'],
    board: ['G...G...Y', '.BGGGG.NM', 'BC.B..R..', 'M.G..YN.Y', 'BBBB.CRM.'],
};

const falls = {
    state_version: 1, ruleset_id: 'falls_v1', config: { players: 1, viruses: 28 },
    sequence: ['RR'], first: 14,
    players: [{
        status: 'playing', capsule: [2, 1], drawn: 14,
        settled: [
            '.. .. .. .. .. .. .. ..',
            '.. .. .. .. .. .. .. ..',
            '.. .. .. .. .. .. .. ..',
            '.. .. .. .. .. .. .. ..',
            '.. .. .. .. .. .. .. R*',
            '.. .. .. .. .. .. Rv ..',
            '.. .. .. .. Bo .. B^ ..',
            '.. Bo .. .. R* B> B< B*',
            '.. R* .. .. .. Y* .. ..',
            '.. B* .. Yv .. .. Y* ..',
            '.. .. .. Y^ .. B* .. Y*',
            '.. B* .. Y* B* .. B* ..',
            'Y* .. .. .. .. .. .. ..',
            'Y> B< .. .. Y* .. .. B*',
            'Y> B< .. .. B* .. Y* ..',
            'R* B* .. .. Y* .. B* ..',
        ],
        moving: [
            '.. .. .. .. .. .. .. ..',
            '.. .. .. .. .. .. .. ..',
            '.. Y> B< .. .. .. .. ..',
            '.. .. .. .. .. .. .. ..',
            '.. .. .. .. .. .. .. ..',
            '.. .. .. .. .. .. .. ..',
            '.. .. .. .. .. .. .. ..',
            '.. .. .. .. .. .. .. ..',
            '.. .. .. .. .. .. .. ..',
            '.. .. .. .. .. .. .. ..',
            '.. .. .. .. .. .. .. ..',
            '.. .. .. .. .. .. .. ..',
            '.. .. .. .. .. .. .. ..',
            '.. .. .. .. .. .. .. ..',
            '.. .. .. .. .. .. .. ..',
            '.. .. .. .. .. .. .. ..',
        ],
    }],
};

const fallsMoves = 'LCDDDWRRWDLDCDRCCDDWDLCDDDDDWDRWDDDLCDDDDDWLLCDDDDDCLCDDDDDLDDRRWRRRCDRRRDRWLLL' +
    'DDLLDDLLLCDDWDDRRWLCDDDDCDCLDDDWWRDLLCDDDWWWCRWDWWDWRDLLWLRLCCRWWLDDDCRLLWLLLRR';
/** @type {Record<string, string>} */
const steers = { L: 'Left', R: 'Right', C: 'RotateCcw', W: 'RotateCw', D: 'Drop' };

/** @type {Record<string, Demo>} */
const demos = {
    azul: { state: azul, everyMs: 2400, moves: 40, actions: azulMoves.split(' ').map(azulMove) },
    slide: { state: slide, everyMs: 1500, moves: 32, actions: [...slideMoves].map(way => ({ blank: ways[way] })) },
    lines: { state: lines, everyMs: 2000, moves: 8 },
    falls: { state: falls, everyMs: 600, moves: 160, actions: [...fallsMoves].map(steer => ({ move: steers[steer] })) },
};

/** @type {Demo} */
const plain = { everyMs: 2000, moves: 40 };

/** @param {string} game @returns {Demo} */
export const demoOf = game => (Object.hasOwn(demos, game) ? demos[game] : plain);
