// The list of rooms on the server, for as long as somebody looks at it from the home page.
// @ts-check
/** @import { HallList } from '../rooms/reading.js' */
import { theHall } from '../rooms/hall.js';

/** @param {(list: HallList) => void} hear @returns {() => void} stops listening */
export function meetHall(hear) {
    const hall = theHall();
    const listed = () => { if (hall.list) hear(hall.list); };
    const changed = () => { if (hall.state === 'none') queueMicrotask(() => hall.line.close()); };
    hall.addEventListener('list', listed);
    hall.addEventListener('state', changed);
    hall.follow().catch(() => {});
    hall.connect();
    listed();
    return () => {
        hall.removeEventListener('list', listed);
        hall.removeEventListener('state', changed);
        hall.unfollow();
    };
}
