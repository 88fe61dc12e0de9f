// The page's engine in node: the module and the weights are files of a folder.
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const root = process.env.TILEWRIGHT_ROOT;
const { openEngine } = await import(join(root, 'web/js/engine/module.js'));

export async function load(around = {}, folder = join(root, 'build/web')) {
    const module = await WebAssembly.compile(readFileSync(join(folder, 'tilewright.wasm')));
    const loadWeights = async name => {
        const bytes = await readFile(join(folder, 'weights', `${name}.bin`));
        return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
    };
    return { module, ...await openEngine(module, { loadWeights, ...around }) };
}
