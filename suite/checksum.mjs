// Does the same as checksum.py, independently of it: node suite/checksum.mjs [SIZE [BOARDS]]
const [size = 9, count = 1000] = process.argv.slice(2).map(Number);
const sums = [0x811c9dc5, 0x811c9dc5];
const add = (kind, letter) => (sums[kind] = Math.imul(sums[kind] ^ letter.charCodeAt(0), 0x01000193) >>> 0);
let state = 1;
for (let number = 0; number < count; number++) {
  const rows = Array.from({ length: size }, () => []);
  for (const row of rows) {
    for (let x = 0; x < size; x++) {
      state ^= state << 13;
      state ^= state >>> 17;
      state ^= state << 5;
      row.push(x > 0 && (state >>> 16) & 3 ? row[x - 1] : ".XO"[(state >>> 20) % 3]);
    }
  }
  const around = ([x, y]) => [[x - 1, y], [x + 1, y], [x, y - 1], [x, y + 1]].filter(([x, y]) => rows[y]?.[x]);
  // the points connected to a point, and the points around them
  const flood = (start) => {
    const [inside, border, todo] = [new Set([start.join()]), new Map(), [start]];
    while (todo.length) {
      for (const point of around(todo.pop())) {
        const is_same = rows[point[1]][point[0]] === rows[start[1]][start[0]];
        if (!is_same) border.set(point.join(), point);
        else if (!inside.has(point.join())) (inside.add(point.join()), todo.push(point));
      }
    }
    return { inside, border: [...border.values()] };
  };
  const [owners, bordering, seki] = [new Map(), new Map(), new Set()];
  const points = rows.flatMap((row, y) => row.map((_, x) => [x, y]));
  for (const point of points.filter(([x, y]) => rows[y][x] === ".")) {
    if (owners.has(point.join())) continue;
    const { inside, border } = flood(point);
    const colors = new Set(border.map(([x, y]) => rows[y][x]));
    const owner = colors.size === 1 ? [...colors][0] : ".";
    for (const name of inside) (owners.set(name, owner), bordering.set(name, border));
    if (owner === ".") border.forEach((stone) => seki.has(stone.join()) || flood(stone).inside.forEach((name) => seki.add(name)));
  }
  points.forEach(([x, y]) => add(0, owners.get(`${x},${y}`) ?? rows[y][x]));
  points.forEach(([x, y]) => {
    const border = bordering.get(`${x},${y}`);
    add(1, !border ? rows[y][x] : border.some((stone) => seki.has(stone.join())) ? "." : owners.get(`${x},${y}`));
  });
}
console.log(`${size} ${count} ${sums.map((sum) => sum.toString(16).padStart(8, "0")).join(" ")}`);
