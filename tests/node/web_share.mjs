// Links, records and positions as text: what goes out comes back the same, and what is wrong is said in one line.
import assert from 'node:assert/strict';
import { deflateRawSync } from 'node:zlib';
import { load } from './web_page.mjs';

const { ask } = await load('engine/engine.js');
const { exportRecord, importText, linkForGame, linkForState, readLink } = await load('share.js');
const { pack, unpack } = await load('pack.js');
const { slideText } = await load('games/slide_text.js');

/** Plays a game with moves from here and there, to its end or so many moves. */
async function playGame(game, params, moves) {
    let now = await ask({ cmd: 'new', game, params, seed: 'share' });
    const events = [...now.events];
    for (let i = 0; i < moves && !now.over; i++) {
        const { movers } = await ask({ cmd: 'legal', state: now.state });
        const { who, actions } = movers[i % movers.length];
        now = await ask({ cmd: 'apply', state: now.state, who, action: actions[i * 31 % actions.length], rng: now.rng });
        events.push(...now.events);
    }
    return { record: { game, params: now.params ?? params, events }, state: now.state, over: now.over };
}

const says = (pattern, extra = {}) => error => {
    assert.match(error.message, pattern);
    for (const [key, value] of Object.entries(extra)) assert.equal(error[key], value);
    return true;
};

export const shareTests = {
    async 'a game comes back from its link'() {
        for (const [game, params, moves] of [['azul', {}, 200], ['azul', { players: 4 }, 300], ['lines', {}, 20], ['slide', { rows: 3, cols: 3 }, 20], ['falls', {}, 40]]) {
            const { record } = await playGame(game, params, moves);
            const link = await linkForGame(record);
            const read = await readLink(`https://host.example/folder/${link}`);
            assert.deepEqual(read, { kind: 'record', game, record });
            assert.deepEqual((await readLink(link)).record, record);
        }
    },

    async 'a whole game of azul fits a chat'() {
        const { record, over } = await playGame('azul', {}, 400);
        assert.ok(over && (await linkForGame(record)).length < 2000);
    },

    async 'a position comes back from its link'() {
        for (const [game, params] of [['azul', { players: 3 }], ['lines', {}], ['falls', { players: 2 }], ['slide', { rows: 3, cols: 5 }]]) {
            const { state } = await playGame(game, params, 7);
            const link = await linkForState(state);
            const read = await readLink(link);
            const digest = async it => (await ask({ cmd: 'replay', record: { game, start: it, events: [] } })).digest;
            assert.equal(read.kind, 'state');
            assert.equal(await digest(read.state), await digest({ ...state, ...(game === 'slide' ? { moves_made: 0 } : {}) }));
            assert.ok(link.length < 1500);
        }
    },

    async 'positions of azul and slide can be read by people'() {
        const azul = await ask({ cmd: 'position', game: 'azul', text: 'azul2_bbyk-rrww-bkkw-yyrr-bykw' });
        assert.equal(await linkForState(azul.state), '#/practice/azul?pos=azul2-r1-p1_BBYK-RRWW-BKKW-YYRR-BYKW');
        const slide = { state_version: 1, ruleset_id: 'slide_v1', rows: 2, cols: 3, tiles: [1, 2, 3, 4, 0, 5], goal: 'blank_last' };
        assert.equal(await linkForState(slide, 'solve'), '#/solve/slide?tiles=1,2,3/4,0,5');
    },

    async 'a game that began in a position has it in its link'() {
        const start = { state_version: 1, ruleset_id: 'slide_v1', rows: 2, cols: 2, tiles: [1, 2, 0, 3] };
        const link = await linkForGame({ game: 'slide', start, events: [{ who: 0, action: { blank: 'Right' } }] });
        const { record } = await readLink(link);
        assert.deepEqual(record.start, start);
        assert.equal(record.events.length, 1);
    },

    async 'bad links are refused in one line'() {
        const bomb = deflateRawSync(Buffer.alloc(1 << 22, 32)).toString('base64url');
        const notGame = await pack({ events: [{ draw: 'Blue' }] });
        const cases = [
            ['#/replay/azul?game=%%%', /damaged/], ['#/replay/azul?game=AAAA', /damaged/], ['#/replay/azul?game=é', /damaged/],
            [`#/replay/azul?game=${'A'.repeat(70000)}`, /too long/], [`#/replay/azul?game=${bomb}`, /too long/],
            [`#/replay/azul?game=${await pack(7)}`, /damaged/], [`#/replay/azul?game=${await pack(null)}`, /damaged/],
            [`#/replay/slide?game=${notGame}`, /./], [`#/replay/azul?game=${await pack({ params: { players: 9 }, events: [] })}`, /players/],
            ['#/replay/chess?game=AAAA', /no game “chess”/], ['#/practice/azul?pos=azul2_bbyk_0_12_7-3kkkk', /column 19/],
            ['#/solve/slide?tiles=1,2/3', /Row 2 has 1/], ['#/solve/slide?tiles=1,2/3,3', /each number once/], ['#/solve/slide?tiles=a', /“a” must be a number/],
            ['#/practice/lines?state={"ruleset_id":"azul_v1_2p"}', /not here/], ['#/practice/lines?pos=x', /no short text/],
        ];
        for (const [link, pattern] of cases) await assert.rejects(readLink(link), says(pattern), link);
        assert.equal(await readLink('#/play/azul?seed=x'), null);
    },

    async 'packing is bounded'() {
        const noise = Array.from({ length: 60000 }, (_, i) => (i * 2654435761 >>> 7) % 9973);
        await assert.rejects(pack(noise), says(/too long for a link/));
        assert.deepEqual(await unpack(await pack({ text: 'ö – 你好' })), { text: 'ö – 你好' });
    },

    async 'records are read as people have them'() {
        const { record } = await playGame('lines', {}, 5);
        const { name, text } = exportRecord({ record });
        assert.match(name, /^lines-\d{4}-\d\d-\d\d\.jsonl$/);
        for (const given of [text, `\uFEFF${text.replaceAll('\n', '\r\n')}\n`, JSON.stringify(record), JSON.stringify(record, null, 4),
            JSON.stringify({ ...record, seats: ['you'], number: 7 }), `${text}${text}`, await linkForGame(record)])
            assert.deepEqual((await importText(given)).record, record);
    },

    async 'events may be actions alone'() {
        const lines = ['{"game":"slide","params":{"rows":2,"cols":2}}', '{"blank_to":[1,0]}', '{"tile":1}', '{"blank":"Right"}'];
        const { record } = await importText(lines.join('\n'));
        assert.deepEqual(record.events.map(({ who }) => who), ['chance', 'chance', 0]);
    },

    async 'positions are read as people have them'() {
        const { state } = await playGame('lines', {}, 3);
        for (const given of [JSON.stringify(state), JSON.stringify({ id: null, ok: true, state }, null, 2)])
            assert.deepEqual((await importText(given)).state, state);
        assert.equal((await importText(' azul2_bbyk-rrww-bkkw-yyrr-bykw\n')).game, 'azul');
        for (const given of ['1 2 3\n4 5 6\n7 0 8', '1 2 3 / 4 5 6 / 7 0 8', '1,2,3,4,5,6,7,0,8', ' 1  2  3\n 4  5  6\n 7  ·  8\n'])
            assert.deepEqual((await importText(given)).state.tiles, [1, 2, 3, 4, 5, 6, 7, 0, 8]);
    },

    async 'what cannot be read is explained'() {
        const head = '{"game":"slide","params":{"rows":2,"cols":2}}';
        const cases = [
            ['', /nothing/], ['hello', /must be a link/], ['[1,2]', /must be a link/], ['x'.repeat(2 << 20), /at most 1 MB/],
            [`${head}\n{"who":"chance","action":{"blank_to":[1,0]}}\n{"who":"chance","action":{"tile":9}}`, /line 3/, { line: 3 }],
            [`${head}\n{"who":`, /line 2/, { line: 2 }], ['{"game":"chess"}', /./], ['{"ruleset_id":"chess_v1"}', /not here/], ['{"a":1}', /game/],
            ['{"state_version":1,"ruleset_id":"slide_v1","rows":2,"cols":2,"tiles":[1,2,0,2]}', /each number once/, { at: '/tiles/3' }],
            ['https://host.example/', /no game|neither/], ['1 2\n3 x', /must be a link|must be a number/], ['1 2\n3', /Row 2 has 1/],
        ];
        for (const [given, pattern, extra] of cases) await assert.rejects(importText(given), says(pattern, extra), given.slice(0, 60));
    },

    'slide has a text only where that tells all'() {
        const state = { rows: 1, cols: 2, tiles: [1, 0], goal: 'blank_last' };
        assert.equal(slideText.write(state), '1,0');
        assert.equal(slideText.write({ ...state, goal: 'blank_first' }), null);
        assert.equal(slideText.write({ ...state, tiles: [null, null] }), null);
        assert.equal(slideText.fits('1 2 3'), true);
        assert.equal(slideText.fits('azul2'), false);
    },
};
