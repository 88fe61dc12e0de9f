// The built folder of the page on a plain static host, in a folder of it, as on pages of projects: no headers but the
// types, no server behind; what is not there gets its 404.html. It can go away and come back.
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';

const types = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.png': 'image/png',
    '.wasm': 'application/wasm', '.webmanifest': 'application/manifest+json' };

function read(file) {
    try {
        return readFileSync(file);
    } catch {
        return null;
    }
}

export class Site {
    // `from` is the built folder; a copy is served, so that a test can change it.
    static async start({ from = join(process.env.TILEWRIGHT_ROOT, 'build/web/site'), path = '/tiles/' } = {}) {
        const site = new Site();
        site.folder = mkdtempSync(join(tmpdir(), 'tilewright-site-'));
        process.on('exit', () => rmSync(site.folder, { recursive: true, force: true }));
        cpSync(from, site.folder, { recursive: true });
        site.path = path;
        await site.begin();
        site.url = `http://127.0.0.1:${site.port}${path}`;
        return site;
    }

    async begin() {
        this.host = createServer((request, answer) => this.answer(request, answer));
        await new Promise(done => this.host.listen(this.port ?? 0, '127.0.0.1', done));
        this.port = this.host.address().port;
    }

    answer(request, answer) {
        const path = normalize(decodeURIComponent(new URL(request.url, 'http://host').pathname));
        const file = join(this.folder, path.slice(this.path.length) || 'index.html');
        const bytes = path.startsWith(this.path) ? read(file) : null;
        if (bytes) answer.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream' }).end(bytes);
        else answer.writeHead(404, { 'content-type': types['.html'] }).end(read(join(this.folder, '404.html')));
    }

    async stop() {
        this.host.closeAllConnections();
        await new Promise(done => this.host.close(done));
    }
}
