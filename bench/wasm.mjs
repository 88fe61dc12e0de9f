// How long the same work takes in the program and in the page's module, and the ratio; bench/wasm.sh runs it.
//
// Times are of the processor, not of the clock on the wall: others may use the machine. The two take turns, and
// the least of several turns counts; before the first, the module's compiler has settled. Agents and tools remember
// what they were asked last, so each work is about several positions.
import { execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { load } from '../tests/node/wasm_module.mjs';

const root = process.env.TILEWRIGHT_ROOT;
const only = process.argv[2] ?? '';
const TURNS = 5, TURN_MS = 300, POSITIONS = 5;

const best = (agent, nodes) => ({ cmd: 'best', agent, nodes, seed: 'bench' });
const works = [
    { game: 'azul', what: 'coach', request: best('coach', 1000000) },
    { game: 'azul', what: 'mcts', request: best('mcts', 1000000) },
    { game: 'slide', what: 'solve 4x4', params: { difficulty: 50 }, request: { cmd: 'solve', budget_ms: 3600000 } },
    { game: 'slide', what: 'solve 5x5', params: { rows: 5, cols: 5, difficulty: 44 }, request: { cmd: 'solve', budget_ms: 3600000 } },
    { game: 'lines', what: 'rollout', request: best('rollout', 1000000) },
    { game: 'lines', what: 'mcts', request: best('mcts', 1000000) },
    { game: 'lines', what: 'deep', request: best('deep', 1500) },
    { game: 'falls', what: 'clearer', request: best('clearer', 100000) },
    { game: 'falls', what: 'mcts', request: best('mcts', 1000000) },
];

class Program {
    constructor() {
        this.child = spawn(join(root, 'build/tilewright'), ['engine'], { stdio: ['pipe', 'pipe', 'inherit'] });
        this.waiting = [];
        createInterface({ input: this.child.stdout }).on('line', line => this.waiting.shift()(line));
    }

    ask(text) {
        return new Promise(done => {
            this.waiting.push(done);
            this.child.stdin.write(`${text}\n`);
        });
    }

    // In milliseconds; /proc counts in hundredths of a second.
    spent() {
        const fields = readFileSync(`/proc/${this.child.pid}/stat`, 'utf8').replace(/.*\) /, '').split(' ');
        return 10 * (Number(fields[11]) + Number(fields[12]));
    }
}

function spentHere() {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
}

// Positions to ask about: the first with a choice in games of different seeds, some moves later.
async function positions(engine, { game, params = {}, request }) {
    const states = [];
    for (let seed = 0; seed < POSITIONS; seed++) {
        let { state } = JSON.parse(await engine.ask(JSON.stringify({ cmd: 'new', game, params, seed: `bench ${seed}` })));
        for (let move = 0; move < 2 * seed && request.cmd === 'best'; move++) {
            const { movers } = JSON.parse(await engine.ask(JSON.stringify({ cmd: 'legal', state })));
            const { who, actions } = movers.find(mover => mover.actions.length > 0);
            const action = actions[move * 7 % actions.length];
            ({ state } = JSON.parse(await engine.ask(JSON.stringify({ cmd: 'apply', state, who, action, seed: `${seed}` }))));
        }
        states.push(JSON.stringify({ ...request, state }));
    }
    return states;
}

// One runner for each place: `run` does the work once, `spent` is the time used so far.
async function measure(runners) {
    const repeats = [], least = runners.map(() => Infinity);
    for (const { run, spent } of runners) {
        await run();
        const from = spent();
        let count = 0;
        do await run(), count++; while (spent() - from < TURN_MS);
        repeats.push(count);
    }
    for (let turn = 0; turn < TURNS; turn++)
        for (const [i, { run, spent }] of runners.entries()) {
            const from = spent();
            for (let n = 0; n < repeats[i]; n++) await run();
            least[i] = Math.min(least[i], (spent() - from) / repeats[i]);
        }
    return least;
}

const ratios = {};
function tell(game, what, one, two) {
    (ratios[game] ??= []).push(two / one);
    console.log(`${game.padEnd(6)} ${what.padEnd(14)} ${one.toFixed(2).padStart(9)} ms ${two.toFixed(2).padStart(9)} ms ${(two / one).toFixed(2).padStart(6)}`);
}

// Random steps of the rules: bench/steps.c in both places.
async function measureSteps() {
    const module = await WebAssembly.compile(readFileSync(join(root, 'build/wasm/bench/steps.wasm')));
    const env = { clock: () => performance.now(), go_on: () => 1, tell: () => {}, warn: () => {}, load: () => 0, lost: () => {} };
    const { exports } = await WebAssembly.instantiate(module, { env });
    exports._initialize();
    const lines = execFileSync(join(root, 'build/release/bench/steps'), { encoding: 'utf8' }).trimEnd().split('\n');
    for (const [i, line] of lines.entries()) {
        const [, game, , took] = /^(\w+): (\d+) steps\/s, ([0-9.]+) ms/.exec(line);
        if (!`${game} steps`.includes(only)) continue;
        const [here] = await measure([{ run: () => exports.steps_run(i), spent: spentHere }]);
        tell(game, 'steps', Number(took), here);
    }
}

console.log('game   work             program       module     ratio');
await measureSteps();
const program = new Program(), engine = await load();
for (const work of works.filter(({ game, what }) => `${game} ${what}`.includes(only))) {
    const requests = await positions(engine, work);
    const all = async ask => {
        for (const request of requests) {
            const { ok, error } = JSON.parse(await ask(request));
            if (!ok) throw new Error(error.message);
        }
    };
    const [one, two] = await measure([
        { run: () => all(text => program.ask(text)), spent: () => program.spent() },
        { run: () => all(engine.ask), spent: spentHere },
    ]);
    tell(work.game, work.what, one, two);
}
program.child.kill();
for (const [game, all] of Object.entries(ratios))
    console.log(`${game.padEnd(6)} mean of ratios ${Math.exp(all.reduce((sum, ratio) => sum + Math.log(ratio), 0) / all.length).toFixed(2)}`);
