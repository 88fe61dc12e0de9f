// All tests of the page's modules in node.
import { runAll } from './web_page.mjs';
import { storeTests } from './web_store.mjs';
import { shareTests } from './web_share.mjs';
import { readingTests } from './web_reading.mjs';
import { clockTests } from './web_clock.mjs';
import { tableTests } from './web_table.mjs';
import { thinkTests } from './web_think.mjs';

await runAll({ ...readingTests, ...storeTests, ...shareTests, ...tableTests, ...clockTests, ...thinkTests });
process.exit(0);
