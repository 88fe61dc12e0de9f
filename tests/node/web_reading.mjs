// What comes from a server is read with care, and the engine's sentences are put into people's words.
import assert from 'node:assert/strict';
import { load } from './web_page.mjs';

export const readingTests = {
    async 'what a server tells is read with care'() {
        const reading = await load('rooms/reading.js');
        assert.equal(reading.readRoom(null), null);
        assert.equal(reading.readRoom({ room: 'seven' }), null);
        const room = reading.readRoom({ room: 7, title: 'x'.repeat(1000), seats: [{ name: 5, points: 1e300 }, null, ...Array(100).fill({})], phase: 'odd', params: { rows: '4' } });
        assert.equal(room.title.length, 64);
        assert.equal(room.phase, 'waiting');
        assert.equal(room.seats.length, 16);
        assert.deepEqual([room.seats[0].name, room.seats[0].points, room.params.rows], [null, 0, 0]);
        assert.deepEqual(reading.readList({ rooms: 'all' }).rooms, []);
        assert.equal(reading.readBegin({ room: 1, state: 'none' }), null);
        const { nameSeats } = await load('names.js');
        assert.equal(nameSeats("Player 1 takes 3 blue and places them, player 2 passes", ['You', 'Mira']), 'You take 3 blue and place them, Mira passes');
        assert.equal(nameSeats("Player 1's capsule lands, player 2's too, of player 1", ['You', 'Mira']), "Your capsule lands, Mira's too, of yours");
    },
};
