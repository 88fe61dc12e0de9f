// The page and its files by HTTP; tests/http.sh runs it.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { join, relative } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Client, Server, sleep, tests, within } from './lib.mjs';

const server = await Server.start({ args: ['--per-address', '3'] });
const site = join(process.env.TILEWRIGHT_ROOT, 'build/web/site');

function ask(path, { method = 'GET', headers = {}, body, to = server } = {}) {
    return within(new Promise((done, fail) => {
        const asked = request({ host: '127.0.0.1', port: to.port, path, method, headers, agent: false }, answer => {
            const parts = [];
            answer.on('data', part => parts.push(part));
            answer.on('end', () => done({ status: answer.statusCode, headers: answer.headers, body: Buffer.concat(parts) }));
        });
        asked.on('error', fail);
        asked.end(body);
    }), path);
}

// Bytes as they are, and all that is answered to them.
function raw(bytes, { end = false } = {}) {
    return within(new Promise(done => {
        const socket = connect(server.port, '127.0.0.1');
        let text = '';
        socket.on('data', data => { text += data; });
        socket.on('error', () => {});
        socket.on('close', () => done(text));
        socket.write(bytes);
        if (end) socket.end();
    }), 'an answer');
}

// Sends a byte now and then, and no whole request; tells what came when it was closed.
function dawdle() {
    return new Promise(done => {
        const socket = connect(server.port, '127.0.0.1');
        const timer = setInterval(() => socket.write('x'), 500);
        socket.on('error', () => {});
        socket.on('close', () => { clearInterval(timer); done(true); });
        socket.write('GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ');
    });
}
const dawdled = dawdle();

async function servesEveryFile() {
    const types = { html: 'text/html', css: 'text/css', js: 'text/javascript', svg: 'image/svg+xml', png: 'image/png',
        wasm: 'application/wasm', bin: 'application/octet-stream', webmanifest: 'application/manifest+json' };
    const names = readdirSync(site, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile())
        .map(entry => relative(site, join(entry.path, entry.name)));
    for (const name of ['index.html', 'tilewright.wasm', 'weights/azul.bin', 'weights/falls.bin', 'js/engine/module.js'])
        assert.ok(names.includes(name), name);
    for (const name of names) {
        const plain = await ask(`/${name}`);
        assert.equal(plain.status, 200, name);
        assert.deepEqual(plain.body, readFileSync(join(site, name)), name);
        assert.ok(plain.headers['content-type'].startsWith(types[name.split('.').pop()]), name);
        assert.equal(plain.headers['content-encoding'], undefined);
        const gzip = await ask(`/${name}`, { headers: { 'Accept-Encoding': 'gzip, br;q=0.8' } });
        assert.equal(gzip.headers['content-encoding'], 'gzip');
        assert.deepEqual(gunzipSync(gzip.body), plain.body);
        const br = await ask(`/${name}`, { headers: { 'Accept-Encoding': 'gzip, deflate, br, zstd' } });
        assert.equal(br.headers['content-encoding'], 'br');
        assert.deepEqual(brotliDecompressSync(br.body), plain.body);
        assert.ok(plain.body.length < 2000 || br.body.length <= gzip.body.length, name);
        for (const answer of [plain, gzip, br]) {
            assert.equal(answer.headers.vary, 'Accept-Encoding');
            assert.match(answer.headers.etag, /^"[0-9a-f]{24}(-gz|-br)?"$/);
        }
        assert.equal(new Set([plain, gzip, br].map(answer => answer.headers.etag)).size, 3);
    }
    assert.deepEqual((await ask('/')).body, (await ask('/index.html')).body);
    assert.deepEqual((await ask('/?a=b')).body, (await ask('/')).body);
}

async function knowsVersions() {
    const { headers: { etag } } = await ask('/js/engine/module.js');
    for (const known of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
        const answer = await ask('/js/engine/module.js', { headers: { 'If-None-Match': known } });
        assert.equal(answer.status, 304, known);
        assert.equal(answer.body.length, 0);
        assert.equal(answer.headers.etag, etag);
    }
    assert.equal((await ask('/js/engine/module.js', { headers: { 'If-None-Match': '"other"' } })).status, 200);
    for (const coding of ['gzip', 'br']) {
        const packed = await ask('/js/engine/module.js', { headers: { 'Accept-Encoding': coding } });
        const again = await ask('/js/engine/module.js', { headers: { 'Accept-Encoding': coding, 'If-None-Match': packed.headers.etag } });
        assert.equal(again.status, 304);
        assert.equal(again.headers.etag, packed.headers.etag);
    }
}

async function hasHeaders() {
    for (const path of ['/', '/js/engine/module.js', '/nowhere', '/healthz', '/metrics', '/ws']) {
        const { headers } = await ask(path);
        const policy = headers['content-security-policy'];
        assert.equal(headers.tilewright, 'rooms', 'a page must be able to tell that there is a server');
        for (const part of ["default-src 'none'", "script-src 'self'", "style-src 'self'", "frame-ancestors 'none'",
            "base-uri 'none'", "form-action 'none'", "connect-src 'self'", "worker-src 'self'", "manifest-src 'self'",
            "'wasm-unsafe-eval'", "img-src 'self' data: blob:"]) assert.ok(policy.includes(part), part);
        assert.ok(!policy.includes('unsafe-inline'));
        assert.equal(headers['x-content-type-options'], 'nosniff');
        assert.equal(headers['referrer-policy'], 'no-referrer');
        assert.equal(headers['cross-origin-opener-policy'], 'same-origin');
        assert.equal(headers['cross-origin-embedder-policy'], 'require-corp');
        assert.equal(headers['cross-origin-resource-policy'], 'same-origin');
        assert.ok(headers['permissions-policy']);
        assert.ok(headers['cache-control']);
    }
    // What the policy forbids, the page does not need.
    for (const page of ['/', '/404.html']) {
        const text = String((await ask(page)).body);
        assert.ok(!/<script(?![^>]* src=)|<style| style=| on[a-z]+=/.test(text), `${page} has something inline`);
        for (const [, path] of text.matchAll(/(?:src|href)="([^"]*)"/g))
            assert.equal((await ask(new URL(path, `http://any${page}`).pathname)).status, 200, path);
    }
}

async function keepsToMethods() {
    const head = await ask('/', { method: 'HEAD' });
    assert.equal(head.status, 200);
    assert.equal(head.body.length, 0);
    assert.equal(Number(head.headers['content-length']), (await ask('/')).body.length);
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH', 'BREW']) {
        const answer = await ask('/', { method, body: method === 'POST' ? 'x'.repeat(100) : undefined });
        assert.equal(answer.status, 405, method);
        assert.equal(answer.headers.allow, 'GET, HEAD');
    }
    assert.equal((await ask('/', { method: 'GET', headers: { 'Content-Length': 5 }, body: 'hello' })).status, 200);
}

async function leadsNowhere() {
    const paths = ['/../etc/passwd', '/..%2f..%2fetc/passwd', '/%2e%2e/%2e%2e/etc/passwd', '//etc/passwd', '/web/index.html',
        '/icon.svg/', '/ICON.SVG', '/./icon.svg', '/icon.svg%00.html', '/index.html/../icon.svg', '/%', '/%zz',
        '/.git/config', '/' + 'a'.repeat(4000)];
    for (const path of paths) {
        const text = await raw(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
        assert.ok(!text.includes('root:'), path);
        if (!path.includes('%00')) assert.match(text, /^HTTP\/1\.1 (404|400) /, path);
    }
    const answer = await ask('/nowhere');
    assert.equal(answer.status, 404);
    assert.match(String(answer.body), /no such page/i);
}

async function standsBadRequests() {
    assert.match(await raw('nonsense\r\n\r\n', { end: true }), /^(HTTP\/1\.[01] 4\d\d |$)/);
    assert.match(await raw(`GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'y'.repeat(100000)}\r\n\r\n`), /^(HTTP\/1\.1 (431|413|400|414) |$)/);
    assert.match(await raw(`GET /${'y'.repeat(100000)} HTTP/1.1\r\nHost: x\r\n\r\n`), /^(HTTP\/1\.1 (414|413|431|400) |$)/);
    assert.match(await raw('GET / HTTP/1.1\r\n\r\n', { end: true }), /^(HTTP\/1\.1 400 |$)/);
    await raw(Buffer.from([0xFF, 0xF4, 0xFF, 0xFD, 0x06, 0x0D, 0x0A, 0x0D, 0x0A]), { end: true });
    const big = `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100000000\r\n\r\n${'z'.repeat(200000)}`;
    assert.match(await raw(big, { end: true }), /^(HTTP\/1\.1 (405|413) |$)/);
    assert.equal((await ask('/')).status, 200);
}

async function tellsHealth() {
    const health = await ask('/healthz');
    assert.deepEqual([health.status, String(health.body)], [200, 'ok\n']);
    const client = await Client.connect(server);
    await client.do('room.list');
    await client.fails('NOT_ENTERED', 'room.leave');
    const { headers, body } = await ask('/metrics');
    assert.ok(headers['content-type'].startsWith('text/plain; version=0.0.4'));
    const text = String(body);
    assert.match(text, /^tilewright_connections\{door="websocket"\} 1$/m);
    for (const line of text.trimEnd().split('\n'))
        assert.match(line, /^(# (HELP|TYPE) .*|[a-z_]+(\{[^}]*\})? [0-9.e+-]+)$/);
    await client.close();
}

// A proxy of this machine speaks for others, who are then limited by their own addresses.
async function countsAddresses() {
    const from = address => ({ headers: { 'X-Forwarded-For': address } });
    const some = [];
    for (let i = 0; i < 3; i++) some.push(await Client.connect(server, from('192.0.2.1')));
    await assert.rejects(Client.connect(server, from('192.0.2.1')), /status 503/);
    await assert.rejects(Client.connect(server, from('evil, 192.0.2.1')), /status 503/);
    some.push(await Client.connect(server, from('192.0.2.2')));
    for (let i = 0; i < 5; i++) some.push(await Client.connect(server)); // this machine is not limited
    await some[0].close();
    await sleep(100);
    some[0] = await Client.connect(server, from('192.0.2.1'));
    await Promise.all(some.map(client => client.close()));
}

// An address may ask for much, and then slowly; others are not touched by that.
async function limitsRequests() {
    const one = `GET /healthz HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 198.51.100.7\r\n`;
    const text = await raw(`${one}\r\n`.repeat(7000) + `${one}Connection: close\r\n\r\n`);
    const count = status => text.split(`HTTP/1.1 ${status} `).length - 1;
    assert.ok(count(200) >= 5000 && count(429) > 0, `${count(200)} answered, ${count(429)} refused`);
    assert.equal(count(200) + count(429), 7001);
    assert.equal((await ask('/', { headers: { 'X-Forwarded-For': '198.51.100.8' } })).status, 200);
}

// It takes half a minute at most; the other tests go on meanwhile.
async function losesPatience() {
    assert.ok(await within(dawdled, 'the end of a slow request', 60000));
}

// While it ends after the rounds, nobody new comes in; those who are there are told when it does end.
async function endsPolitely() {
    const ending = await Server.start();
    const client = await Client.connect(ending);
    ending.child.kill('SIGTERM');
    const { code, why } = await within(client.closed, 'the close');
    assert.equal(code, 1001);
    assert.ok(why.length > 0);
    const { code: status } = await within(ending.child.ended, 'the end');
    assert.equal(status, 0);
}

await tests({ servesEveryFile, knowsVersions, hasHeaders, keepsToMethods, leadsNowhere, standsBadRequests, tellsHealth,
    countsAddresses, limitsRequests, losesPatience, endsPolitely }, () => server.stop());
