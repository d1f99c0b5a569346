import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

import { root } from '@carrel/scripts/publish/built-state.ts';
import { writeRemoteKit } from '@carrel/scripts/remotes/pack-remote-kit.ts';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';

import { personNamed, signUp } from '../support/people.ts';
import { ReleasedConsole } from '../support/servers/released-console.ts';
import { ServerProcess } from '../support/servers/server.ts';
import { seed } from '../support/shell-fixture.ts';
import { test } from '../support/test.ts';

const HEADING = 'title="Hello"';

let home: string;
let kit: string;
let built: ReleasedConsole;
let server: ServerProcess;

test.beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'carrel-own-repository-'));
  kit = path.join(home, 'node_modules/@carrel/remote-kit');
  await writeRemoteKit(kit);
  await linkDependencies();
  built = await ReleasedConsole.copy();
  server = await ServerProcess.start({ CONSOLE_DIR: built.folder });
});

test.afterAll(async () => {
  await server.stop();
  await built.remove();
  await rm(home, { recursive: true, force: true });
});

/** Links what npm would install for the kit and a remote: the packages of this repository. */
async function linkDependencies(): Promise<void> {
  const manifest = JSON.parse(await readFile(path.join(kit, 'package.json'), 'utf8')) as {
    dependencies: object;
    peerDependencies: object;
  };
  const homes = ['shared', 'shell', 'mf-account', 'e2e', '.'].map((name) =>
    path.join(root, name, 'node_modules'),
  );
  const names = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies });
  for (const name of names) {
    const installed = homes.map((folder) => path.join(folder, name)).find((at) => existsSync(at));
    if (installed === undefined) throw new Error(`${name} is not installed here.`);
    const place = path.join(home, 'node_modules', name);
    await mkdir(path.dirname(place), { recursive: true });
    await symlink(await realpath(installed), place);
  }
}

/** Runs a program in the repository of the remote, and returns its output. */
async function run(program: string, ...words: string[]): Promise<string> {
  const file = path.join(home, 'node_modules', program);
  const { stdout } = await promisify(execFile)(process.execPath, [file, ...words], { cwd: home });
  return stdout;
}

const KIT = '@carrel/remote-kit/scripts/remotes/kit/carrel-remote.js';

const releaseRemote = async () => {
  expect(await run(KIT, 'release')).toContain('built with kit');
  return run(KIT, 'register', '--to', built.folder);
};

/** Edits the screen in the repository of the remote. */
async function edit(from: string, to: string): Promise<void> {
  const file = path.join(home, 'src/hello/hello-page.tsx');
  const before = await readFile(file, 'utf8');
  expect(before).toContain(from);
  await writeFile(file, before.replace(from, to));
}

/** Makes a page visible again, so that it fetches the registry. */
async function refreshRegistry(page: Page): Promise<void> {
  const response = page.waitForResponse('**/registry.json');
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await (await response).finished();
}

test('a remote of another repository is built with the kit, released under an open form, broken and rolled back', async ({
  browser,
}) => {
  const loads: string[] = [];
  const context = await signUp(browser, server, personNamed('Reader'));
  await seed(context.request, server, 'Engines', { filled: false });
  const page = await context.newPage();
  page.on('load', () => loads.push(page.url()));
  await page.goto(`${server.url}/dashboard`);
  const sidebar = page.getByRole('complementary', { name: 'Sidebar' });
  await expect(sidebar.getByRole('link', { name: 'Datasets' })).toBeVisible();

  await test.step('it is written, its types and its test pass, and the open page gets its screen', async () => {
    await run(KIT, 'new', 'hello', 'remote');
    for (const file of ['src', 'rspack.config.ts', 'tsconfig.json', 'vitest.config.ts']) {
      await cp(path.join(home, 'remote', file), path.join(home, file), { recursive: true });
    }
    await run('typescript/bin/tsc');
    expect(await run('vitest/vitest.mjs', 'run')).toContain('2 passed');
    expect(await releaseRemote()).toContain('Released mf-hello');
    await refreshRegistry(page);
    await sidebar.getByRole('link', { name: 'Hello' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Hello' })).toBeVisible();
  });

  const field = page.getByLabel('Your greeting');
  const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });
  const update = page.getByRole('button', { name: 'Update', exact: true });

  await test.step('a second release waits for the form', async () => {
    await field.pressSequentially('Good morn');
    await edit(HEADING, 'title="Hello again"');
    await releaseRemote();
    await refreshRegistry(page);
    await expect(update).toBeVisible();
    await expect(field).toHaveValue('Good morn');
    await field.pressSequentially('ing');
    await expect(heading('Hello')).toBeVisible();
    await update.click();
    await expect(heading('Hello again')).toBeVisible();
  });

  await test.step('a release that throws is rolled back, and the screen returns', async () => {
    await edit('return (', "if (Date.now() > 0) throw new Error('Broken by a test.');\n  return (");
    await releaseRemote();
    await refreshRegistry(page);
    await expect(page.getByText('This screen stopped working')).toBeVisible();
    expect(await run(KIT, 'rollback', 'mf-hello', '--to', built.folder)).toContain(
      'is current again',
    );
    await refreshRegistry(page);
    await expect(heading('Hello again')).toBeVisible();
  });
  expect(loads).toHaveLength(1);

  await test.step('a release of a later kit is refused with a sentence', async () => {
    const description = path.join(home, 'dist/release/release.json');
    const release = await readFile(description, 'utf8');
    await writeFile(description, release.replace(/"kit": "[^"]+"/, '"kit": "99.0.0"'));
    await expect(run(KIT, 'register', '--to', built.folder)).rejects.toThrow(
      'It was built with version 99.0.0 of the remote kit',
    );
  });
  await context.close();
});
