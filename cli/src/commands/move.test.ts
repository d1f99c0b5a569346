import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { serveLibrary } from '@carrel/testing/servers/served-library.ts';
import type { ServedLibrary } from '@carrel/testing/servers/served-library.ts';
import { Carrel } from '@carrel/client';
import { EXIT } from '../exit-codes.ts';
import { runCli, signIn } from '../testing/run-cli.ts';

let library: ServedLibrary;
let folder: string;
let session: Awaited<ReturnType<typeof signIn>>;
let carrel: Carrel;
let datasetId: string;

beforeAll(async () => {
  library = await serveLibrary();
  folder = await mkdtemp(path.join(tmpdir(), 'carrel-cli-'));
  session = await signIn(library, folder);
  carrel = new Carrel({ url: library.url, apiKey: await library.createKey() });
  datasetId = await library.create('/datasets', { name: 'Handbook' });
});
afterAll(async () => {
  await library.close();
  await rm(folder, { recursive: true });
});

/** Runs `carrel-cli` with the session of an Owner. */
const run = (args: readonly string[], environment: Record<string, string> = {}) =>
  runCli(args, { ...session, ...environment });

const put = async (name: string, text: string) => {
  await carrel.documents.put(datasetId, name, text);
  await expect
    .poll(async () => (await carrel.archives.progress(datasetId)).dataset.waiting, {
      timeout: 60_000,
    })
    .toBe(0);
};
const paths = async () => (await carrel.documents.list(datasetId).all()).map((each) => each.path);

test('documents and folders are moved and renamed, and that is undone', async () => {
  for (const name of ['a.txt', 'f/b.txt', 'g/a.txt']) await put(name, `Text of ${name}.`);
  expect(await run(['folder', 'Handbook', 'Archive'])).toMatchObject({
    code: EXIT.done,
    output: 'Archive is created.\n',
  });
  expect((await run(['folder', 'Handbook', 'Archive'])).code).toBe(EXIT.failed);

  const wanted = ['move', 'Handbook', 'a.txt', 'f', '--to', 'Archive'];
  expect((await run([...wanted, '--dry-run'])).output).toBe('2 documents would be moved.\n');
  expect((await run(wanted)).code).toBe(EXIT.usage);
  const moved = await run([...wanted, '--yes', '--json']);
  expect(moved.code).toBe(EXIT.done);
  expect(await paths()).toEqual(['Archive/a.txt', 'Archive/f/b.txt', 'g/a.txt']);

  const taken = await run(['move', 'Handbook', 'g/a.txt', '--to', 'Archive', '--yes']);
  expect(taken.code).toBe(EXIT.partly);
  expect(taken.output).toContain('g/a.txt stays: A document is there already.');
  expect((await run(['move', 'Handbook', 'g', '--name', 'h', '--yes'])).code).toBe(EXIT.done);
  expect(await paths()).toContain('h/a.txt');

  const { move: id } = JSON.parse(moved.output) as { move: string };
  const undone = await run(['move', 'Handbook', '--undo', id]);
  expect(undone.output).toBe('2 documents moved back.\n');
  expect(await paths()).toEqual(['a.txt', 'f/b.txt', 'h/a.txt']);

  for (const wrong of [['a.txt'], ['--to', 'x'], ['a.txt', 'f', '--name', 'x'], []]) {
    expect((await run(['move', 'Handbook', ...wrong])).code).toBe(EXIT.usage);
  }
  const withKey = { CARREL_API_KEY: await library.createKey(), XDG_CONFIG_HOME: `${folder}/none` };
  expect((await run(wanted, withKey)).code).toBe(EXIT.usage);
});

test('chunks are listed, split, joined, edited and switched off, and changes are undone', async () => {
  await put('chunks.txt', 'Oil every year. Valves are closed at night.');
  const chunks = async (...args: string[]) =>
    (await run(['chunks', 'Handbook', 'chunks.txt', ...args])).output;
  expect(await chunks()).toBe('0  Oil every year. Valves are closed at night.\n');
  expect(await chunks('--split', '0', '--at', '16')).toBe(
    '0  (split)  Oil every year.\n1  (split)  Valves are closed at night.\n',
  );
  expect(await chunks('--off', '1')).toMatch(/^1 {2}\(off, split\) {2}Valves/);
  expect(await chunks('--on', '1')).toMatch(/^1 {2}\(split\) {2}Valves/);
  expect(await chunks('--join', '0')).toBe('0  Oil every year. Valves are closed at night.\n');
  const file = path.join(folder, 'text.txt');
  await writeFile(file, 'Oil every month.\n');
  expect(await chunks('--edit', '0', '--file', file)).toBe('0  (edited)  Oil every month.\n');
  expect(await chunks('--changes')).toBe(
    '0  (edited)  Oil every year. Valves are closed at night.\n',
  );
  expect(await chunks('--restore', '0')).toBe('0  Oil every year. Valves are closed at night.\n');
  expect((await run(['chunks', 'Handbook', 'chunks.txt', '--join', '0'])).code).toBe(EXIT.failed);
  for (const wrong of [
    ['--split', '0'],
    ['--edit', '0'],
    ['--off', 'x'],
    ['--off', '0', '--on', '0'],
  ]) {
    expect((await run(['chunks', 'Handbook', 'chunks.txt', ...wrong])).code).toBe(EXIT.usage);
  }
});
