// Shows a run on the page that the program writes for it, with that page's modules, and offers its files. The browser's back
// button leads to the list of games again.

import { button, html } from './report/elements.js';
import { startReport } from './report/page.js';

/** Returns a link that saves a file. */
function saveLink(name, content, type) {
  return html('a', { download: name, href: URL.createObjectURL(new Blob([content], { type })) }, name);
}

/** The page that the statistics hide (its body, its title and its scroll position), and the statistics themselves. */
let hidden = null;
let statistics = null;

/** Stops the listeners of the shown run. */
let listening = null;

/** Returns whether the page shows the statistics of a run. */
export const hidesPage = () => hidden !== null;

/** Puts the statistics on the page. */
async function enter() {
  const { page, files, notes } = statistics;
  hidden = { body: document.body, title: document.title, place: scrollY };
  // the page already has these styles, and the content security policy allows no others
  const parsed = new DOMParser().parseFromString(page.replace(/<style>[^]*?<\/style>/, ''), 'text/html');
  const links = Object.entries(files).map(([name, content]) => [saveLink(name, content, 'text/csv'), ', ']);
  const back = button('← Back to the games', () => {
    history.pushState(null, '', '#');
    leave();
  }, { id: 'leave' });
  document.title = parsed.title;
  document.body = document.adoptNode(parsed.body);
  document.querySelector('header').append(
    html('p', { class: 'saves' }, back, ' Save ', links, saveLink('report.html', page, 'text/html')),
    ...notes.map((note) => html('p', { class: 'note' }, note)),
  );
  listening = new AbortController();
  await startReport(listening.signal);
}

/** Shows the hidden page again. */
function leave() {
  listening.abort();
  document.body = hidden.body;
  document.title = hidden.title;
  scrollTo(0, hidden.place);
  hidden = null;
}

/** Replaces the page with the page of a run. `notes` are paragraphs at its top. */
export async function showReport(run, notes) {
  statistics = { ...run, notes };
  history.pushState({ statistics: true }, '', '#');
  await enter();
}

// called before the listener of the hidden page
addEventListener('popstate', ({ state }) => {
  if (state?.statistics && statistics && !hidden) enter();
  else if (!state?.statistics && hidden) leave();
});
