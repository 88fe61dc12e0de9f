// The games, asked once, and the list of rooms, live: it is pushed whenever it changes. If the connection is
// lost, it is tried again, more and more slowly.
// @ts-check

const phases = { waiting: 'waiting for players', round: 'playing', ending: 'ending', card: 'between rounds' };
const slowest = 30000;

/** @param {string} id */
const find = id => /** @type {HTMLElement} */ (document.getElementById(id));

/**
 * @param {string} kind
 * @param {string} look
 * @param {string} text
 */
function make(kind, look, text) {
    const element = document.createElement(kind);
    element.className = look;
    element.textContent = text;
    return element;
}

/** @param {{title: string, game: string, phase: keyof phases, round: number, rounds: number, seats: number, names: string[], watchers: number}} room */
function paint(room) {
    const item = make('li', 'room', '');
    const title = make('h3', '', room.title + ' ');
    title.append(make('span', 'game', room.game));
    const round = room.phase === 'waiting' || room.rounds < 2 ? '' : `, round ${room.round} of ${room.rounds}`;
    const names = make('div', 'names', '');
    for (const name of room.names) names.append(make('span', 'chip', name));
    const free = room.seats - room.names.length;
    if (free > 0) names.append(make('span', 'chip free', free === 1 ? '1 free seat' : `${free} free seats`));
    if (room.watchers > 0) names.append(make('span', 'chip free', `${room.watchers} watching`));
    item.append(title, make('span', `phase ${room.phase}`, phases[room.phase] + round), names);
    return item;
}

/** @param {number} count @param {string} one @param {string} many */
const some = (count, one, many) => `${count} ${count === 1 ? one : many}`;

/** @param {{rooms: any[], rooms_count: number, players_count: number, telnet_port?: number}} list */
function show(list) {
    find('rooms').replaceChildren(...list.rooms.map(paint));
    if (list.telnet_port) find('port').textContent = String(list.telnet_port);
    tell('live', `${some(list.players_count, 'player', 'players')}, ${some(list.rooms_count, 'room', 'rooms')}`);
}

/** @param {{name: string, summary: string, players: number[]}[]} games */
function showGames(games) {
    const lines = games.flatMap(({ name, summary, players: [fewest, most] }) => {
        const text = `${summary[0].toUpperCase()}${summary.slice(1)}. `;
        return [make('dt', '', name), make('dd', '', text + (most === 1 ? 'A race.' : `${fewest} to ${most} play.`))];
    });
    find('games').replaceChildren(...lines);
    find('games-title').hidden = false;
}

/** @param {string} look @param {string} text */
function tell(look, text) {
    const status = find('status');
    if (status.textContent !== text) status.textContent = text;
    status.className = `quiet ${look}`;
}

/** @param {number} pause in milliseconds, before the next try */
function follow(pause) {
    const socket = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`);
    let came = false;
    socket.addEventListener('open', () => {
        came = true;
        socket.send(JSON.stringify({ cmd: 'room.list', follow: true }));
        socket.send(JSON.stringify({ cmd: 'games' }));
    });
    socket.addEventListener('message', event => {
        const message = JSON.parse(event.data);
        if (message.rooms) show(message);
        if (Array.isArray(message.games)) showGames(message.games);
    });
    socket.addEventListener('close', () => {
        tell('lost', 'The server cannot be reached. Trying again …');
        const next = came ? 1000 : Math.min(2 * pause, slowest);
        setTimeout(() => follow(next), next);
    });
}

find('host').textContent = location.hostname;
follow(500);
