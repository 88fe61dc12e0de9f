// What tools/strip.awk leaves of a script must have the same tokens, with line breaks between the same ones; TypeScript's
// scanner tells. A style sheet must have the same text but for comments and the length of gaps.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import assert from 'node:assert/strict';
import ts from 'typescript';

const root = process.env.TILEWRIGHT_ROOT;
const folder = mkdtempSync(join(tmpdir(), 'tilewright-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

function strip(file) {
    const { status, stdout, stderr } = spawnSync('awk', ['-f', join(root, 'tools/strip.awk'), file], { encoding: 'utf8' });
    return { status, text: stdout, told: stderr };
}

function stripText(name, text) {
    const file = join(folder, name);
    writeFileSync(file, text);
    return strip(file);
}

// Every token with whether it begins a line. The parser knows patterns and templates, so tokens are the leaves of its tree.
function tokensOf(text) {
    const source = ts.createSourceFile('any.js', text, ts.ScriptTarget.Latest, true, ts.ScriptKind.JS);
    assert.deepEqual(source.parseDiagnostics.map(({ messageText }) => messageText), []);
    const tokens = [];
    const visit = node => {
        const children = node.getChildren(source).filter(child => !ts.isJSDoc(child));
        if (children.length > 0) return children.forEach(visit);
        const gap = text.slice(node.getFullStart(), node.getStart(source));
        if (node.getWidth(source) > 0) tokens.push((/\n/.test(gap) ? '\n' : '') + node.getText(source));
    };
    visit(source);
    if (tokens.length > 0) tokens[0] = tokens[0].trimStart();
    return tokens;
}

const style = text => text.replace(/("(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')|\/\*[^]*?\*\//g, '$1').replace(/\s+/g, ' ').trim();

function leftOf(name, text) {
    const { status, text: left, told } = stripText(name, text);
    assert.equal(status, 0, told);
    if (name.endsWith('.css')) assert.equal(style(left), style(text));
    else assert.deepEqual(tokensOf(left), tokensOf(text));
    return left;
}

// The page's own files.
const names = readdirSync(join(root, 'web'), { recursive: true }).filter(name => /(?<!\.d)\.(js|css)$/.test(name));
assert.ok(names.length > 100);
let before = 0, after = 0;
for (const name of names) {
    const source = readFileSync(join(root, 'web', name), 'utf8');
    const { status, text, told } = strip(join(root, 'web', name));
    assert.equal(status, 0, told);
    if (name.endsWith('.css')) assert.equal(style(text), style(source), name);
    else assert.deepEqual(tokensOf(text), tokensOf(source), name);
    if (name.endsWith('.css')) assert.ok(!text.includes('/*'), name);
    before += source.length;
    after += text.length;
}
assert.ok(after < 0.8 * before, `${before} characters became ${after}`);
console.log(`ok ${names.length} files say the same: ${before} characters, then ${after}`);

// Scripts that are easy to misread.
const scripts = [
    ['a = 1; // one\n    b = 2;\n\n\n', 'a = 1;\nb = 2;\n'],
    ['/** Two\n * lines. */\nlet a;\n', 'let a;\n'],
    ["a = 'it\\'s // no comment'; b = \"/* nor this \\\"*/\";\n", null],
    ['a = `one // two\n      /* three */ ${ /* gone */ b + `in ${{ c: 1 }.c} //` } \\` \\${d}\n\n   four  `;  \n', null],
    ['a = `\n`; // gone\n', 'a = `\n`;\n'],
    ["a = b.replace(/[/'\"`]\\/*/g, '/*');\n", null],
    ['a = b / c; d = (b + c) / 2; e = f[0] / 2; g /= 2; h++ / 2; i = `1` / 2; // gone\n', 'a = b / c; d = (b + c) / 2; e = f[0] / 2; g /= 2; h++ / 2; i = `1` / 2;\n'],
    ['const f = () => /\\/\\*/.test(x) || /[*/]/.exec(y);\nfunction g() { return /"/.test(z); }\n', null],
    ['a = /** @type {B} */ (/** @type {unknown} */ (c));\n', 'a = ((c));\n'],
    ['f(/** @type {B} */ (c), /* two */ d);\n', 'f((c), d);\n'],
    ['function f() {\n    return /* a\n    b */ 1;\n}\n', null],
    ['a = b +/**/+ c; d = e/**/in f;\n', 'a = b +/**/+ c; d = e/**/in f;\n'],
    ['a = b /* two */ + c;\n', 'a = b + c;\n'],
    ["const index = thing.in / 2, name = 'é ☆ //';\n", null],
    ['x = a\n    / b / c;\n', null],
    ['class A {\n    #b = 1; // gone\n    static { this.c = { d: {} }; }\n}\n', null],
];
for (const [text, expected] of scripts) {
    const left = leftOf('a.js', text);
    if (expected !== null) assert.equal(left, expected);
    assert.ok(!left.includes('gone'), left);
}
const sheets = [
    ['/* One\n   two. */\n.a {\n    color: red; /* gone */\n\n    &:hover { content: "/* in */"; }\n}\n', '.a {\ncolor: red;\n&:hover { content: "/* in */"; }\n}\n'],
    ['.a /* gone */ .b, .c/* gone */ .d { background: url(data:image/png;base64,//8=) }\n', '.a .b, .c .d { background: url(data:image/png;base64,//8=) }\n'],
    ['.a/* left */.b { width: calc(1px / 2); content: \'"\'; }\n', '.a/* left */.b { width: calc(1px / 2); content: \'"\'; }\n'],
];
for (const [text, expected] of sheets) assert.equal(leftOf('a.css', text), expected);
console.log('ok what is easy to misread');

// What cannot be read for sure stops the build.
const refused = [
    ['a.js', "a = 'open\n", 'a string that does not end'],
    ['a.js', 'a = "open \\\n";\n', 'a string that does not end'],
    ['a.js', 'a = /open\n', 'a pattern that does not end'],
    ['a.js', 'if (a) {}\n/b/.test(c);\n', 'a slash after }'],
    ['a.js', 'a = `open\n', 'it ends within'],
    ['a.js', 'a = 1; /* open\n', 'it ends within'],
    ['a.js', 'if (a) {\n', 'it ends within'],
    ['a.css', '.a/* one\ntwo */.b {}\n', 'must begin on its own'],
    ['a.css', '.a /* one\ntwo */ .b {}\n', 'must end on its own'],
];
for (const [name, text, why] of refused) {
    const { status, told } = stripText(name, text);
    assert.equal(status, 1, text);
    assert.ok(told.includes(why), `${text}: ${told}`);
}
console.log('ok what cannot be read is refused');
