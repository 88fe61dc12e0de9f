// Rooms and the engine over WebSockets; tests/websocket.sh runs it. Arguments are names of tests.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, Engine, Follower, Server, enter, playTurns, sleep, tests, within } from './lib.mjs';

const server = await Server.start();
const engine = new Engine();
let luck = 1;
const random = count => (luck = luck * 48271 % 2147483647) % count;
const anyOf = actions => actions[random(actions.length)];

// Members in a room that one of them made, each with a follower.
async function gather(names, setup) {
    const clients = [];
    for (const name of names) {
        const client = await enter(server, name);
        client.follower = new Follower(client);
        clients.push(client);
    }
    const { room } = await clients[0].do('room.create', setup);
    for (const client of clients.slice(1)) await client.do('room.join', { room: room.room });
    for (const client of clients) client.roomNumber = room.room;
    return { clients, room: room.room };
}

// Begins the round at once.
async function startNow(clients) {
    await server.gm(`start ${clients[0].roomNumber}`);
    await Promise.all(clients.map(client => client.event('begin')));
}

// Begins it as people do: all are ready, and it counts down.
async function ready(clients) {
    await Promise.all(clients.map(client => client.do('room.ready')));
    await Promise.all(clients.map(client => client.event('begin')));
}

const part = clients => Promise.all(clients.map(client => client.close()));

// Every client has seen the same game, and so has the store.
async function sameDigests(clients, end, tables = 1) {
    for (let at = 0; at < tables; at++) {
        const record = await clients[0].do('hall.record', { record: end.record, seat: at });
        const { digest } = await engine.ask('replay',
            { record: { game: record.game, params: record.params, events: record.events } });
        assert.equal(digest, end.digests[at], 'the record is another game');
        for (const client of clients) {
            const table = client.follower.tables.get(at);
            assert.equal(await client.follower.digest(engine, at), digest, 'a client saw another game');
            assert.deepEqual(table.events, record.events.slice(table.n), 'the indices do not fit');
        }
    }
}

async function twoPlayAzul() {
    const { clients, room } = await gather(['Anna', 'Ben'], { game: 'azul', params: { max_rounds: 2 }, seats: 3 });
    await clients[0].do('room.agent', { agent: 'random' });
    await ready(clients);
    await clients[0].fails('NOT_NOW', 'room.join', { room });
    const begins = clients.map(client => client.events.find(message => message.event === 'begin'));
    assert.deepEqual(begins.map(begin => begin.seat).sort(), [0, 1]);
    assert.equal(begins[0].params.players, 3);
    const { room: playing } = await clients[0].room(state => state.phase === 'round', 'the round');
    assert.ok(Number.isInteger(playing.elapsed), 'it is not told since when the round is played');
    await Promise.all(clients.map(client => playTurns(client, engine, anyOf)));
    const end = await clients[0].event('end');
    assert.equal(end.seats.length, 3);
    assert.ok(end.record > 0);
    assert.equal(Math.min(...end.seats.map(seat => seat.rank)), 1);
    await sameDigests(clients, end);
    const { ratings } = await clients[0].do('hall.top', { game: 'azul' });
    assert.ok(ratings.some(rating => rating.name === 'Anna'));
    assert.ok((await clients[0].do('hall.player', { name: 'Anna' })).ratings.length > 0);
    assert.ok((await clients[0].do('hall.games', { game: 'azul' })).games.some(game => game.record === end.record));
    await clients[0].fails('NO_RECORD', 'hall.record', { record: 99999 });
    await part(clients);
}

// Two rooms of four, all persons, whole games at once.
async function eightBots() {
    const rooms = [];
    for (let at = 0; at < 2; at++)
        rooms.push(await gather([0, 1, 2, 3].map(i => `Bot ${at}${i}`), { game: 'azul', title: `Table ${at}` }));
    await Promise.all(rooms.map(async ({ clients }) => {
        await startNow(clients);
        await Promise.all(clients.map(client => playTurns(client, engine, anyOf)));
        const end = await clients[0].event('end');
        assert.equal(end.seats.length, 4);
        await Promise.all(clients.map(client => client.event('end')));
        await sameDigests(clients, end);
    }));
    for (const { clients } of rooms) await part(clients);
}

// A connection is lost in the middle of a round; the token brings the player back to its seat.
async function comesBack() {
    const { clients, room } = await gather(['Cara', 'Dora'], { game: 'azul', params: { max_rounds: 1 } });
    await startNow(clients);
    const [first] = clients;
    const { token, name } = first.me;
    first.socket.terminate();
    await clients[1].room(state => state.seats.some(seat => seat.away), 'somebody away');
    const stranger = await Client.connect(server);
    await stranger.fails('BAD_TOKEN', 'hall.return', { token: token.replace(/./g, '0') });
    await stranger.fails('BAD_NAME', 'hall.enter', { name });
    const back = stranger;
    back.follower = new Follower(back);
    const answer = await back.do('hall.return', { token });
    assert.equal(answer.name, name);
    assert.equal(answer.room.room, room);
    assert.equal(answer.token, token);
    const begin = await back.event('begin');
    assert.ok(begin.seat !== null);
    const { clients: both } = { clients: [back, clients[1]] };
    await Promise.all(both.map(client => playTurns(client, engine, anyOf)));
    const end = await back.event('end');
    await sameDigests([clients[1]], end);
    assert.equal(await back.follower.digest(engine), end.digests[0]);
    // Back again while the old connection lives: that one is told.
    const second = await Client.connect(server);
    await second.do('hall.return', { token });
    const gone = await back.event('gone');
    assert.ok(gone.why.length > 0);
    await back.fails('NOT_ENTERED', 'room.leave');
    await part([second, back, clients[1]]);
}

async function playsFalls() {
    const { clients } = await gather(['Emil', 'Fred'],
        { game: 'falls', params: { viruses: 1 }, rounds: 1, tick_ms: 20 });
    await clients[0].do('room.agent');
    const watcher = await enter(server, 'Watcher');
    watcher.follower = new Follower(watcher);
    await watcher.do('room.watch', { room: (await clients[0].room(() => true)).room.room });
    await startNow(clients);
    await watcher.event('begin');
    const moves = ['Left', 'Right', 'RotateCw', 'Drop'];
    const over = Promise.all(clients.map(client => client.event('end')));
    let playing = true;
    over.finally(() => { playing = false; });
    while (playing) {
        const client = anyOf(clients);
        const answer = await client.ask('room.act', { action: { move: anyOf(moves) } });
        if (!answer.ok) assert.match(answer.error.code, /^(ILLEGAL_ACTION|NOT_NOW|GAME_OVER)$/);
        await sleep(5);
    }
    const [end] = await over;
    await watcher.event('end');
    await sameDigests([...clients, watcher], end);
    assert.equal(watcher.follower.tables.get(0).seat, null);
    await part([...clients, watcher]);
}

// A race: each has a table, with the same luck, and sees those of the others.
async function racesSlide() {
    const { clients } = await gather(['Gina', 'Hugo'],
        { game: 'slide', params: { rows: 2, cols: 2, difficulty: 1 }, minutes: 1 });
    await startNow(clients);
    for (const client of clients) await client.event(message => message.event === 'begin' && message.table === 1);
    const tables = clients.map(client => [...client.follower.tables.values()]);
    assert.deepEqual(tables[0][0].state, tables[0][1].state, 'the luck differs');
    assert.deepEqual(tables[0].map(table => table.seat), [0, null]);
    assert.deepEqual(tables[1].map(table => table.seat), [null, 0]);
    await Promise.all(clients.map(async (client, at) => {
        const solution = await engine.ask('solve', { state: client.follower.tables.get(at).state, mode: 'optimal' });
        for (const word of solution.moves)
            if (!(await client.ask('room.act', { action: { blank: word } })).ok) return; // the other was faster
    }));
    const end = await clients[0].event('end');
    await clients[1].event('end');
    await sameDigests(clients, end, 2);
    await part(clients);
}

// In lines without the preview nobody learns what comes next.
async function hidesPreview() {
    const { clients } = await gather(['Ida', 'Jan'],
        { game: 'lines', params: { rows: 5, cols: 5, show_next_balls: 0, initial_balls: 8 }, minutes: 1 });
    let hidden = 0;
    for (const client of clients)
        client.onText = text => {
            assert.ok(!/"next":"[A-Z]/.test(text), `a colour is told: ${text}`);
            assert.ok(!/"next_balls":\[/.test(text), `the next balls are told: ${text}`);
            if (/"action":null/.test(text)) hidden++;
        };
    await startNow(clients);
    await Promise.all(clients.map(async (client, at) => {
        for (let turn = 0; turn < 6; turn++) {
            const seen = client.events.length;
            const table = client.follower.tables.get(at);
            const legal = await engine.ask('legal', { state: table.after ?? table.state });
            if (legal.over) return;
            await client.do('room.act', { action: anyOf(legal.movers[0].actions) });
            await client.event(message => message.event === 'events' && message.table === at, 'events', seen);
        }
    }));
    assert.ok(hidden > 0, 'nothing was hidden');
    await part(clients);
}

async function racesLines() {
    const { clients } = await gather(['Kim', 'Leo'],
        { game: 'lines', params: { rows: 5, cols: 5, initial_balls: 12, match_length: 5 }, minutes: 1 });
    await startNow(clients);
    await Promise.all(clients.map((client, at) => playTurns(client, engine, anyOf, at)));
    const end = await clients[0].event('end');
    await clients[1].event('end');
    await sameDigests(clients, end, 2);
    await part(clients);
}

// What a client sends is taken as an act of its own seat, or not at all.
async function keepsToItsSeat() {
    const { clients, room } = await gather(['Mia', 'Nils'], { game: 'azul', params: { max_rounds: 1 } });
    const [mia, nils] = clients;
    await mia.fails('NOT_NOW', 'room.act', { action: { source: 'Center' } });
    await startNow(clients);
    const begin = await mia.event('begin');
    const legal = await engine.ask('legal', { state: begin.state });
    const [turn, other] = legal.actor === begin.seat ? [mia, nils] : [nils, mia];
    const action = legal.movers[0].actions[0];
    const mine = legal.actor;
    assert.equal((await other.fails('ILLEGAL_ACTION', 'room.act', { action })).error.reason, 'NOT_YOUR_TURN');
    await other.fails('BAD_ACTION', 'room.act', { action: { who: mine, action } });
    await turn.fails('BAD_ACTION', 'room.act', { action: { who: 'chance', action: { draw: 'Blue' } } })
        .catch(() => turn.fails('ILLEGAL_ACTION', 'room.act', { action: { who: 'chance', action: { draw: 'Blue' } } }));
    await turn.fails('BAD_ACTION', 'room.act', { action: 'nonsense' });
    await turn.fails('BAD_REQUEST', 'room.act', {});
    // A state or a seed that comes along changes nothing.
    await turn.do('room.act', { action, state: begin.state, seed: 'mine', rng: '0.0.0', who: 1 });
    await turn.event('events');
    await mia.do('room.chat', { text: 'hello there' });
    await nils.event(message => message.event === 'say' && message.name === 'Mia' && message.text === 'hello there', 'the chat');
    const late = await enter(server, 'Olaf');
    const answer = await late.do('room.watch', { room });
    assert.ok(answer.room.said.some(line => line.text === 'hello there'));
    assert.ok((await late.event('begin')).n > begin.n);
    await part([...clients, late]);
}

async function followsTheList() {
    const visitor = await Client.connect(server);
    await visitor.do('room.list', { follow: true });
    await visitor.fails('NOT_ENTERED', 'room.create', { game: 'azul' });
    const maker = await enter(server, '  Paul  ');
    assert.equal(maker.me.name, 'Paul');
    const { room } = await maker.do('room.create', { game: 'azul', title: 'Sunday' });
    const has = message => message.event === 'hall' && message.rooms.some(line => line.title === 'Sunday');
    await visitor.event(has, 'the list');
    await maker.do('room.dismiss').catch(() => {});
    await maker.fails('BAD_REQUEST', 'room.create', { game: 'chess' });
    await maker.fails('BAD_REQUEST', 'room.create', { game: 'azul', params: { players: 3 } });
    await maker.fails('BAD_REQUEST', 'room.create', { game: 'azul', seats: 'many' });
    await maker.fails('NO_ROOM', 'room.join', { room: 4000000000 });
    await maker.fails('BAD_REQUEST', 'room.fly');
    await maker.do('room.leave');
    const seen = visitor.events.length;
    await visitor.event(message => message.event === 'hall' &&
        !message.rooms.some(line => line.room === room.room), 'a shorter list', seen > 0 ? seen - 1 : 0);
    await maker.do('hall.leave');
    await maker.fails('NOT_ENTERED', 'room.create', { game: 'azul' });
    await part([visitor, maker]);
}

async function speaksEngine() {
    const client = await Client.connect(server);
    const fresh = await client.do('new', { game: 'slide', seed: 'monday', params: { rows: 2, cols: 2 } });
    assert.equal(fresh.rng, '0de794fca3597e67.0.2');
    const same = await engine.ask('new', { game: 'slide', seed: 'monday', params: { rows: 2, cols: 2 } });
    assert.deepEqual({ ...fresh, id: null }, same);
    await client.fails('BAD_REQUEST', 'fly');
    await client.fails('BAD_STATE', 'check', { state: { ...fresh.state, tiles: [1, 1, 1, 1] } });
    client.socket.send('nonsense');
    await client.event(message => message.id === null && message.error?.code === 'BAD_JSON', 'BAD_JSON');
    // Long work tells of its progress and can be stopped.
    const hard = await client.do('new', { game: 'slide', seed: 'x', params: { rows: 5, cols: 5 } });
    const solving = client.ask('solve', { state: hard.state, mode: 'optimal', progress: true });
    const { ids } = client;
    await client.event(message => message.event === 'progress' && message.id === ids, 'progress');
    assert.equal((await client.do('cancel', { target: ids })).cancelled, true);
    const stopped = await solving;
    assert.ok(stopped.ok ? stopped.optimal === false : stopped.error.code === 'CANCELLED', JSON.stringify(stopped));
    await client.close();
}

// Who leaves in the middle of a long request takes it along.
async function leavesWhileWorking() {
    const client = await Client.connect(server);
    const hard = await client.do('new', { game: 'slide', seed: 'y', params: { rows: 5, cols: 5 } });
    client.ask('solve', { state: hard.state, mode: 'optimal', progress: true }).catch(() => {});
    await client.event('progress');
    client.socket.terminate();
    const other = await Client.connect(server);
    await other.do('check', { state: hard.state });
    await other.close();
}

async function limitsMessages() {
    // A command that is more work counts as more messages.
    for (const [cmd, code, count, least] of [['room.leave', 'NOT_ENTERED', 1400, 1000], ['room.list', undefined, 500, 100]]) {
        const client = await Client.connect(server);
        const answers = [];
        for (let i = 0; i < count; i++) answers.push(client.ask(cmd, { from: 1000 }));
        const all = await Promise.all(answers);
        const refused = all.filter(answer => answer.error?.code === 'LIMIT').length;
        assert.ok(refused > 0 && refused <= count - least, `${refused} of ${count} ${cmd} refused`);
        assert.equal(all.filter(answer => answer.error?.code === code).length, count - refused);
        await client.close();
    }
}

// A name is not taken and given up without end: others are told each time.
async function limitsNames() {
    const client = await Client.connect(server);
    let taken = 0;
    for (let answer; taken < 100; taken++) {
        answer = await client.ask('hall.enter', { name: `Fickle ${taken}` });
        if (!answer.ok) {
            assert.equal(answer.error.code, 'LIMIT');
            break;
        }
        await client.do('hall.leave');
    }
    assert.ok(taken >= 20 && taken < 100, `${taken} names`);
    await client.close();
}

// Frames by hand, on a socket that was upgraded by hand.
function raw(headers = {}, path = '/ws') {
    return new Promise((done, fail) => {
        const socket = connect(server.port, '127.0.0.1');
        const lines = { Host: `127.0.0.1:${server.port}`, Upgrade: 'websocket', Connection: 'Upgrade',
            'Sec-WebSocket-Version': '13', 'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==', ...headers };
        let text = `GET ${path} HTTP/1.1\r\n`;
        for (const [name, value] of Object.entries(lines)) if (value !== null) text += `${name}: ${value}\r\n`;
        socket.bytes = Buffer.alloc(0);
        socket.on('error', fail);
        socket.ended = new Promise(end => socket.on('close', end));
        socket.on('data', data => {
            socket.bytes = Buffer.concat([socket.bytes, data]);
            const end = socket.bytes.indexOf('\r\n\r\n');
            if (socket.head || end < 0) return;
            socket.head = String(socket.bytes.subarray(0, end));
            socket.bytes = socket.bytes.subarray(end + 4);
            done(socket);
        });
        socket.write(text + '\r\n');
    });
}

function frame(first, payload, { masked = true, length = payload.length } = {}) {
    const head = length > 65535 ? Buffer.alloc(10) : length > 125 ? Buffer.alloc(4) : Buffer.alloc(2);
    head[0] = first;
    head[1] = (masked ? 0x80 : 0) | (length > 65535 ? 127 : length > 125 ? 126 : length);
    if (length > 65535) head.writeBigUInt64BE(BigInt(length), 2);
    else if (length > 125) head.writeUInt16BE(length, 2);
    return Buffer.concat([head, ...(masked ? [Buffer.alloc(4)] : []), payload]); // a key of zeros changes nothing
}

// Waits for the close frame of the server and returns its code.
async function closeCode(socket) {
    await within(socket.ended, 'the end of a socket', 20000);
    const { bytes } = socket;
    for (let at = 0; at + 4 <= bytes.length;) {
        const long = bytes[at + 1] === 126;
        const length = long ? bytes.readUInt16BE(at + 2) : bytes[at + 1];
        const begin = at + (long ? 4 : 2);
        if ((bytes[at] & 15) === 8) return bytes.readUInt16BE(begin);
        at = begin + length;
    }
    return 0;
}

async function refusesBadFrames() {
    const cases = [
        ['an unmasked frame', frame(0x81, Buffer.from('{}'), { masked: false }), 1002],
        ['a reserved bit', frame(0xC1, Buffer.from('{}')), 1002],
        ['an unknown kind', frame(0x83, Buffer.from('{}')), 1002],
        ['a continuation of nothing', frame(0x80, Buffer.from('{}')), 1002],
        ['a long ping', frame(0x89, Buffer.alloc(126)), 1002],
        ['a ping in parts', frame(0x09, Buffer.from('a')), 1002],
        ['bytes that are not UTF-8', frame(0x81, Buffer.from([0x22, 0xC3, 0x28, 0x22])), 1007],
        ['bytes instead of text', frame(0x82, Buffer.from('{}')), 1003],
        ['too long a message', frame(0x81, Buffer.alloc(1000, 32), { length: 300000 }), 1009],
        ['too long a claim', frame(0x81, Buffer.alloc(10, 32), { length: 2 ** 40 }), 1009],
    ];
    for (const [name, bytes, code] of cases) {
        const socket = await raw();
        socket.write(bytes);
        assert.equal(await closeCode(socket), code, name);
    }
    const whole = await raw();
    whole.write(frame(0x81, Buffer.alloc(300000, 32)));
    assert.equal(await closeCode(whole), 1009, 'a whole long message');
    const parts = await raw();
    parts.write(frame(0x01, Buffer.alloc(200000, 32)));
    parts.write(frame(0x80, Buffer.alloc(200000, 32)));
    assert.equal(await closeCode(parts), 1009, 'a long message in parts');
}

async function takesOddFrames() {
    const socket = await raw();
    const request = Buffer.from('{"id":"ü","cmd":"room.list"}');
    // In parts, in the middle of a character, with a ping between; then byte by byte.
    socket.write(frame(0x01, request.subarray(0, 8)));
    socket.write(frame(0x89, Buffer.from('are you there')));
    socket.write(frame(0x00, request.subarray(8, 20)));
    socket.write(frame(0x80, request.subarray(20)));
    await within((async () => { while (!String(socket.bytes).includes('"id":"ü","ok":true')) await sleep(10); })(), 'an answer');
    assert.ok(String(socket.bytes).includes('are you there'), 'no pong');
    socket.bytes = Buffer.alloc(0);
    for (const byte of frame(0x81, Buffer.from('{"id":2,"cmd":"room.list"}'))) {
        socket.write(Buffer.from([byte]));
        await sleep(1);
    }
    await within((async () => { while (!String(socket.bytes).includes('"id":2,"ok":true')) await sleep(10); })(), 'an answer');
    socket.bytes = Buffer.alloc(0);
    socket.write(frame(0x88, Buffer.from([0x03, 0xE8])));
    assert.equal(await closeCode(socket), 1000);
    const polite = await Client.connect(server);
    polite.socket.close(1000, 'bye');
    assert.equal((await within(polite.closed, 'a close')).code, 1000);
}

async function checksOrigin() {
    const status = async (headers, path) => {
        const socket = await raw(headers, path);
        socket.destroy();
        return Number(socket.head.split(' ')[1]);
    };
    const own = `127.0.0.1:${server.port}`;
    assert.equal(await status({}), 101);
    assert.equal(await status({ Origin: `http://${own}` }), 101);
    assert.equal(await status({ Origin: `https://${own}` }), 101);
    for (const origin of ['http://evil.example', 'null', `http://${own}.evil.example`, `http://evil.example/${own}`, ''])
        assert.equal(await status({ Origin: origin }), 403, origin);
    assert.equal(await status({ 'Sec-WebSocket-Version': '8' }), 426);
    assert.equal(await status({ 'Sec-WebSocket-Key': 'short' }), 400);
    assert.equal(await status({ 'Sec-WebSocket-Key': null }), 400);
    assert.equal(await status({ Upgrade: null }), 426);
    assert.equal(await status({}, '/other'), 404);
}

// Who reads nothing while much is sent is dropped; the others are not held up.
async function dropsSlowReaders() {
    const before = await dropped();
    const socket = await raw();
    socket.pause();
    const request = frame(0x81, Buffer.from('{"cmd":"new","game":"falls","seed":"x","params":{"players":8}}'));
    const other = await Client.connect(server);
    let ended = false;
    socket.ended.then(() => { ended = true; });
    socket.on('error', () => {});
    for (let i = 0; i < 400 && !ended; i++) {
        for (let j = 0; j < 4; j++) socket.write(request);
        await sleep(50);
        if (i % 50 === 0) await other.do('room.list');
        if (await dropped() > before) break;
    }
    assert.ok(await dropped() > before, 'it was not dropped');
    socket.destroy();
    await other.close();
}

// A database that somebody wrote by hand: its records are shown, or refused.
async function refusesBadRecords() {
    const folder = mkdtempSync(join(tmpdir(), 'tilewright-'));
    const db = join(folder, 'results.db');
    try {
        execFileSync(join(process.env.TILEWRIGHT_ROOT, 'build/asan/tests/store_fill'), [db]);
        execFileSync('sqlite3', [db, `UPDATE games SET params = '99,-1' WHERE id = 1;
            UPDATE journals SET events = x'ffffffffffffff' WHERE game_id = 2;
            UPDATE journals SET events = x'0101010101' WHERE game_id = 3;
            UPDATE games SET game = 'chess' WHERE id = 4`]);
        const other = await Server.start({ db });
        const client = await Client.connect(other);
        for (const record of [1, 2, 3, 4]) await client.fails('LIMIT', 'hall.record', { record });
        assert.ok((await client.do('hall.record', { record: 5 })).events.length > 0);
        await client.close();
        await other.stop();
    } finally {
        rmSync(folder, { recursive: true, force: true });
    }
}

async function dropped() {
    const text = await (await fetch(`${server.http}/metrics`)).text();
    return Number(/^tilewright_connections_dropped_total (\d+)/m.exec(text)[1]);
}

await tests({ twoPlayAzul, eightBots, comesBack, playsFalls, racesSlide, hidesPreview, racesLines, keepsToItsSeat,
    followsTheList, speaksEngine, leavesWhileWorking, limitsMessages, limitsNames, refusesBadFrames, takesOddFrames,
    checksOrigin, refusesBadRecords }, async () => {
    await engine.stop();
    await server.stop();
}, { dropsSlowReaders });
