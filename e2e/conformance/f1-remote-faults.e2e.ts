import { expect as baseExpect, test } from '@playwright/test';
import type { Page } from '@playwright/test';

import { ada } from '../support/journey.ts';
import { signUp } from '../support/people.ts';
import { ReleasedConsole } from '../support/servers/released-console.ts';
import { ServerProcess } from '../support/servers/server.ts';
import { seed } from '../support/shell-fixture.ts';
import type { ShellFixture } from '../support/shell-fixture.ts';
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

// Several pages at once slow each other down; after half a minute one hangs.
const expect = baseExpect.configure({ timeout: 30_000 });

// A trace of so many pages would cost more than the pages.
test.use({ trace: 'off', screenshot: 'off' });

let released: ReleasedConsole;
let server: ServerProcess;
let signedIn: Visit;
let fixture: ShellFixture;
let files: ReadonlyMap<string, RemoteFiles>;

test.beforeAll(async ({ browser, request }) => {
  // Without previous releases, which would be fallbacks for those that fail.
  released = await ReleasedConsole.copy();
  server = await ServerProcess.start({ CONSOLE_DIR: released.folder });
  const context = await signUp(browser, server, ada);
  fixture = await seed(context.request, server, 'Engines', { filled: false });
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

/** Expects the card instead of the screen within 10 s of the page's clock. */
async function expectCard(page: Page, fault: RemoteFault, url: string | undefined): Promise<void> {
  const card = page.getByText(fault.card);
  if (fault.silent !== true) return expect(card).toBeVisible();
  // The page's timeout for a file starts when it requests the file.
  await expect(page.locator(`script[src*="${url}"]`)).toBeAttached();
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + TEN_SECONDS);
  await expect(card).toBeVisible();
  await page.clock.resume();
}

const retry = (page: Page) => page.getByRole('button', { name: 'Retry' }).click();

/** Opens a screen of each other remote, and returns to the card. */
async function visitOthers(page: Page, fault: RemoteFault, { others }: RemoteRow): Promise<void> {
  for (const other of others) {
    await other.go(page);
    await expect(headingOf(page, other.heading)).toBeVisible();
  }
  await page.evaluate((steps) => history.go(-steps), others.length);
  await expect(page.getByText(fault.card)).toBeVisible();
}

/** Makes screens with the fault throw, until `repairScreens`. */
async function breakScreens(page: Page): Promise<void> {
  await page.addInitScript((name) => {
    Object.assign(globalThis, {
      [name]() {
        throw new Error('Thrown while rendering by a test.');
      },
    });
  }, THROW_WHILE_RENDERING);
}

const repairScreens = (page: Page) =>
  page.evaluate((name) => Object.assign(globalThis, { [name]: undefined }), THROW_WHILE_RENDERING);

async function checkFault(page: Page, fault: RemoteFault, row: RemoteRow): Promise<void> {
  const ofRemote = files.get(row.remote);
  if (ofRemote === undefined) throw new Error(`${row.remote} is not in the registry.`);
  const remote = new BrokenRemote(ofRemote, fault);
  await remote.intercept(page);
  const navigations: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest()) navigations.push(request.url());
  });
  if (fault.silent === true) await page.clock.install();
  await breakScreens(page);

  const [first, ...more] = fault.parts;
  remote.break(first);
  await page.goto(server.url + row.path, { waitUntil: 'commit' });
  await expectCard(page, fault, first && ofRemote.url[first]);
  await row.expectMark?.(page, fault.marked !== false);
  await visitOthers(page, fault, row);
  for (const part of more) {
    remote.break(part);
    const url = ofRemote.url[part];
    const requested = page.waitForRequest((request) => new URL(request.url()).pathname === url);
    await retry(page);
    await requested;
    await expectCard(page, fault, url);
  }

  remote.heal();
  await repairScreens(page);
  await retry(page);
  await expect(headingOf(page, row.heading)).toBeVisible();
  await row.expectMark?.(page, false);
  expect(navigations).toEqual([server.url + row.path]);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
}

for (const name of REMOTES) {
  test(`F1, F4: ${name} fails in every way, and recovers without a reload`, async ({ browser }) => {
    const row = remoteRows(fixture).find(({ remote }) => remote === name);
    if (row === undefined) throw new Error(`There is no row for ${name}.`);
    const visit = row.asGuest === true ? { browser } : signedIn;
    await inParallel(visit, REMOTE_FAULTS, (page, fault) => checkFault(page, fault, row));
  });
}
