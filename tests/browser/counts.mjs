// The games behind each count of a page, found from the tables of its run instead of from the page.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

/** Returns the rows of a CSV file, each by column. */
export function rows(file) {
  const [head, ...lines] = [...readFileSync(file, 'utf8').matchAll(/(?:"(?:[^"]|"")*"|[^,\n]*)(?:,|\n)/g)]
    .reduce((found, [field]) => {
      found.at(-1).push(field.slice(0, -1).replace(/^"([^]*)"$/, '$1').replace(/""/g, '"'));
      if (field.endsWith('\n')) found.push([]);
      return found;
    }, [[]]);
  return lines.filter((line) => line.length > 1).map((line) => Object.fromEntries(head.map((name, at) => [name, line[at]])));
}

/** Returns the names of the games in the list of the page. */
export async function listedGames(page) {
  // the list draws only visible rows, so make all visible
  await page.evaluate(() => {
    // the page allows no other style sheet
    document.styleSheets[0].insertRule('#list { height: 100000px !important; max-height: none !important; }');
    dispatchEvent(new Event('resize'));
  });
  return page.locator('.row .name').evaluateAll((names) => names.map(({ title }) => title.split('\n')[0]));
}

const isCounted = (row) => row.label !== '' && row.label_check !== 'inconsistent';
export const isInexact = (row) => row.outcome === 'winner' || row.outcome === 'wrong';

const inRange = (dame, range) => dame >= parseInt(range, 10) && dame <= +(/\d+$/.exec(range) || [Infinity])[0];

/** Returns the games behind a link. `view` has the parameters of its address. */
function meant(all, view) {
  const of = (test) => new Set(all.filter(test).map(({ game }) => game));
  if (view.games === 'inconsistent') return of((row) => row.label_check === 'inconsistent');
  if (view.games === 'fits') return of((row) => row.label_check === 'area');
  const right = view.right && of((row) => row.strategy === view.right && row.outcome === 'exact');
  return of((row) => row.strategy === view.strategy && isCounted(row)
    && (view.games === 'counted' || row.method === view.games)
    && (view.outcome === 'wrong' ? row.outcome === 'wrong' : isInexact(row))
    && (!view.size || row.size === view.size) && (!view.rules || row.rules === view.rules)
    && (!view.finished || row.finished === view.finished) && (!view.owed || row.owed === view.owed) && (!view.dame || inRange(+row.neutral, view.dame))
    && (!view.origin || row.origin === view.origin) && (!right || right.has(row.game)));
}

/** Asserts that every count of a page opens exactly its games, and returns the number of counts. The tables have no years. */
export async function checkCounts(page, run, selector = 'a[href*="="]') {
  const all = rows(`${run}/games.csv`);
  const links = page.locator(selector);
  const number = await links.count();
  for (let at = 0; at < number; at++) {
    const link = links.nth(at);
    const href = await link.getAttribute('href');
    const view = Object.fromEntries(new URLSearchParams(href.slice(1)));
    await link.evaluate((element) => element.click());
    const listed = await listedGames(page);
    assert.equal(listed.length, +(await link.textContent()).replace(/\D/g, ''), `${run}: ${href}`);
    if (!view.era) assert.deepEqual(listed.sort(), [...meant(all, view)].sort(), `${run}: ${href}`);
    assert.equal(await page.count(), listed.length, href);
  }
  return number;
}
