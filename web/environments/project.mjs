// Makes small projects that use the package, and runs programs and pages in them.

import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { promisify } from 'node:util';
import { chromium } from 'playwright-core';

const run = promisify(execFile);
const root = process.cwd();
const TYPES = { '.js': 'text/javascript', '.mjs': 'text/javascript', '.css': 'text/css', '.wasm': 'application/wasm', '.html': 'text/html' };

/** The value that every environment has to compute with the package, by the code `VALUE`. */
export const EXPECTED = '[[1,1,2,2]] 本因坊';
export const VALUE = "JSON.stringify(areaScoring([[0, 1, 2, 0]])) + ' ' + score('(;SZ[3]PB[本因坊]AB[aa])').map((game) => game.skip ?? game.players.black)[0]";
export const IMPORT = "import { areaScoring, score } from 'seichi';";
export const REQUIRE = "const { areaScoring, score } = require('seichi');";

/** A folder with files, next to which the packages are installed. */
export class Project {
  constructor(name, files) {
    this.folder = join(root, 'projects', name);
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(dirname(join(this.folder, file)), { recursive: true });
      writeFileSync(join(this.folder, file), text);
    }
  }

  /** Runs a program of an installed package in the folder, and returns its output. */
  async run(program, ...words) {
    const path = program.startsWith('node_modules/') ? join(root, program) : program;
    try {
      return (await run(path, words, { cwd: this.folder })).stdout.trim();
    } catch (error) {
      throw new Error(`${program} ${words.join(' ')}: ${error.message}\n${error.stdout}\n${error.stderr}`);
    }
  }

  /** Returns the title of a page in the folder, or on a server, after its script has run. */
  async title(path, server = null) {
    const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] });
    try {
      const page = await browser.newPage();
      const errors = [];
      page.on('pageerror', (error) => errors.push(error.message));
      if (!server) {
        await page.route('**/*', (route) => {
          const file = join(this.folder, new URL(route.request().url()).pathname);
          return route.fulfill({ body: readFileSync(file), contentType: TYPES[extname(file)] });
        });
      }
      await page.goto(new URL(path, server ?? 'http://project.test').href);
      await page.waitForFunction(() => document.title !== '', null, { timeout: 20_000 }).catch(() => { throw new Error(`no title: ${errors}`); });
      return await page.title();
    } finally {
      await browser.close();
    }
  }
}
