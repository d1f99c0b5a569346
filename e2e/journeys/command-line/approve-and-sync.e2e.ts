import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { consolePaths } from '@carrel/shared/paths';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';

import { startCommand } from '../../support/command-line.ts';
import { DatasetFixture } from '../../support/dataset-fixture.ts';
import { examineScreen } from '../../support/examine-screen.ts';
import { createAccount, personNamed, browserOf } from '../../support/people.ts';
import { ServerProcess } from '../../support/servers/server.ts';
import { test } from '../../support/test.ts';

const ida = personNamed('Ida');

let server: ServerProcess;
let dataset: string;
let page: Page;
let folder: string;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async ({ browser }) => {
  // Access expires between two commands: each renews the session.
  server = await ServerProcess.start({ ACCESS_TTL_SECONDS: '3' });
  folder = await mkdtemp(path.join(tmpdir(), 'carrel-library-'));
  const seeding = await browser.newContext();
  await createAccount(seeding.request, server, ida);
  await seeding.close();
  const signedIn = await browserOf(browser, server, ida);
  dataset = await (await DatasetFixture.create(signedIn.request, server)).createDataset('Handbook');
  await signedIn.close();
  page = await (await browser.newContext()).newPage();
});

test.afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

const run = (...args: string[]) => startCommand(path.join(folder, 'config'), args);
const library = () => path.join(folder, 'library');

async function sync(...options: string[]) {
  const command = run('sync', library(), 'Handbook', '--yes', '--json', ...options);
  const { code, output } = await command.ended;
  const { receipt, archives } = JSON.parse(output) as {
    archives: string[];
    receipt?: { entries: { path: string; outcome: string }[] };
  };
  const entries = receipt?.entries.map((each) => `${each.outcome} ${each.path}`) ?? [];
  return { code, archives, entries: entries.sort() };
}

test('a person signs the command line in, by approving it after signing in to the browser', async () => {
  const command = run('login', '--server', server.url);
  const link = await command.said(/http:\S+\/account\/approve\?code=\S+/);
  const code = link.split('=').at(-1) ?? '';
  await page.goto(link);
  await page.getByLabel('Email').fill(ida.email);
  await page.getByLabel('Password', { exact: true }).fill(ida.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();

  await expect(page.getByText(code)).toBeVisible();
  await expect(page.getByText('Ida Tester (ida@example.com)')).toBeVisible();
  await examineScreen(page, 'approve');
  await page.emulateMedia({ colorScheme: 'dark' });
  await examineScreen(page, 'approve-dark');
  await page.setViewportSize({ width: 375, height: 800 });
  await examineScreen(page, 'approve-dark-375');
  await page.emulateMedia({ colorScheme: 'light' });
  await examineScreen(page, 'approve-375');
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByText(/^The program is signed in/)).toBeVisible();

  expect((await command.ended).code).toBe(0);
  const { output } = await run('whoami').ended;
  expect(output).toContain('Ida Tester <ida@example.com>');
});

test('a folder with hostile names becomes documents, and what cannot has its reason', async () => {
  await mkdir(path.join(library(), 'letters'), { recursive: true });
  const files = {
    'plain.md': '# Plain',
    'letters/Über 📚.md': '# Books',
    'letters/gone.md': '# Gone soon',
    'esc\u001b[31m.md': '# Red',
    'e\u0301.md': '# Decomposed',
    '\u00e9.md': '# Composed',
    'back\\slash.md': '# No',
    '.DS_Store': 'left behind',
  };
  for (const [name, text] of Object.entries(files)) {
    await writeFile(path.join(library(), name), text);
  }
  await symlink('/etc/passwd', path.join(library(), 'link.md'));

  const { code, entries } = await sync('--path', 'Library', '--wait');
  expect(code).toBe(3);
  expect(entries).toEqual([
    'added Library/letters/gone.md',
    'added Library/letters/Über 📚.md',
    'added Library/plain.md',
    'added Library/\u00e9.md',
    'refused Library/back\\slash.md',
    'refused Library/esc\u001b[31m.md',
    'refused Library/link.md',
    'refused Library/\u00e9.md',
  ]);
  await page.goto(`${server.url}${consolePaths.datasetDocuments(dataset, 'Library/letters')}`);
  await expect(page.getByText('Über 📚.md').first()).toBeVisible();
  await expect(page.getByText('gone.md').first()).toBeVisible();
});

test('a second sync sends nothing', async () => {
  expect(await sync('--path', 'Library', '--delete')).toEqual({
    code: 3,
    archives: [],
    entries: [],
  });
});

test('what left the folder is removed where that is asked for, and nothing else', async () => {
  await rm(path.join(library(), 'letters/gone.md'));
  expect((await sync('--path', 'Library')).archives).toEqual([]);
  const { entries } = await sync('--path', 'Library', '--delete');
  expect(entries.filter((entry) => entry.startsWith('removed'))).toEqual([
    'removed Library/letters/gone.md',
  ]);
  await page.goto(`${server.url}${consolePaths.datasetDocuments(dataset, 'Library/letters')}`);
  await expect(page.getByText('Über 📚.md').first()).toBeVisible();
  await expect(page.getByText('gone.md')).toHaveCount(0);
});

test('its session is listed by its name, and ends when it is revoked', async () => {
  await page.goto(`${server.url}${consolePaths.account()}`);
  const row = page.getByRole('row', { name: /Unknown Browser/ });
  await expect(row).toBeVisible();
  await examineScreen(page, 'account-with-program');
  await row.getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke session' }).click();
  await expect(page.getByText('Session revoked successfully')).toBeVisible();
  expect((await run('datasets').ended).code).toBe(4);
});
