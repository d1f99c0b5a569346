import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { remoteReleaseSchema } from '@carrel/shared/releases';
import type { Registry, ShellRelease } from '@carrel/shared/releases';
import { consolePaths } from '@carrel/shared/paths';
import { expect } from '@playwright/test';
import type { Browser, Page } from '@playwright/test';
import { parse } from 'valibot';

import { editRegistry, readRegistry } from '@carrel/scripts/publish/registry-file.ts';
import { readingScreens } from '../conformance/console-screens.ts';
import { ada, createDataset, openList } from '../support/journey.ts';
import { signUp } from '../support/people.ts';
import { ServerProcess } from '../support/servers/server.ts';
import { seed } from '../support/shell-fixture.ts';
import { unpackRelease } from './skew/kept-release.ts';
import { test } from '../support/test.ts';

const NOW = path.resolve(import.meta.dirname, '../../dist/console');

// Each of these runs a journey on its own server.
test.describe.configure({ timeout: 600_000 });

let folder: string;
let before: string;

test.beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'carrel-skew-'));
  before = path.join(folder, 'before');
  await unpackRelease(before);
});

test.afterAll(() => rm(folder, { recursive: true, force: true }));

/** Combines the shell of one folder with the remotes and the registry of another into a console. */
async function combine(name: string, shell: string, remotes: string): Promise<string> {
  const combined = path.join(folder, name);
  const copy = (from: string, part: string) =>
    cp(path.join(from, part), path.join(combined, part), { recursive: true });
  await copy(shell, 'shell');
  await copy(remotes, 'remotes');
  await copy(remotes, 'registry.json');
  return combined;
}

/** Makes the last release the fallback of each remote, as a deployment does. */
async function fallBackTo(console: string, { remotes: last }: Registry): Promise<void> {
  await cp(path.join(before, 'remotes'), path.join(console, 'remotes'), { recursive: true });
  await editRegistry(console, (registry) => ({
    ...registry,
    remotes: Object.fromEntries(
      Object.entries(registry.remotes).map(([name, current]) => {
        const release = last[name];
        if (release === undefined || release.version === current.version) return [name, current];
        return [name, { ...current, previous: parse(remoteReleaseSchema, release) }];
      }),
    ),
  }));
}

/** Paths of screens that the kept release does not have. */
const NOT_IN_LAST_RELEASE =
  /^\/datasets\/[^/]+\/(?:documents\/[^/]+(?:\/versions)?|duplicates|sources|settings)$/;

async function withServer(
  { browser, console }: { browser: Browser; console: string },
  journey: (
    page: Page,
    server: ServerProcess,
    screens: ReturnType<typeof readingScreens>,
  ) => Promise<void>,
): Promise<void> {
  const server = await ServerProcess.start({ CONSOLE_DIR: console });
  try {
    const context = await signUp(browser, server, ada);
    const screens = readingScreens(
      await seed(context.request, server, 'Engines', { filled: false }),
    ).filter(({ path: screen }) => !NOT_IN_LAST_RELEASE.test(screen));
    await journey(await context.newPage(), server, screens);
    await context.close();
  } finally {
    await server.stop();
  }
}

/** Opens the screens of every remote, and creates a dataset on one of them. */
async function visitEverything(
  page: Page,
  server: ServerProcess,
  screens: ReturnType<typeof readingScreens>,
): Promise<void> {
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  for (const { path: screen, heading, failures } of screens) {
    await page.goto(server.url + screen);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    for (const failure of failures) await expect(page.getByText(failure)).toBeHidden();
  }
  await page.goto(server.url + consolePaths.dashboard());
  await createDataset(page, 'Made on both');
  await page.goto(server.url + consolePaths.joinOrganization('a-token'));
  await expect(
    page.getByRole('heading', { name: /Welcome, Ada|Invalid Invitation/ }),
  ).toBeVisible();
  await page.context().clearCookies();
  await page.goto(server.url + consolePaths.login());
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
  expect(errors).toEqual([]);
}

const shellIn = async (console: string) => {
  const text = await readFile(path.join(console, 'shell/release.json'), 'utf8');
  return JSON.parse(text) as ShellRelease;
};

const minorOf = (version: string) => version.split('.').map(Number)[1] ?? 0;

const versionsOf = ({ provides }: ShellRelease) => [
  provides.shellApi,
  provides.shared['@carrel/shared'] ?? '',
];

test('the previous release is at least two minor versions of the kit and of the API before this one', async () => {
  const [last, current] = [await shellIn(before), await shellIn(NOW)];
  for (const [place, version] of versionsOf(current).entries()) {
    const [one, other] = [version, versionsOf(last)[place] ?? ''];
    expect(one.split('.')[0]).toBe(other.split('.')[0]);
    expect(minorOf(one) - minorOf(other)).toBeGreaterThanOrEqual(2);
  }
});

test('the previous shell runs the current remotes', async ({ browser }) => {
  const console = await combine('last-shell', before, NOW);
  await fallBackTo(console, await readRegistry(before));
  await withServer({ browser, console }, visitEverything);
});

test('the current shell runs the previous remotes', async ({ browser }) => {
  const console = await combine('last-remotes', NOW, before);
  await withServer({ browser, console }, visitEverything);
});

test('the previous shell refuses a remote that needs a newer one', async ({ browser }) => {
  const console = await combine('refusing', before, NOW);
  await fallBackTo(console, await readRegistry(before));
  await editRegistry(console, ({ remotes, ...rest }) => {
    const remote = remotes['mf-workspaces'];
    if (remote === undefined) throw new Error('There is no mf-workspaces.');
    // Without its previous release, which would be the fallback.
    const current = parse(remoteReleaseSchema, remote);
    const needing = { ...current, requires: { ...current.requires, shellApi: '^99.0.0' } };
    return { ...rest, remotes: { ...remotes, 'mf-workspaces': needing } };
  });
  await withServer({ browser, console }, async (page, server) => {
    const scripts: string[] = [];
    page.on('request', (request) => scripts.push(request.url()));
    await page.goto(server.url + consolePaths.workspaces());
    await expect(page.getByRole('alert')).toBeVisible();
    expect(scripts.filter((url) => url.includes('/remotes/mf-workspaces/'))).toEqual([]);
    await openList(page, 'Datasets');
  });
});
