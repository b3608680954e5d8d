// Saves the records, pictures and tables that the page shows.

import { element } from './report/board.js';

/** Saves a file. */
export function save(name, content, type) {
  const link = document.createElement('a');
  link.download = name;
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

/** The properties of a style that a picture needs. */
const STYLE = ['fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-linecap', 'opacity', 'font-size', 'font-weight', 'font-family', 'text-anchor'];

/** Returns a picture of a drawn board that needs no style sheet, with a line of text below it. */
function standalone(svg, text) {
  const copy = svg.cloneNode(true);
  const [own, all] = [svg, copy].map((root) => [...root.querySelectorAll('*')]);
  own.forEach((shape, at) => {
    const style = getComputedStyle(shape);
    for (const name of STYLE) all[at].setAttribute(name, style.getPropertyValue(name));
  });
  copy.querySelectorAll('.cursor, .marks, .region').forEach((mark) => mark.remove());
  const [x, y, width, height] = svg.getAttribute('viewBox').split(' ').map(Number);
  copy.append(element('text', { x: x + 0.4, y: y + height + 0.6, 'font-size': Math.min(0.6, (2 * width) / (text.length + 1)), 'font-family': 'sans-serif', fill: '#222' }, text));
  copy.prepend(element('rect', { x, y, width, height: height + 1, fill: '#faf7f0' }), ...document.getElementById('light').cloneNode(true).childNodes);
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('viewBox', `${x} ${y} ${width} ${height + 1}`);
  copy.setAttribute('width', Math.round(width * 40));
  copy.setAttribute('height', Math.round((height + 1) * 40));
  return copy;
}

/** Saves a drawn board as SVG or PNG. */
export async function savePicture(svg, name, text, isPng) {
  const picture = standalone(svg, text);
  const code = new XMLSerializer().serializeToString(picture);
  if (!isPng) return void save(`${name}.svg`, code, 'image/svg+xml');
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(code)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [image.width, image.height];
  canvas.getContext('2d').drawImage(image, 0, 0);
  save(`${name}.png`, await new Promise((done) => canvas.toBlob(done, 'image/png')), 'image/png');
}
