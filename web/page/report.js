// Shows a run on the page that the program writes for it, with that page's modules, and offers its files.

import { html } from './report/elements.js';
import { runReport } from './parts.js';

/** Returns a link that saves a file. */
function saveLink(name, content, type) {
  return html('a', { download: name, href: URL.createObjectURL(new Blob([content], { type })) }, name);
}

/** Replaces the page by the page of a run. `notes` are paragraphs for its head. */
export async function showReport({ page, files }, notes) {
  // the style is already on the page, and the content security policy allows no other
  const parsed = new DOMParser().parseFromString(page.replace(/<style>[^]*?<\/style>/, ''), 'text/html');
  const [header, navigation, main, data] = ['header', 'nav', 'main', '#data'].map((one) => document.adoptNode(parsed.querySelector(one)));
  const links = [...Object.entries(files).map(([name, content]) => saveLink(name, content, 'text/csv')), saveLink('report.html', page, 'text/html')];
  header.append(
    html('p', { class: 'saves' }, 'Save ', ...links.flatMap((link, at) => (at ? [', ', link] : [link])), ' · ', html('a', { href: location.pathname }, 'Score other games')),
    ...notes.map((note) => html('p', { class: 'note' }, note)),
  );
  document.title = parsed.title;
  document.body.className = '';
  document.body.replaceChildren(header, navigation, main, data);
  await runReport();
}
