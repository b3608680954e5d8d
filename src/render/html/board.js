// Draws boards as SVG.

const SVG = 'http://www.w3.org/2000/svg';
const COLUMNS = 'ABCDEFGHJKLMNOPQRSTUVWXYZ';

/** Returns a board with its stones, the letters X, O, x, o and '.'. Points are row-major numbers. */
export const boardOf = (position) =>
  ({ width: position[0].length, height: position.length, points: position.length * position[0].length, stones: lettersOf(position) });

/** Returns the letter of every point on the rows of a position or a map. */
export const lettersOf = (rows) => [...rows.join('')];

/** Returns the owner of a point with a letter of a map: b, w or '.'. Two maps differ where the owners differ. */
export const ownerOf = (letter) => (letter === 'b' || letter === 'w' ? letter : '.');

/** Returns a letter of a map without the reason why a point belongs to neither side. */
export const plain = (letter) => (letter === 's' || letter === 'f' ? '.' : letter);

/** Returns the coordinates of a point, such as D4. */
export function pointName(board, point) {
  const x = point % board.width;
  const turn = Math.floor(x / 25);
  const letter = COLUMNS[x % 25];
  return (turn ? COLUMNS[turn - 1] : '') + letter + (board.height - Math.floor(point / board.width));
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
  for (let x = 0; x < width; x++) {
    const name = pointName(board, x).replace(/\d+/, '');
    svg.append(element('text', { class: 'coordinate', x, y: -1.05 }, name));
  }
  for (let y = 0; y < height; y++) {
    svg.append(element('text', { class: 'coordinate', x: -1.3, y: y + 0.18 }, height - y));
  }
}

/** Adds the light on stones to the page, once. The style refers to it. */
function addLight() {
  if (document.getElementById('light')) return;
  const stops = { black: ['#777', '#222', '#0a0a0a'], white: ['#fff', '#f3f2ee', '#c9c6be'] };
  const light = element('svg', { id: 'light', width: 0, height: 0, 'aria-hidden': 'true' });
  for (const color in stops) {
    const gradient = element('radialGradient', { id: `${color}-stone`, cx: 0.36, cy: 0.32, r: 0.75 });
    stops[color].forEach((value, at) => gradient.append(element('stop', { offset: [0, 0.4, 1][at], 'stop-color': value })));
    light.append(gradient);
  }
  document.body.append(light);
}

/** Shades the territory on a map. The shade is darker where the owner is more certain: `ownership` has a number for each
 * point, from 1 for Black's to −1 for White's. */
function drawShades(svg, board, letters, ownership) {
  for (const [point, letter] of letters.entries()) {
    if (letter !== 'b' && letter !== 'w') continue;
    const certainty = ownership ? Math.max(0, letter === 'b' ? ownership[point] : -ownership[point]) : 1;
    const [x, y] = [(point % board.width) - 0.5, Math.floor(point / board.width) - 0.5];
    svg.append(element('rect', { class: `shade ${letter === 'b' ? 'black' : 'white'}`, x, y, width: 1, height: 1, opacity: 0.2 + 0.8 * certainty }));
  }
}

/** Draws a stone. A dead stone is smaller and has a cross. */
export function drawStone(svg, stone, x, y) {
  const dead = stone === 'x' || stone === 'o';
  const color = stone.toUpperCase() === 'X' ? 'black' : 'white';
  if (!dead) svg.append(element('circle', { class: 'shadow', cx: x + 0.04, cy: y + 0.06, r: 0.46 }));
  svg.append(element('circle', { class: `stone ${color}${dead ? ' dead' : ''}`, cx: x, cy: y, r: dead ? 0.36 : 0.46 }));
  if (dead) svg.append(element('path', { class: `cross ${color}`, d: `M${x - 0.18} ${y - 0.18}l.36 .36m0 -.36l-.36 .36` }));
}

/** Draws a point of a map: a square for territory, or a letter for the reason why the point belongs to neither side. */
export function drawMark(svg, letter, x, y) {
  if (letter === 'b' || letter === 'w') {
    const color = letter === 'b' ? 'black' : 'white';
    svg.append(element('rect', { class: `mark ${color}`, x: x - 0.17, y: y - 0.17, width: 0.34, height: 0.34 }));
  } else if (letter === 's' || letter === 'f') {
    svg.append(element('circle', { class: 'plate', cx: x, cy: y, r: 0.34 }));
    svg.append(element('text', { class: 'letter', x, y: y + 0.2 }, letter));
  }
}

/** Draws the frame of a differing point. */
export function drawFrame(svg, x, y) {
  for (const name of ['halo', 'differs']) svg.append(element('rect', { class: name, x: x - 0.44, y: y - 0.44, width: 0.88, height: 0.88 }));
}

/** Returns a picture of a board with a map, and frames around the points in `differs`. `ownership`, if it is known, has the
 * certainty of the map. */
export function drawBoard(board, letters, differs, label, ownership) {
  const { width, height } = board;
  const svg = element('svg', {
    class: 'board', viewBox: `-1.9 -1.9 ${width + 2.1} ${height + 2.1}`, role: 'img', 'aria-label': label,
  });
  addLight();
  drawGrid(svg, board);
  if (letters) drawShades(svg, board, letters, ownership);
  for (let point = 0; point < board.points; point++) {
    const [x, y] = [point % width, Math.floor(point / width)];
    const stone = board.stones[point];
    if (stone !== '.') drawStone(svg, stone, x, y);
    // the shade shows who owns a dead stone's point; a square would cover the cross
    if (letters && (stone === '.' || !/[bw]/.test(letters[point]))) drawMark(svg, letters[point], x, y);
    if (differs.has(point)) drawFrame(svg, x, y);
  }
  return svg;
}

/** Returns the point under the pointer, or -1. */
export function pointAt(svg, board, event) {
  const position = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
  const [x, y] = [Math.round(position.x), Math.round(position.y)];
  return x >= 0 && y >= 0 && x < board.width && y < board.height ? y * board.width + x : -1;
}

/** Returns the point in a column and a row as SGF writes it. */
export function sgfPoint(x, y) {
  const letter = (at) => String.fromCharCode(at < 26 ? 97 + at : 39 + at);
  return letter(x) + letter(y);
}

/** Returns the final position of a game as an SGF record, with territory as marks: `letters` has a letter for each point. */
export function toSgf(game, board, letters) {
  const list = (identifier, wanted) => {
    const points = [...Array(board.points).keys()].filter(wanted);
    const text = points.map((point) => `[${sgfPoint(point % board.width, Math.floor(point / board.width))}]`);
    return points.length ? identifier + text.join('') : '';
  };
  const quote = (text) => String(text).replace(/[\\\]]/g, '\\$&');
  const size = board.width === board.height ? board.width : `${board.width}:${board.height}`;
  return `(;GM[1]FF[4]CA[UTF-8]SZ[${size}]GN[${quote(game.name)}]RU[${quote(game.rules)}]KM[${game.komi}]`
    + ['PB', 'PW'].map((identifier, at) => (game.players[at] ? `${identifier}[${quote(game.players[at])}]` : '')).join('')
    + (game.date ? `DT[${quote(game.date)}]` : '') + (game.handicap ? `HA[${game.handicap}]` : '') + (game.label ? `RE[${quote(game.label)}]` : '')
    + `\nC[The final position. Prisoners, including dead stones: Black ${game.prisoners[0]}, White ${game.prisoners[1]}.]\n`
    + list('AB', (point) => board.stones[point].toUpperCase() === 'X')
    + list('AW', (point) => board.stones[point].toUpperCase() === 'O') + '\n'
    + list('TB', (point) => letters[point] === 'b') + list('TW', (point) => letters[point] === 'w') + ')\n';
}
