// Whether this host is a server with rooms. The same files may lie on a plain host, which is not troubled with them.
// @ts-check

/** Returns what listens to the server's rooms, if there is a server. */
export async function findHall() {
    if (!await isServer()) return null;
    return (await import('./meeting.js')).meetHall;
}

/** A server says in its headers that it has rooms; asking so is quiet on hosts that have none. */
async function isServer() {
    if (!navigator.onLine) return false;
    const answer = await fetch(location.pathname, { method: 'HEAD', cache: 'no-store' }).catch(() => null);
    return answer?.headers.get('tilewright') === 'rooms';
}
