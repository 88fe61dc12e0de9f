// Plays the transcript of docs/protocol.md, "Two clients", with a real server; tests/rooms_transcript.sh runs it.
// A line is "NAME -> request" or "NAME <- message". Messages that are not shown are passed over; `, ...` and
// `"..."` fit anything. The luck of the day decides which two words of moves are meant.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, Engine, Server, tests } from './lib.mjs';

const page = readFileSync(join(process.env.TILEWRIGHT_ROOT, 'docs/protocol.md'), 'utf8');
const lines = [...page.matchAll(/^    (\w+) (->|<-) (.*)$/gm)].map(([, name, way, text]) => ({ name, way, text }));
const server = await Server.start();
const engine = new Engine();

function pattern(text) {
    const parts = text.split(/, \.\.\.|(?<=")\.\.\.(?=")/).map(part => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
    return new RegExp(`^${parts.join('.*')}$`);
}

async function plays() {
    assert.ok(lines.filter(line => line.way === '->').length >= 10, 'docs/protocol.md has lost its transcript');
    const clients = new Map();
    let turn = text => text;
    for (const { name, way, text } of lines) {
        if (!clients.has(name)) {
            const client = await Client.connect(server);
            client.texts = [];
            client.seen = 0;
            client.take = (message, said) => {
                client.texts.push(said);
                for (const watcher of [...client.watchers]) watcher();
            };
            clients.set(name, client);
        }
        const client = clients.get(name);
        if (way === '->') {
            client.socket.send(turn(text));
            continue;
        }
        const fits = pattern(turn(text));
        for (;;) {
            while (client.seen < client.texts.length && !fits.test(client.texts[client.seen])) client.seen++;
            if (client.seen < client.texts.length) break;
            const came = new Promise(done => {
                const watcher = () => { client.watchers.delete(watcher); done(true); };
                client.watchers.add(watcher);
            });
            const late = new Promise(done => { setTimeout(done, 20000, false).unref(); });
            if (!await Promise.race([came, late]))
                assert.fail(`${name} never got\n${turn(text)}\nbut\n${client.texts.slice(-8).join('\n')}`);
        }
        const message = JSON.parse(client.texts[client.seen++]);
        if (message.event === 'begin') {
            const { moves: [move] } = await engine.ask('solve', { state: message.state, mode: 'optimal' });
            // The page has Right as the move that solves it, Left as its opposite.
            if (move === 'Down') turn = said => said.replace(/"Right"/g, '"Down"').replace(/"Left"/g, '"Up"');
        }
    }
}

await tests({ plays }, async () => {
    await engine.stop();
    await server.stop();
});
