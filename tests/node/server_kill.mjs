// Races that take one move, in many rooms at once; tests/server_kill.sh runs it. The server is killed when enough
// of them were announced, in the middle of the others; then a new one must know every announced game.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Engine, Server, enter, tests, within } from './lib.mjs';

const folder = mkdtempSync(join(tmpdir(), 'tilewright-kill-'));
const db = join(folder, 'games.db');
const engine = new Engine();
const announced = [];
const rooms = 120, games = 200;

// Plays races in a room of its own until the server is gone.
async function play(server, name, stop) {
    const client = await enter(server, name);
    client.onEvent = async message => {
        if (message.event === 'end') {
            assert.ok(message.record > 0, JSON.stringify(message));
            announced.push({ record: message.record, digest: message.digests[0], name });
            if (announced.length >= stop) server.child.kill('SIGKILL');
        }
        if (message.event === 'room' && (message.room.phase === 'waiting' || message.room.phase === 'card'))
            client.ask('room.ready').catch(() => {});
        if (message.event === 'begin') {
            const { moves } = await engine.ask('solve', { state: message.state, mode: 'optimal' });
            for (const word of moves) client.ask('room.act', { action: { blank: word } }).catch(() => {});
        }
    };
    await client.do('room.create', { game: 'slide', params: { rows: 2, cols: 2, difficulty: 1 }, rounds: 99 });
    return client;
}

async function losesNothing() {
    let killed = 0;
    for (const stop of [games / 4, games / 2, games]) {
        const server = await Server.start({ db });
        const clients = [];
        for (let at = 0; at < rooms; at++) clients.push(await play(server, `p${killed}-${at}`, stop));
        await within(server.child.ended, `${stop} games`, 200000);
        await Promise.all(clients.map(client => within(client.closed, 'the close')));
        killed++;
        assert.ok(announced.length >= stop);
    }
    assert.equal(new Set(announced.map(game => game.record)).size, announced.length, 'a number was given twice');
}

async function knowsThemAll() {
    const server = await Server.start({ db });
    let client = null;
    for (const [at, { record, digest, name }] of announced.entries()) {
        if (at % 30 === 0) { // what one connection may ask in a row
            if (client) await client.close();
            client = await enter(server, `judge ${at}`);
        }
        const kept = await client.do('hall.record', { record });
        assert.deepEqual(kept.seats.map(seat => seat.name), [name]);
        const replayed = await engine.ask('replay', { record: { game: kept.game, params: kept.params, events: kept.events } });
        assert.equal(replayed.digest, digest, `record ${record}`);
    }
    await client.close();
    await server.stop();
}

await tests({ losesNothing, knowsThemAll }, async () => {
    await engine.stop();
    rmSync(folder, { recursive: true, force: true });
});
