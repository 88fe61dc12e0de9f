// Opens screens again and again with nothing cached; bench/page.sh runs it. Each moment is in milliseconds after the page
// was asked for: the least and the middle one of all runs, for others may use the machine.
import { Cold } from './cold.mjs';
import { pages } from './browser.mjs';

const runs = Number(process.argv[2] ?? 15);
const screens = [['#/', 'pictures'], ...['azul', 'slide', 'lines', 'falls'].map(game => [`#/play/${game}`, 'playable'])];
const sorted = numbers => numbers.map(Math.round).toSorted((a, b) => a - b);
const tell = numbers => `${sorted(numbers)[0]} / ${sorted(numbers)[numbers.length >> 1]}`.padStart(12);

console.log('screen         requests     kB  first paint    all there');
for (const [route, sign] of screens) {
    const paint = [], ready = [];
    let came = [];
    for (let run = 0; run < runs; run++) {
        const cold = await Cold.open(pages.browser, pages.url + route);
        await cold.until(sign);
        await cold.until('paint');
        const seen = await cold.seen();
        paint.push(seen.paint);
        ready.push(seen[sign]);
        came = await cold.came();
        await cold.close();
    }
    const bytes = came.reduce((sum, { body, headers }) => sum + body + headers, 0);
    console.log(route.padEnd(14), String(came.length).padStart(8), (bytes / 1000).toFixed(0).padStart(6), tell(paint), tell(ready));
}
await pages.stop();
