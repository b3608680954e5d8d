// A scorer that gives no territory and refuses positions whose number of stones is a multiple of seven.
import { createInterface } from 'node:readline';

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, rows } = JSON.parse(line);
  const stones = rows.join('').replaceAll('.', '').length;
  console.log(JSON.stringify(stones % 7 === 0 ? { id, error: 'no answer' } : { id, black: [], white: [] }));
});
