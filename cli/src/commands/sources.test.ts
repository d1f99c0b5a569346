import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { serveLibrary } from '@carrel/testing/servers/served-library.ts';
import type { ServedLibrary } from '@carrel/testing/servers/served-library.ts';
import { EXIT } from '../exit-codes.ts';
import { runCli, signIn } from '../testing/run-cli.ts';

let library: ServedLibrary;
let folder: string;
let session: Awaited<ReturnType<typeof signIn>>;
let files: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'carrel-cli-'));
  files = path.join(folder, 'files');
  await mkdir(files);
  library = await serveLibrary({ SOURCE_FOLDERS: files });
  session = await signIn(library, folder);
});
afterAll(async () => {
  await library.close();
  await rm(folder, { recursive: true });
});

const run = (...args: string[]) => runCli(['sources', ...args], session);

test('a source is added, approved, run, shown and deleted', async () => {
  await library.create('/datasets', { name: 'Handbook' });
  await writeFile(path.join(files, 'a.txt'), 'Oil every year.');
  await writeFile(path.join(files, 'CON.txt'), 'Oil every month.');
  const described = path.join(folder, 'share.json');
  const place = { kind: 'folder', path: files };
  await writeFile(described, JSON.stringify({ name: 'Share', place, exclude: ['CON.*'] }));

  const added = await run('Handbook', '--file', described, '--wait');
  expect(added.output).toMatch(
    /^\S{36} {2}Share \(folder\): 1 object, waiting\n {2}1 added, 0 changed, 0 moved, 0 removed, 0 unchanged, 0 failed\n$/,
  );
  expect(added.errors).toContain('It is the first plan, and waits for --approve.');
  expect((await run('Handbook', 'Share', '--approve')).code).toBe(EXIT.usage);
  const approved = await run('Handbook', 'Share', '--approve', '--yes', '--wait');
  expect([approved.code, approved.output]).toEqual([
    EXIT.done,
    expect.stringContaining('1 object, completed'),
  ]);
  const changes = path.join(folder, 'changes.json');
  await writeFile(changes, JSON.stringify({ name: 'Files', every_minutes: 60, paused: true }));
  expect((await run('Handbook', 'Share', '--file', changes)).errors).toBe('Share is changed.\n');
  const changed = JSON.parse((await run('Handbook', 'Files', '--json')).output) as unknown;
  expect(changed).toMatchObject({ name: 'Files', every_minutes: 60, paused: true });
  await writeFile(changes, JSON.stringify({ name: 'Share', paused: false }));
  expect((await run('Handbook', 'Files', '--file', changes)).code).toBe(EXIT.done);
  const again = await run('Handbook', 'Share', '--run', '--everything', '--wait', '--json');
  expect(JSON.parse(again.output)).toMatchObject({ run: { number: 2, state: 'completed' } });
  expect((await run('Handbook')).output).toContain('Share (folder): 1 object, completed');
  expect(await run('Handbook', 'Share', '--failures')).toMatchObject({
    code: EXIT.done,
    errors: 'Nothing failed.\n',
  });
  expect((await run('Handbook', 'Share', '--cancel')).code).toBe(EXIT.failed);

  await rm(files, { recursive: true });
  const failed = await run('Handbook', 'Share', '--run', '--wait');
  expect(failed.code).toBe(EXIT.failed);
  const reasons = await run('Handbook', 'Share', '--failures', '--json');
  expect([reasons.code, JSON.parse(reasons.output)]).toEqual([
    EXIT.partly,
    { error: expect.objectContaining({ code: 'not_found' }) as unknown, failed: [] },
  ]);

  expect((await run('Handbook', 'Share', '--delete')).code).toBe(EXIT.usage);
  expect((await run('Handbook', 'Share', '--delete', '--yes')).code).toBe(EXIT.done);
  expect((await run('Handbook')).errors).toBe('Handbook has no sources.\n');
});

test('wrong usage says what to change', async () => {
  const empty = path.join(folder, 'empty.json');
  await writeFile(empty, '{"name":"","place":{"kind":"git"}}');
  const other = path.join(folder, 'other.json');
  await writeFile(other, '{"title":"Share"}');
  for (const [args, message] of [
    [[], 'Name a dataset'],
    [['Handbook', '--run'], '--run needs a source.'],
    [['Handbook', 'Share', '--run', '--approve'], 'Either --run or --approve.'],
    [['Handbook', 'Share', '--file', empty, '--run'], 'Either --file or --run.'],
    [['Handbook', 'Share', '--file', empty], 'name: Name is required'],
    [['Handbook', 'Share', '--file', other], 'names nothing that a source has'],
    [['Handbook', '--file', path.join(folder, 'none.json')], 'cannot be read'],
    [['Handbook', '--file', import.meta.filename], 'is not JSON'],
    [['Handbook', '--file', empty], 'name: Name is required'],
  ] as const) {
    const ended = await run(...args);
    expect([ended.code, ended.errors]).toEqual([EXIT.usage, expect.stringContaining(message)]);
  }
});
