import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { publishShell } from './publish-shell.ts';

let home = '';

beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'carrel-publish-'));
});

afterEach(() => rm(home, { recursive: true, force: true }));

async function publish(number: number): Promise<void> {
  const staged = path.join(home, 'staging');
  await rm(staged, { recursive: true, force: true });
  await mkdir(staged, { recursive: true });
  const hash = String(number).padStart(16, '0');
  await writeFile(path.join(staged, `main.${hash}.js`), `run(${number});`);
  await writeFile(path.join(staged, 'vendor.aaaaaaaaaaaaaaaa.js'), 'vendor();');
  await writeFile(path.join(staged, 'favicon.svg'), `<svg id="${number}"/>`);
  await writeFile(path.join(staged, 'release.json'), `{"version":"${number}"}`);
  await publishShell({ staged, folder: path.join(home, 'console') });
}

const published = (file: string) => readFile(path.join(home, 'console/shell', file), 'utf8');

test('the files of the last five releases are kept for open pages', async () => {
  for (const number of [1, 2, 3, 4, 5, 6]) await publish(number);
  const files = await readdir(path.join(home, 'console/shell'));
  expect(files.filter((file) => /^main\..*js$/.test(file)).sort()).toEqual(
    [2, 3, 4, 5, 6].map((number) => `main.${String(number).padStart(16, '0')}.js`),
  );
  expect(files).toContain('vendor.aaaaaaaaaaaaaaaa.js.br');
  expect(files).not.toContain('main.0000000000000001.js.br');
  expect(JSON.parse(await published('release.json'))).toEqual({ version: '6' });
  expect(await published('favicon.svg')).toBe('<svg id="6"/>');
});
