import { expect as plainly, test } from '@playwright/test';
import type { Page } from '@playwright/test';

import { ada } from '../support/journey.ts';
import { browserOf, createAccount } from '../support/people.ts';
import { ReleasedConsole } from '../support/released-console.ts';
import { ServerProcess } from '../support/server.ts';
import { seed } from '../support/shell-fixture.ts';
import type { ShellWorld } from '../support/shell-fixture.ts';
import { BrokenRemote, filesOfRemotes } from './broken-remote.ts';
import type { RemoteFiles } from './broken-remote.ts';
import { inParallel } from './in-parallel.ts';
import type { Visit } from './in-parallel.ts';
import { REMOTE_FAULTS, THROW_WHILE_RENDERING } from './remote-faults.ts';
import type { RemoteFault } from './remote-faults.ts';
import { remoteRows } from './remote-rows.ts';
import type { RemoteRow } from './remote-rows.ts';

const REMOTES = ['mf-auth', 'mf-account', 'mf-organizations', 'mf-datasets', 'mf-workspaces'];
const TEN_SECONDS = 10_000;

// Several pages at once wait for each other; half a minute means that one hangs.
const expect = plainly.configure({ timeout: 30_000 });

// A trace of so many pages would cost more than the pages.
test.use({ trace: 'off', screenshot: 'off' });

let released: ReleasedConsole;
let server: ServerProcess;
let signedIn: Visit;
let world: ShellWorld;
let files: ReadonlyMap<string, RemoteFiles>;

test.beforeAll(async ({ browser, request }) => {
  // Without releases before the current ones, which would stand in for those that fail.
  released = await ReleasedConsole.copy();
  server = await ServerProcess.start({ CONSOLE_DIR: released.folder });
  await createAccount(request, server, ada);
  const context = await browserOf(browser, server, ada);
  world = await seed(context.request, server, 'Engines', { filled: false });
  files = await filesOfRemotes(request, server.url);
  signedIn = { browser, visitor: { storageState: await context.storageState() } };
  await context.close();
});

test.afterAll(async () => {
  await server.stop();
  await released.remove();
});

const headingOf = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name });

/** The card stands in the screen's place within 10 s of the page's own clock. */
async function expectCard(page: Page, fault: RemoteFault, url: string | undefined): Promise<void> {
  const card = page.getByText(fault.card);
  if (fault.silent !== true) return expect(card).toBeVisible();
  // The page's watch over a file is set when it asks for the file.
  await expect(page.locator(`script[src*="${url}"]`)).toBeAttached();
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + TEN_SECONDS);
  await expect(card).toBeVisible();
  await page.clock.resume();
}

const retry = (page: Page) => page.getByRole('button', { name: 'Retry' }).click();

/** Goes to a screen of each other remote, and comes back to the card. */
async function lookAround(page: Page, fault: RemoteFault, { others }: RemoteRow): Promise<void> {
  for (const other of others) {
    await other.go(page);
    await expect(headingOf(page, other.heading)).toBeVisible();
  }
  await page.evaluate((steps) => history.go(-steps), others.length);
  await expect(page.getByText(fault.card)).toBeVisible();
}

/** Makes screens throw that a fault struck; mended by `mendScreens`. */
async function breakScreens(page: Page): Promise<void> {
  await page.addInitScript((name) => {
    Object.assign(globalThis, {
      [name]() {
        throw new Error('Thrown while rendering by a test.');
      },
    });
  }, THROW_WHILE_RENDERING);
}

const mendScreens = (page: Page) =>
  page.evaluate((name) => Object.assign(globalThis, { [name]: undefined }), THROW_WHILE_RENDERING);

async function survive(page: Page, fault: RemoteFault, row: RemoteRow): Promise<void> {
  const ofRemote = files.get(row.remote);
  if (ofRemote === undefined) throw new Error(`${row.remote} is not in the registry.`);
  const remote = new BrokenRemote(ofRemote, fault);
  await remote.standBefore(page);
  const visits: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest()) visits.push(request.url());
  });
  if (fault.silent === true) await page.clock.install();
  await breakScreens(page);

  const [first, ...more] = fault.parts;
  remote.strike(first);
  await page.goto(server.url + row.path, { waitUntil: 'commit' });
  await expectCard(page, fault, first && ofRemote.url[first]);
  await row.expectMark?.(page, fault.marked !== false);
  await lookAround(page, fault, row);
  for (const part of more) {
    remote.strike(part);
    const url = ofRemote.url[part];
    const asked = page.waitForRequest((request) => new URL(request.url()).pathname === url);
    await retry(page);
    await asked;
    await expectCard(page, fault, url);
  }

  remote.heal();
  await mendScreens(page);
  await retry(page);
  await expect(headingOf(page, row.heading)).toBeVisible();
  await row.expectMark?.(page, false);
  expect(visits).toEqual([server.url + row.path]);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
}

for (const name of REMOTES) {
  test(`F1, F4: ${name} fails in every way, and comes back without a reload`, async ({
    browser,
  }) => {
    const row = remoteRows(world).find(({ remote }) => remote === name);
    if (row === undefined) throw new Error(`There is no row for ${name}.`);
    const visit = row.asGuest === true ? { browser } : signedIn;
    await inParallel(visit, REMOTE_FAULTS, (page, fault) => survive(page, fault, row));
  });
}
