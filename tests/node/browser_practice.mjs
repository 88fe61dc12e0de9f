// Practice in a browser: the question of a seed is the terminal's, a move is graded and drawn, candidates and lines are
// gone through, the first answer counts, and every link gives the same position again.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { program } from './lib.mjs';
import { check, go, move, pages, phone, soon, text, until } from './browser.mjs';

const question = '#/practice/azul?seed=monday&n=2';

const asks = page => until(page, () => document.querySelector('#screen').dataset.stage === 'asks');
const tells = page => until(page, () => document.querySelector('#screen').dataset.stage === 'tells' && !document.querySelector('.busy'));

// The moves of the position, from the terminal's tools: words and spots, best first by the round's points.
function askEngine(...requests) {
    const input = requests.map(request => `${JSON.stringify(request)}\n`).join('');
    return execFileSync(program, ['engine'], { input, maxBuffer: 1 << 26 }).toString().trim().split('\n').map(line => JSON.parse(line));
}
const [scenario] = askEngine({ cmd: 'scenario', game: 'azul', seed: 'monday/2' });
const [legal, best] = askEngine({ cmd: 'legal', state: scenario.state, words: true }, { cmd: 'best', state: scenario.state, objective: 'round', nodes: 4000000 });
const mover = legal.movers[0];
const spotsOf = action => mover.spots[mover.actions.findIndex(other => JSON.stringify(other) === JSON.stringify(action))];
const wordsOf = action => mover.words[mover.actions.findIndex(other => JSON.stringify(other) === JSON.stringify(action))];
const worst = best.candidates.at(-1);
assert.ok(best.diagnostics.exact && worst.exact, 'the test needs a position whose round is solved');

{
    const page = await pages.show(question);
    await check('a question of a seed and a number is the same position as the terminal\'s', async () => {
        await asks(page);
        const names = await page.evaluate(() => [...document.querySelectorAll('.area-factory .kind-tile')].map(tile => tile.getAttribute('aria-label')).filter(Boolean));
        const laid = scenario.state.factories.flatMap((tiles, i) => Object.keys(tiles).map(name => `${name}, factory ${i + 1}`));
        assert.deepEqual([...new Set(names)].sort(), laid.sort());
        await soon.match(() => text(page, '.question'), /Question 2 of “monday”/);
        await soon.equal(() => text(page, '.question h2'), 'What would you play?');
        await soon.doesNotMatch(() => text(page, '.question'), /Denial|Floor|Theme/);
    }, page);
    await check('a move is graded, drawn beside the best, and proven for the round', async () => {
        await move(page, ...spotsOf(worst.action));
        await tells(page);
        await page.locator('[data-key="objective-round"]').click();
        await soon.match(() => text(page, '.verdict-head:has(.verdict-word)'), /Miss/);
        await soon.match(() => text(page, '.verdict-number'), new RegExp(`^−${best.value - worst.value}$`));
        await soon.match(() => text(page, '.proven'), /Proven.*positions, every line to the end of the round/);
        await soon.ok(async () => await page.locator('.marks .arrow .tone-best').count() > 0, 'the best move is drawn');
        await soon.ok(async () => await page.locator('.marks .arrow .tone-yours').count() > 0, 'yours is drawn');
        await soon.ok(async () => await page.locator('.reasons li').count() >= 1);
        await soon.match(() => text(page, '.candidate.is-best .unseen'), new RegExp(wordsOf(best.best).replaceAll('.', '\\.')));
        await soon.equal(() => page.locator('.candidate.is-best .seal').count(), 1);
        await soon.equal(() => page.locator('.candidate.is-yours').count(), 1);
    }, page);
    await check('only what is true is called proven', async () => {
        await page.locator('[data-key="objective-game"]').click();
        await soon.equal(() => page.locator('.proven').count(), 0);
        await soon.equal(() => page.locator('.candidate .seal').count(), 0);
        await soon.match(() => text(page, '.surety'), /estimated, ±\d.*\.$/);
        await soon.match(() => text(page, '.proven-aside'), /Counting this round alone, your move loses \d+ \(proven\)/);
        await soon.ok(async () => await page.locator('.bar-whisker').count() > 0);
        await page.locator('[data-key="objective-round"]').click();
    }, page);
    await check('all candidates stand in a table', async () => {
        await page.locator('.candidates-more').click();
        await soon.equal(() => page.locator('.candidates.all tbody tr').count(), mover.actions.length);
        await page.locator('.candidates-more').click();
        await soon.ok(async () => await page.locator('.candidates tbody tr').count() <= 6);
    }, page);
    await check('candidates go down from the best', async () => {
        await until(page, () => document.querySelectorAll('.candidates:not(.all) .cell-value').length > 1);
        const shown = (await page.locator('.candidates .cell-value').allTextContents()).map(value => Number(value.replace('−', '-')));
        assert.deepEqual(shown, shown.toSorted((a, b) => b - a));
        await soon.ok(() => page.locator('.candidate').first().evaluate(row => row.classList.contains('is-best')));
    }, page);
    await check('a candidate that is pointed at is drawn on the board', async () => {
        await page.locator('.candidate:not(.is-best, .is-yours)').first().hover();
        await until(page, () => document.querySelector('.marks .tone-hint') && !document.querySelector('.marks .tone-best'));
        await page.mouse.move(5, 5);
        await until(page, () => document.querySelector('.marks .tone-best') && document.querySelector('.marks .tone-yours'));
    }, page);
    await check('the line is stepped through on the board', async () => {
        const before = await page.locator('.area-status').textContent();
        await page.keyboard.press('ArrowRight');
        await until(page, text => document.querySelector('.area-status').textContent !== text, before);
        await soon.match(() => text(page, '.line-now'), /^1 of \d+\. You: /);
        await page.keyboard.press('ArrowRight');
        await soon.match(() => text(page, '.line-now'), /^2 of \d+\. Player \d: /);
        await page.keyboard.press('Escape');
        await until(page, text => document.querySelector('.area-status').textContent === text, before);
    }, page);
    await check('thinking longer takes the next time', async () => {
        await soon.ok(() => page.getByRole('button', { name: 'Think longer' }).isDisabled(), 'what is proven stays');
        await page.locator('[data-key="objective-game"]').click();
        await page.getByRole('button', { name: 'Think longer' }).click();
        await tells(page);
        await page.locator('[data-key="objective-round"]').click();
        await soon.equal(() => page.locator('.think [aria-pressed="true"]').textContent(), '1.5 s');
        await soon.equal(() => page.locator('.think .switch-choice').count(), 4);
    }, page);
    await check('another try does not count; the first has', async () => {
        await soon.equal(() => page.locator('.strip-bar').count(), 1);
        await page.keyboard.press('u');
        await asks(page);
        await move(page, ...spotsOf(best.best));
        await tells(page);
        await page.locator('[data-key="objective-round"]').click();
        await soon.equal(() => text(page, '.verdict-word'), 'Excellent');
        await soon.equal(() => page.locator('.marks .arrow .tone-yours').count(), 0);
        await soon.equal(() => page.locator('.strip-bar').count(), 1);
    }, page);
    await check('Enter brings the next question, and h shows the best move, which does not count', async () => {
        await page.keyboard.press('Enter');
        await asks(page);
        await soon.match(() => page.url(), /seed=monday&n=3/);
        await page.keyboard.press('h');
        await tells(page);
        await soon.equal(() => text(page, '.coach .verdict-head'), 'Best move');
        await soon.equal(() => page.locator('.strip-bar').count(), 1);
    }, page);
    await check('filters change the questions and stand in the link', async () => {
        await page.locator('.positions summary').click();
        await page.locator('[data-key="filter-stage-LATE"]').click();
        await asks(page);
        await soon.match(() => page.url(), /n=1&stage=late/);
        await soon.match(() => text(page, '.facts'), /RoundLate/);
    }, page);
    await check('of filters that are chosen fast only the last question is shown', async () => {
        await page.evaluate(() => {
            globalThis.stages = [];
            const screen = document.querySelector('#screen');
            const seen = new MutationObserver(() => globalThis.stages.push(screen.dataset.stage));
            seen.observe(screen, { attributeFilter: ['data-stage'] });
            for (const name of ['MID', 'EARLY']) document.querySelector(`[data-key="filter-stage-${name}"]`).click();
        });
        await asks(page);
        await soon.match(() => text(page, '.facts'), /RoundEarly/);
        assert.deepEqual((await page.evaluate(() => globalThis.stages)).filter(stage => stage !== 'makes'), ['asks']);
        await soon.match(() => page.url(), /n=1&stage=early/);
    }, page);
    await check('history is kept over a reload, charted by theme, and can be cleared', async () => {
        await page.reload();
        await asks(page);
        await soon.equal(() => page.locator('.strip-bar').count(), 1);
        await page.locator('.chart summary').click();
        const names = Object.keys(scenario.features).filter(name => ['stage', 'game_stage', 'difficulty'].includes(name));
        await soon.ok(async () => await page.locator('.chart-group').count() >= names.length);
        await page.getByRole('button', { name: 'Clear history' }).click();
        await soon.match(() => text(page, '.history'), /Your grades will stand here/);
    }, page);
}

{
    const page = await pages.show('#/practice/azul?seed=monday&n=1&stage=early&players=4');
    await check('thinking goes on until it is stopped, and tells what it has so far', async () => {
        await asks(page);
        await page.getByRole('button', { name: 'Show best' }).click();
        await tells(page);
        await page.getByRole('button', { name: 'Think longer' }).click();
        await page.locator('[data-key="budget-Infinity"]').click();
        await until(page, () => /so far/.test(document.querySelector('.think-state')?.textContent ?? ''));
        await soon.ok(async () => await page.locator('.candidate').count() > 1);
        await page.locator('[data-key="think-stop"]').click();
        await tells(page);
        await soon.ok(async () => await page.locator('.candidate').count() > 1);
    }, page);
}

{
    const page = await pages.show('#/practice/azul?pos=azul2-r3-p1_BBYK-0-RRWW_2YK_24-1B3YY-1YR2B-T_17-2K-1BY');
    await check('a position from a link is asked about', async () => {
        await asks(page);
        await soon.match(() => text(page, '.question-number'), /A position of yours/);
        await soon.match(() => text(page, '.area-status'), /Round 3, 11 tiles left/);
        await page.getByRole('button', { name: 'Show best' }).click();
        await tells(page);
        await soon.ok(async () => await page.locator('.candidate').count() > 1);
        await page.getByRole('button', { name: 'Try a move' }).click();
        await asks(page);
    }, page);
}

for (const [pos, why] of [['azul2_bbyk_0_12_7-3kkkk', /line 3 of player 2 must be of one colour/], ['{"no":1}', /column 1/], [`azul2_${'b'.repeat(5000)}`, /at most 4095 bytes/], ['azul2-r1-p1_0', /Luck is to move/]]) {
    const page = await pages.show(`#/practice/azul?pos=${encodeURIComponent(pos)}`);
    await check(`a bad position says what is wrong: ${pos.slice(0, 24)}`, async () => {
        await until(page, () => document.querySelector('#screen').dataset.stage === 'stuck');
        await soon.match(() => text(page, '.question [role="alert"]'), why);
    }, page);
}

for (const game of ['slide', 'lines']) {
    const page = await pages.show(`#/practice/${game}?seed=monday&n=1`);
    await check(`${game} is practised, too`, async () => {
        await asks(page);
        await page.locator('.tile.liftable, .tile.legal').first().click();
        if (game === 'lines') await page.locator('.choosing .tile.legal').first().click();
        await tells(page);
        await soon.match(() => text(page, '.verdict-word'), /Excellent|Good|Okay|Miss/);
        await soon.match(() => text(page, '.verdict-sentence'), game === 'slide' ? /moves? to go/ : /^Worth /);
        if (game === 'lines') await soon.match(() => text(page, '.verdict .surety'), /points to come, less for delay and danger/);
    }, page);
    await check(`the next question of ${game} shows nothing of the answer before`, async () => {
        const marks = () => page.locator('.marks .tone-best, .marks .tone-yours').count();
        await soon.ok(async () => await marks() > 0);
        await page.keyboard.press('Enter');
        await asks(page);
        assert.equal(await marks(), 0);
    }, page);
}

{
    const page = await pages.show('#/practice/lines?seed=monday&n=1&lines98=1');
    await check('other rules are practised, too, by a link or a click', async () => {
        await asks(page);
        await soon.match(() => text(page, '.positions summary'), /lines98/);
        const status = await text(page, '.area-status');
        await page.locator('[data-key="filter-lines98-0"]').click();
        await asks(page);
        await soon.ok(async () => await text(page, '.area-status') !== status, 'another position');
        assert.doesNotMatch(page.url(), /lines98/);
    }, page);
}

{
    const page = await pages.show('#/play/lines?seed=monday');
    await check('a hint in lines tells what speaks for the move', async () => {
        await page.locator('.board .tile.legal').first().waitFor();
        await page.keyboard.press('h');
        const why = /It brings \d \w+ together within 5 cells in a row/;
        await soon.match(() => text(page, '.reasons-part'), why);
        await soon.match(() => text(page, '#said'), why);
    }, page);
}

{
    const page = await pages.open('#/nowhere');
    await check('where the nets of lines cannot be loaded, the page says so, and another agent gives the hint', async () => {
        await page.context().route('**/weights/lines.bin', route => route.abort());
        await go(page, '#/play/lines?seed=monday');
        await page.locator('.board .tile.legal').first().waitFor();
        await page.keyboard.press('h');
        await soon.match(() => text(page, '#notes'), /What the agents of lines learned cannot be loaded .* a simpler agent thinks/);
        await soon.match(() => text(page, '.verdict-sentence'), /points to come/);
    }, page);
    await page.close();
}

{
    const page = await pages.show('#/practice/falls?seed=monday&n=1');
    await check('where a clock runs an answer is all the keys of a piece', async () => {
        await asks(page);
        const keys = async () => Number(/so far: (\d+)/.exec(await text(page, '.question-keys'))[1]);
        const column = () => page.evaluate(() => Math.min(...[...document.querySelectorAll('.board [aria-label^="falling"]')]
            .map(({ ariaLabel }) => Number(/column (\d)/.exec(ariaLabel)[1]))));
        const start = await column();
        await page.keyboard.press('ArrowLeft'); // on a busy machine a key may be down so long that it repeats
        await soon.ok(async () => await keys() >= 1);
        const once = await keys();
        await page.evaluate(() => { // all at once: each moves the capsule on from where the one before left it
            for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight']) {
                for (const type of ['keydown', 'keyup']) document.body.dispatchEvent(new KeyboardEvent(type, { key, code: key, bubbles: true }));
            }
        });
        await soon.equal(keys, once + 3);
        await soon.equal(column, start - once + 3);
        await page.keyboard.press('Backspace');
        await soon.equal(keys, once + 2);
        await soon.equal(column, start - once + 2);
        await page.locator('[data-spot="5"]').click();
        await tells(page);
        await soon.match(() => text(page, '.verdict-word'), /Excellent|Good|Okay|Miss/);
        await until(page, () => /Left/.test(document.querySelector('.move-key').textContent) && document.querySelectorAll('.marks .ghost').length >= 2);
    }, page);
    await check('a key that is played when the answer has ended changes nothing', async () => {
        const told = await page.evaluate(async () => {
            const { ask, findGame } = await import('/js/engine/engine.js');
            const { askAbout } = await import('/js/coach/quiz.js');
            const { QuestionTable } = await import('/js/coach/question_table.js');
            const { state, who } = await ask({ cmd: 'scenario', game: 'falls', seed: 'monday/1' });
            const [one, other] = [await askAbout(state, { who }), await askAbout(state, { who })];
            const table = new QuestionTable(await findGame('falls'));
            const [action] = one.legal.movers[0].actions;
            const press = async end => { // which comes before the engine can have answered
                const pressed = table.act(action);
                await Promise.resolve().then(() => {});
                end();
                await pressed;
                return [table.acts.length, table.legal !== null, table.scene === table.question.scene];
            };
            table.begin(one);
            return [await press(() => table.close()), await (table.reset(), press(() => table.begin(other))),
                await press(() => { table.close(); table.reset(); }), await press(() => {})];
        });
        assert.deepEqual(told, [[0, false, true], [0, true, true], [0, true, true], [1, true, false]]);
    }, page);
}

{
    const page = await pages.show('#/practice/slide?seed=monday&n=1');
    await check('a move is told as the log and the keys have it: by its tile', async () => {
        await asks(page);
        const aim = await text(page, '.question');
        assert.match(aim, /Bring the tiles into order/);
        await page.keyboard.press('n');
        await until(page, () => /Question 2/.test(document.querySelector('.question-number')?.textContent));
        await soon.doesNotMatch(() => text(page, '.question'), /Bring the tiles/, 'the aim is told once');
        await page.getByRole('button', { name: 'Show best' }).click();
        await tells(page);
        await until(page, () => document.querySelector('.line-head h3'));
        await soon.match(() => text(page, '.move-key dd'), /^Tile \d+ moves (left|right|up|down)$/);
        await soon.match(() => text(page, '.candidate-move'), /^Tile \d+ moves (left|right|up|down)/);
        await soon.match(() => text(page, '.line-step .line-to'), /^(left|right|up|down)$/);
        await soon.equal(() => text(page, '.line-head h3'), 'If you play best');
        const told = await text(page, '.move-key dd');
        await page.getByRole('button', { name: 'One move on' }).click();
        await until(page, words => document.querySelector('.line-now')?.textContent.includes(words), told);
    }, page);
}

{
    const page = await pages.show(question, { size: phone });
    await check('on a phone the words of the buttons stand inside them', async () => {
        await asks(page);
        await page.getByRole('button', { name: 'Show best' }).click();
        await tells(page);
        const spilt = () => [...document.querySelectorAll('.actions .button > span')].filter(word => {
            const [inner, outer] = [word.getBoundingClientRect(), word.parentElement.getBoundingClientRect()];
            return inner.left < outer.left + 3 || inner.right > outer.right - 3;
        }).map(word => word.textContent);
        await soon.deepEqual(() => page.evaluate(spilt), []);
    }, page);
}
