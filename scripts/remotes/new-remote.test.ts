import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { newRemote } from './new-remote.ts';

let repository: string;

beforeEach(async () => {
  repository = await mkdtemp(path.join(tmpdir(), 'carrel-new-remote-'));
  await writeFile(path.join(repository, 'pnpm-lock.yaml'), 'locked');
  await mkdir(path.join(repository, 'mf-sales'));
  await writeFile(
    path.join(repository, 'mf-sales/rspack.config.ts'),
    `defineRemote({ devPort: 3007, routes: [{ path: '/reports/:id' }] })`,
  );
});

afterEach(() => rm(repository, { recursive: true, force: true }));

const create = (name: string | undefined) => newRemote(name, repository, () => undefined);

const filesOf = async (name: string) =>
  (await readdir(path.join(repository, name), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ name: file }) => file)
    .toSorted();

test('a new remote has a screen, a sidebar entry, a command, a test, a build, types and a budget', async () => {
  expect(await create('office-hours')).toBe('mf-office-hours');
  expect(await filesOf('mf-office-hours')).toEqual([
    'budget.json',
    'office-hours-page.test.tsx',
    'office-hours-page.tsx',
    'package.json',
    'routes.tsx',
    'rspack.config.ts',
    'tsconfig.json',
  ]);
  const build = await readFile(path.join(repository, 'mf-office-hours/rspack.config.ts'), 'utf8');
  expect(build).toContain("name: 'mf-office-hours'");
  expect(build).toContain('devPort: 3008');
  expect(build).toContain("to: '/office-hours', label: 'Office hours'");
  const page = path.join(repository, 'mf-office-hours/src/office-hours/office-hours-page.tsx');
  expect(await readFile(page, 'utf8')).toContain('export function OfficeHoursPage()');
});

test.each([
  [undefined, 'Name the new remote'],
  ['Hello', 'small letters'],
  ['hel lo', 'small letters'],
  ['../hello', 'small letters'],
  ['hello-', 'small letters'],
  ['1hello', 'small letters'],
  ['mf-', 'small letters'],
  ['grüße', 'small letters'],
  ['a'.repeat(41), 'at most 40 characters, not 41'],
  ['sales', 'There is a folder mf-sales already.'],
  ['mf-sales', 'There is a folder mf-sales already.'],
  ['reports', 'mf-sales has the path /reports'],
  ['datasets', 'the console has the path /datasets'],
  ['accounts', 'the console has the path /accounts'],
  ['api', 'the server has the path /api'],
])('the name %s is refused: %s', async (name, message) => {
  await expect(create(name)).rejects.toThrow(message);
  expect(await readdir(repository)).toEqual(['mf-sales', 'pnpm-lock.yaml']);
});

test('an installation that fails leaves no folder behind, and the lockfile as it was', async () => {
  const failing = newRemote('hello', repository, () => {
    throw new Error('There is no registry.');
  });
  await expect(failing).rejects.toThrow('There is no registry.');
  expect(await readdir(repository)).toEqual(['mf-sales', 'pnpm-lock.yaml']);
  expect(await readFile(path.join(repository, 'pnpm-lock.yaml'), 'utf8')).toBe('locked');
});
