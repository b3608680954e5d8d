// Starts Chromium for the tests of pages, and records errors in them.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { chromium } from 'playwright-core';

export const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
export const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM || '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
    '--disable-component-update', '--disable-sync'],
});

/** Returns an empty page that records every error and every request to a foreign address, which close() checks. */
export async function emptyPage({ width, height, colorScheme, locale = 'en-GB' }, isOwn) {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme, locale, permissions: ['clipboard-read', 'clipboard-write'] });
  const page = await context.newPage();
  page.wrong = [];
  page.on('pageerror', (error) => page.wrong.push(`error: ${error.message}`));
  page.on('console', (message) => message.type() === 'error' && page.wrong.push(`console: ${message.text()}`));
  page.on('dialog', (dialog) => { page.wrong.push(`dialog: ${dialog.message()}`); dialog.dismiss(); });
  page.on('request', (request) => !isOwn(request.url()) && page.wrong.push(`request: ${request.url()}`));
  return page;
}

export async function close(page) {
  assert.deepEqual(page.wrong, []);
  await page.context().close();
}
