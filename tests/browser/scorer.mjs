// A scorer for which nothing is territory, and which has no answer to every seventh position.
import { createInterface } from 'node:readline';

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, rows } = JSON.parse(line);
  const stones = rows.join('').replaceAll('.', '').length;
  console.log(JSON.stringify(stones % 7 === 0 ? { id, error: 'no answer' } : { id, black: [], white: [] }));
});
