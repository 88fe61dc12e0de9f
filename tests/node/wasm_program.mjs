// The program's engine, which the module must agree with, and the golden games.
import { spawn } from 'node:child_process';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { within } from './lib.mjs';

const root = process.env.TILEWRIGHT_ROOT;
const games = join(root, 'src/games');

export const goldens = readdirSync(games).filter(name => statSync(join(games, name)).isDirectory())
    .map(name => readFileSync(join(games, name, 'golden.txt'), 'utf8'));

export function startProgram() {
    const child = spawn(join(root, 'build/tilewright'), ['engine'], { stdio: ['pipe', 'pipe', 'inherit'] });
    const waiting = [];
    createInterface({ input: child.stdout }).on('line', line => waiting.shift()(line));
    return {
        ask: text => within(new Promise(done => {
            waiting.push(done);
            child.stdin.write(`${text}\n`);
        }), 'the program'),
        end: () => child.stdin.end(),
    };
}
