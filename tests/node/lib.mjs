// What the tests of the server share: a server of their own on free ports, WebSocket clients that speak
// the protocol, and an engine to replay with.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import assert from 'node:assert/strict';
import WebSocket from 'ws';

const root = process.env.TILEWRIGHT_ROOT;
export const program = process.env.TILEWRIGHT ?? join(root, 'build/asan/tilewright');
const patience = 60000;
const children = new Set(), folders = new Set();
process.on('exit', () => {
    for (const child of children) child.kill('SIGKILL');
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

export const sleep = ms => new Promise(done => setTimeout(done, ms));

export function within(promise, what, ms = patience) {
    let timer;
    const late = new Promise((_, fail) => {
        timer = setTimeout(() => fail(new Error(`waited too long for ${what}`)), ms);
    });
    return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

function run(args, options) {
    const child = spawn(program, args, options);
    children.add(child);
    child.ended = new Promise(done => child.on('exit', (code, signal) => {
        children.delete(child);
        done({ code, signal });
    }));
    return child;
}

export class Server {
    // Starts one with its own folder for all it keeps; `db` may name a file to go on with.
    static async start({ db = ':memory:', args = [] } = {}) {
        const server = new Server();
        server.folder = mkdtempSync(join(tmpdir(), 'tilewright-'));
        folders.add(server.folder);
        const env = { ...process.env, XDG_DATA_HOME: server.folder, XDG_CACHE_HOME: server.folder,
            XDG_RUNTIME_DIR: server.folder };
        server.child = run(['serve', '--listen', '127.0.0.1', '--port', '-1', '--http-port', '-1', '--db', db,
            '--gm-sock', join(server.folder, 'gm.sock'), '--log-level', 'warning', ...args],
            { env, stdio: ['ignore', 'pipe', 'pipe'] });
        server.log = '';
        server.child.stderr.on('data', data => { server.log += data; });
        await within(new Promise((done, fail) => {
            createInterface({ input: server.child.stdout }).on('line', line => {
                const found = /http:\/\/[^:]*:(\d+)/.exec(line);
                if (found) server.port = Number(found[1]);
                if (/Ctrl-C/.test(line)) done();
            });
            server.child.ended.then(how => fail(new Error(`the server ended: ${JSON.stringify(how)} ${server.log}`)));
        }), 'the server');
        server.http = `http://127.0.0.1:${server.port}`;
        server.ws = `ws://127.0.0.1:${server.port}/ws`;
        return server;
    }

    // Runs a command of the game master, which must be fine.
    gm(command) {
        const socket = connect(join(this.folder, 'gm.sock'));
        return within(new Promise((done, fail) => {
            let answer = '';
            socket.on('error', fail);
            socket.on('data', data => {
                answer += data;
                if (/^error: /m.test(answer)) fail(new Error(`${command}: ${answer}`));
                if (/^ok$/m.test(answer)) done();
            });
            socket.write(`${command}\n`);
        }), command).finally(() => socket.destroy());
    }

    // Ends it; it must end well and say nothing.
    async stop() {
        this.child.kill('SIGINT');
        const { code } = await within(this.child.ended, 'the end of the server');
        assert.equal(code, 0, `the server ends with ${code}: ${this.log}`);
        assert.equal(this.log, '', 'the server complains');
    }
}

export class Client {
    static async connect(server, options = {}) {
        const client = new Client();
        client.socket = new WebSocket(server.ws, options);
        client.server = server;
        client.events = [];
        client.waiting = new Map();
        client.watchers = new Set();
        client.ids = 0;
        client.closed = new Promise(done => client.socket.on('close', (code, why) => {
            client.gone = { code, why: String(why) };
            for (const { fail } of client.waiting.values()) fail(new Error(`closed: ${code} ${why}`));
            done(client.gone);
        }));
        client.socket.on('error', () => {});
        client.socket.on('message', data => client.take(JSON.parse(String(data)), String(data)));
        await within(new Promise((done, fail) => {
            client.socket.once('open', done);
            client.socket.once('error', fail);
            client.socket.once('unexpected-response', (_, answer) => fail(new Error(`status ${answer.statusCode}`)));
        }), 'a connection');
        return client;
    }

    take(message, text) {
        if (this.onText) this.onText(text);
        const asked = 'id' in message && !message.event ? this.waiting.get(message.id) : null;
        if (asked) {
            this.waiting.delete(message.id);
            asked.done(message);
            return;
        }
        this.events.push(message);
        if (this.onEvent) this.onEvent(message);
        for (const watcher of [...this.watchers]) watcher();
    }

    // Asks; the answer may be an error.
    ask(cmd, fields = {}) {
        const id = ++this.ids;
        const answer = new Promise((done, fail) => this.waiting.set(id, { done, fail }));
        answer.catch(() => {});
        this.socket.send(JSON.stringify({ id, cmd, ...fields }));
        return within(answer, `the answer to ${cmd}`);
    }

    // Asks what must succeed.
    async do(cmd, fields = {}) {
        const answer = await this.ask(cmd, fields);
        assert.ok(answer.ok, `${cmd} ${JSON.stringify(fields)}: ${JSON.stringify(answer.error)}`);
        return answer;
    }

    // Asks what must be refused with a code.
    async fails(code, cmd, fields = {}) {
        const answer = await this.ask(cmd, fields);
        assert.equal(answer.ok, false, `${cmd} ${JSON.stringify(fields)} should fail`);
        assert.equal(answer.error.code, code, JSON.stringify(answer.error));
        assert.ok(answer.error.message.length > 5);
        return answer;
    }

    // Waits for an event that fits, from the `from`-th on, and returns it.
    async event(fits, what = 'an event', from = 0) {
        const test = typeof fits === 'string' ? message => message.event === fits : fits;
        for (;;) {
            const found = this.events.slice(from).find(test);
            if (found) return found;
            await within(new Promise(done => {
                const watcher = () => { this.watchers.delete(watcher); done(); };
                this.watchers.add(watcher);
            }), typeof fits === 'string' ? fits : what);
        }
    }

    room(fits, what) {
        return this.event(message => message.event === 'room' && fits(message.room), what);
    }

    async close() {
        this.socket.close();
        await within(this.closed, 'the close');
    }
}

// Enters with a name.
export async function enter(server, name, options) {
    const client = await Client.connect(server, options);
    client.me = await client.do('hall.enter', { name });
    return client;
}

// An engine of one's own, as another program would use it.
export class Engine {
    constructor() {
        this.child = run(['engine'], { stdio: ['pipe', 'pipe', 'inherit'] });
        this.waiting = [];
        createInterface({ input: this.child.stdout }).on('line', line => this.waiting.shift()(JSON.parse(line)));
    }

    async ask(cmd, fields) {
        const answer = new Promise(done => this.waiting.push(done));
        this.child.stdin.write(JSON.stringify({ cmd, ...fields }) + '\n');
        const said = await within(answer, `the engine's ${cmd}`);
        assert.ok(said.ok, `${cmd}: ${JSON.stringify(said.error)}`);
        return said;
    }

    async stop() {
        this.child.stdin.end();
        await within(this.child.ended, 'the end of the engine');
    }
}

// The game as a client follows it: from `begin` on, by the events that are pushed.
export class Follower {
    constructor(client) {
        this.client = client;
        this.tables = new Map();
        client.onEvent = message => this.take(message);
    }

    take(message) {
        if (message.event === 'begin') {
            this.tables.set(message.table, { ...message, events: [] });
        } else if (message.event === 'events') {
            const table = this.tables.get(message.table);
            assert.ok(table, 'events before begin');
            assert.equal(message.n, table.n + table.events.length, 'an event is missing');
            table.events.push(...message.events);
            if (message.state) table.after = message.state;
        }
    }

    // The digest of where a table is now, by the engine.
    async digest(engine, at = 0) {
        const { state, events, game } = this.tables.get(at);
        return (await engine.ask('replay', { record: { game, start: state, events } })).digest;
    }

    // The state of a table now; what was applied before is not applied again.
    async now(engine, at = 0) {
        const table = this.tables.get(at);
        table.current ??= table.state;
        table.applied ??= 0;
        const actions = table.events.slice(table.applied);
        if (actions.length > 0) {
            table.applied += actions.length;
            table.current = (await engine.ask('apply', { state: table.current, actions })).state;
        }
        return table.current;
    }
}

// Plays a game in turns to its end: `choose` picks one of the legal actions of a state.
export async function playTurns(client, engine, choose, at = 0) {
    const follower = client.follower;
    for (;;) {
        const seen = client.events.length;
        const { seat } = follower.tables.get(at);
        const state = await follower.now(engine, at);
        const legal = await engine.ask('legal', { state });
        if (legal.over) return;
        const mine = legal.movers.find(mover => mover.who === seat);
        if (mine) {
            const answer = await client.ask('room.act', { action: choose(mine.actions, state) });
            assert.ok(answer.ok || client.events.length > seen, JSON.stringify(answer));
        }
        await client.event(message => ['events', 'end', 'begin'].includes(message.event), 'events', seen);
        if (client.events.slice(seen).some(message => message.event === 'end')) return;
    }
}

// Runs tests one after another, and tells which failed. Slow ones are run only if they are named.
export async function tests(list, after, slow = {}) {
    const only = process.argv.slice(2);
    let failed = 0;
    for (const [name, test] of Object.entries({ ...list, ...only.length > 0 ? slow : {} })) {
        if (only.length > 0 && !only.includes(name)) continue;
        const began = Date.now();
        try {
            await test();
            console.log(`ok ${name} (${Date.now() - began} ms)`);
        } catch (error) {
            failed++;
            console.log(`FAILED ${name}: ${error.stack}`);
        }
    }
    try {
        await after();
    } catch (error) {
        failed++;
        console.log(`FAILED at the end: ${error.stack}`);
    }
    process.exit(failed > 0 ? 1 : 0);
}
