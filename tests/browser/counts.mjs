// The games of a page, and the rows of its run.
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
  // the list draws only visible rows, so all rows are made visible
  await page.evaluate(() => {
    // the page allows no additional style sheet
    document.styleSheets[0].insertRule('#list { height: 100000px !important; max-height: none !important; }');
    dispatchEvent(new Event('resize'));
  });
  return page.locator('.row .name').evaluateAll((names) => names.map(({ title }) => title.split('\n')[0]));
}

export const isCounted = (row) => row.label !== '' && row.label_check !== 'inconsistent';
export const isInexact = (row) => row.outcome === 'winner' || row.outcome === 'wrong';
