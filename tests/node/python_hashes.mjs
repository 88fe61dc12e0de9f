// Answers the requests in a file, a line each, by the page's module; tests/python_hashes.sh compares them.
import { readFileSync } from 'node:fs';
import { load } from './wasm_module.mjs';

const engine = await load();
const lines = readFileSync(process.argv[2], 'utf8').trimEnd().split('\n');
const answers = [];
for (const line of lines) answers.push(await engine.ask(line));
process.stdout.write(answers.join('\n') + '\n');
