// Storage that is full, damaged, forbidden or of another version: the page forgets, and never fails.
import assert from 'node:assert/strict';
import { load } from './web_page.mjs';

const { addFinished, finishedGames, readStored, storedList, writeStored } = await load('store.js');

/** A storage of so many characters. */
class Storage {
    constructor(room = Infinity) {
        this.entries = new Map();
        this.room = room;
    }

    get length() { return this.entries.size; }
    getItem(key) { return this.entries.get(key) ?? null; }
    removeItem(key) { this.entries.delete(key); }
    setItem(key, value) {
        const others = [...this.entries].filter(([name]) => name !== key).reduce((sum, [, text]) => sum + text.length, 0);
        if (others + value.length > this.room) throw new DOMException('full', 'QuotaExceededError');
        this.entries.set(key, value);
    }
}

function use(storage) {
    Object.defineProperty(globalThis, 'localStorage', { configurable: true, get: storage });
}

const isText = value => typeof value === 'string';
const finished = (n, packed = 'x') =>
    ({ id: `game ${n}`, game: 'azul', when: n, seats: [{ name: 'You', agent: null }], who: 0, scores: [n], winners: [0], packed });

export const storeTests = {
    'what is kept is read again'() {
        use(() => storage);
        const storage = new Storage();
        assert.equal(writeStored('a', 'text'), true);
        assert.equal(readStored('a', isText), 'text');
        writeStored('a', null);
        assert.equal(readStored('a', isText), null);
    },

    'what does not look right is not there'() {
        const storage = new Storage();
        use(() => storage);
        for (const text of ['', '{', 'null', '[]', '7', '"x"', '{"version":1}', '{"version":2,"value":"x"}', '{"version":1,"value":7}']) {
            storage.entries.set('tilewright.a', text);
            assert.equal(readStored('a', isText), null, text);
        }
        storage.entries.set('tilewright.a', `{"version":1,"value":"${'x'.repeat(1 << 21)}"}`);
        assert.equal(readStored('a', isText), null);
    },

    'without storage it lasts as long as the page'() {
        use(() => { throw new DOMException('no', 'SecurityError'); });
        assert.equal(writeStored('b', 'text'), true);
        assert.equal(readStored('b', isText), 'text');
        addFinished(finished(1));
        assert.equal(finishedGames().length, 1);
    },

    'finished games are bounded, the last first'() {
        const storage = new Storage();
        use(() => storage);
        for (let n = 0; n < 130; n++) addFinished(finished(n));
        addFinished({ ...finished(129), scores: [7] });
        assert.equal(finishedGames().length, 100);
        assert.deepEqual([finishedGames()[0].scores, finishedGames()[99].when], [[7], 30]);
        for (let n = 0; n < 100; n++) addFinished(finished(n, 'y'.repeat(60000)));
        assert.ok(finishedGames().length < 20);
    },

    'damaged games among the finished are left out'() {
        const storage = new Storage();
        use(() => storage);
        const bad = [null, 7, {}, { ...finished(1), seats: 'x' }, { ...finished(1), packed: 'x'.repeat(70000) }, { ...finished(1), scores: ['x'] }];
        storage.setItem('tilewright.finished', JSON.stringify({ version: 1, value: [...bad, finished(2)] }));
        assert.deepEqual(finishedGames().map(({ id }) => id), ['game 2']);
    },

    'a full storage makes room for what is newer'() {
        const storage = new Storage(20000);
        use(() => storage);
        for (let n = 0; n < 40; n++) addFinished(finished(n, 'z'.repeat(1000)));
        assert.equal(finishedGames()[0].id, 'game 39');
        assert.equal(writeStored('running', 'r'.repeat(9000)), true);
        assert.ok(finishedGames().length > 0);
        assert.equal(writeStored('huge', 'h'.repeat(30000)), false);
        assert.equal(readStored('running', isText).length, 9000);
    },

    'lists keep their end'() {
        const storage = new Storage();
        use(() => storage);
        const list = storedList('grades', isText, 3);
        for (const text of ['a', 'b', 'c', 'd']) list.add(text);
        assert.deepEqual(list.all(), ['b', 'c', 'd']);
        list.keep(text => text !== 'c');
        assert.deepEqual(list.all(), ['b', 'd']);
        storage.setItem('tilewright.grades', '{"version":1,"value":["a",7,"b"]}');
        assert.deepEqual(list.all(), ['a', 'b']);
    },
};
