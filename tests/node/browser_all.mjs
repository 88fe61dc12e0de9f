// Runs tests of the page in one browser, one after another: browser_all.mjs NAME... runs browser_NAME.mjs.
import { pages } from './browser.mjs';

for (const name of process.argv.slice(2)) await import(`./browser_${name}.mjs`);
await pages.stop();
process.exit(0);
