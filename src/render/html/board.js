// Draws boards as SVG.

const SVG = 'http://www.w3.org/2000/svg';
const COLUMNS = 'ABCDEFGHJKLMNOPQRSTUVWXYZ';

/** Returns a board with its stones as the letters X, O, x, o and '.'. Points are numbered row by row. */
export const boardOf = (position) =>
  ({ width: position[0].length, height: position.length, points: position.length * position[0].length, stones: lettersOf(position) });

/** Returns the letters of all points, given the rows of a position or a map. */
export const lettersOf = (rows) => [...rows.join('')];

/** Returns the owner of a point, given its letter on a map: b, w or '.'. Two maps differ where the owners differ. */
export const ownerOf = (letter) => (letter === 'b' || letter === 'w' ? letter : '.');

/** Returns the points where two maps, given by their letters, have different owners. */
export const differing = (a, b) => [...a.keys()].filter((point) => ownerOf(a[point]) !== ownerOf(b[point]));

/** Returns the column and the row of a point. */
export const placeOf = (board, point) => [point % board.width, Math.floor(point / board.width)];

/** Returns the name of a column. */
const columnName = (x) => (x < 25 ? '' : COLUMNS[Math.floor(x / 25) - 1]) + COLUMNS[x % 25];

/** Returns the coordinates of a point, such as D4. */
export function pointName(board, point) {
  const [x, y] = placeOf(board, point);
  return columnName(x) + (board.height - y);
}

/** Returns the coordinates of the first points of a list, and the total number of points if there are more. */
export function pointNames(board, points, most = 12) {
  const names = points.slice(0, most).map((point) => pointName(board, point)).join(' ');
  return points.length > most ? `${names} … (${points.length})` : names;
}

/** Returns an SVG element. */
export function element(name, attributes, text) {
  const made = document.createElementNS(SVG, name);
  for (const key in attributes) made.setAttribute(key, attributes[key]);
  if (text !== undefined) made.textContent = text;
  return made;
}

/** Draws the lines, star points and coordinates of a board. */
function drawGrid(svg, board) {
  const { width, height } = board;
  let path = '';
  for (let x = 0; x < width; x++) path += `M${x} 0V${height - 1}`;
  for (let y = 0; y < height; y++) path += `M0 ${y}H${width - 1}`;
  svg.append(element('rect', { class: 'wood', x: -0.8, y: -0.8, width: width + 0.6, height: height + 0.6, rx: 0.1 }));
  svg.append(element('path', { class: 'lines', d: path }));
  if (width === height && width % 2 === 1 && width >= 9) {
    const near = width > 11 ? 3 : 2;
    const stars = width >= 19 ? [near, (width - 1) / 2, width - 1 - near] : [near, width - 1 - near];
    for (const x of stars) for (const y of stars) svg.append(element('circle', { class: 'star', cx: x, cy: y, r: 0.1 }));
  }
  for (let x = 0; x < width; x++) svg.append(element('text', { class: 'coordinate', x, y: -1.05 }, columnName(x)));
  for (let y = 0; y < height; y++) svg.append(element('text', { class: 'coordinate', x: -1.3, y: y + 0.18 }, height - y));
}

/** Returns a square around a point. */
export function square(board, point, name, half = 0.5) {
  const [x, y] = placeOf(board, point);
  return element('rect', { class: name, x: x - half, y: y - half, width: 2 * half, height: 2 * half });
}

/** Returns a ring around a point. */
export function ring(board, point, name, r = 0.48) {
  const [cx, cy] = placeOf(board, point);
  return element('circle', { class: name, cx, cy, r });
}

/** Returns the colour of the player whose letter is on a position or a map. */
const colorOf = (letter) => ('Xxb'.includes(letter) ? 'black' : 'white');

/** Shades the territory on a map. The shade is darker where the owner is more certain: `ownership` has a number for each
 * point, from 1 for Black's to −1 for White's. */
export function drawShades(svg, board, letters, ownership) {
  for (const [point, letter] of letters.entries()) {
    if (ownerOf(letter) === '.') continue;
    const certainty = ownership ? Math.max(0, letter === 'b' ? ownership[point] : -ownership[point]) : 1;
    const shade = square(board, point, `shade ${colorOf(letter)}`);
    shade.setAttribute('opacity', 0.2 + 0.8 * certainty);
    svg.append(shade);
  }
}

/** Draws the stone on a point, if there is one. A dead stone is smaller and has a cross. */
export function drawStone(svg, board, point, stone = board.stones[point]) {
  if (stone === '.') return;
  const [x, y] = placeOf(board, point);
  const isDead = stone === 'x' || stone === 'o';
  if (!isDead) svg.append(element('circle', { class: 'shadow', cx: x + 0.04, cy: y + 0.06, r: 0.46 }));
  svg.append(ring(board, point, `stone ${colorOf(stone)}${isDead ? ' dead' : ''}`, isDead ? 0.36 : 0.46));
  if (isDead) svg.append(element('path', { class: `cross ${colorOf(stone)}`, d: `M${x - 0.18} ${y - 0.18}l.36 .36m0 -.36l-.36 .36` }));
}

/** Draws a point of a map: a square for territory, or a letter for the reason why the point belongs to neither side. */
export function drawMark(svg, board, point, letter) {
  if (ownerOf(letter) !== '.') svg.append(square(board, point, `mark ${colorOf(letter)}`, 0.17));
  if (letter !== 's' && letter !== 'f') return;
  const [x, y] = placeOf(board, point);
  svg.append(ring(board, point, 'plate', 0.34), element('text', { class: 'letter', x, y: y + 0.2 }, letter));
}

/** Draws the frame of a differing point. */
export function drawFrame(svg, board, point) {
  svg.append(...['halo', 'differs'].map((name) => square(board, point, name, 0.44)));
}

/** Returns a picture of a board with a map, and frames around the points in `differs`. `ownership`, if it is known, has the
 * certainty of the map. */
export function drawBoard(board, letters, differs, label, ownership) {
  const { width, height } = board;
  const svg = element('svg', {
    class: 'board', viewBox: `-1.9 -1.9 ${width + 2.1} ${height + 2.1}`, role: 'img', 'aria-label': label,
  });
  drawGrid(svg, board);
  drawShades(svg, board, letters, ownership);
  for (const [point, stone] of board.stones.entries()) {
    drawStone(svg, board, point);
    // the shade shows who owns a dead stone's point; a square would cover the cross
    if (stone === '.' || ownerOf(letters[point]) === '.') drawMark(svg, board, point, letters[point]);
    if (differs.has(point)) drawFrame(svg, board, point);
  }
  return svg;
}

/** Returns the point under the pointer, or -1. */
export function pointAt(svg, board, event) {
  const position = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
  const [x, y] = [Math.round(position.x), Math.round(position.y)];
  return x >= 0 && y >= 0 && x < board.width && y < board.height ? y * board.width + x : -1;
}

/** Returns a point as SGF writes it. */
export const sgfPoint = (board, point) =>
  placeOf(board, point).map((at) => String.fromCharCode(at < 26 ? 97 + at : 39 + at)).join('');

/** Returns the final position of a game as an SGF record, with territory as marks: `letters` has a letter for each point. */
export function toSgf(game, board, letters) {
  const list = (identifier, values, wanted) => {
    const points = [...values.keys()].filter((point) => wanted.includes(values[point]));
    return points.length ? identifier + points.map((point) => `[${sgfPoint(board, point)}]`).join('') : '';
  };
  const given = (identifier, value) => (value ? `${identifier}[${String(value).replace(/[\\\]]/g, '\\$&')}]` : '');
  const size = board.width === board.height ? board.width : `${board.width}:${board.height}`;
  return [
    `(;GM[1]FF[4]CA[UTF-8]SZ[${size}]`, given('GN', game.name), given('RU', game.rules), `KM[${game.komi}]`,
    given('PB', game.players[0]), given('PW', game.players[1]), given('DT', game.date), given('HA', game.handicap), given('RE', game.label),
    `\nC[The final position. Prisoners, including dead stones: Black ${game.prisoners[0]}, White ${game.prisoners[1]}.]\n`,
    list('AB', board.stones, 'Xx'), list('AW', board.stones, 'Oo'), '\n', list('TB', letters, 'b'), list('TW', letters, 'w'), ')\n',
  ].join('');
}
