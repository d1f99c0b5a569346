import { expect as baseExpect } from '@playwright/test';
import type { Page } from '@playwright/test';

import { BrokenRemote } from './broken-remote.ts';
import type { RemoteFiles } from './broken-remote.ts';
import { THROW_WHILE_RENDERING } from './remote-faults.ts';
import type { RemoteFault } from './remote-faults.ts';
import type { RemoteRow } from './remote-row.ts';

const TEN_SECONDS = 10_000;

// Several pages at once slow each other down; after half a minute one hangs.
const expect = baseExpect.configure({ timeout: 30_000 });

/** A console with the remotes under test. */
export interface CheckedConsole {
  origin: string;
  files: ReadonlyMap<string, RemoteFiles>;
}

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
  if (others.length === 0) return;
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

/**
 * Puts a fault into each of a remote's files, one after the other: the console shows a card in its place,
 * other remotes work, and it recovers without a page load. Rejects where it does not.
 */
export async function checkFault(
  page: Page,
  { origin, files }: CheckedConsole,
  fault: RemoteFault,
  row: RemoteRow,
): Promise<void> {
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
  await page.goto(origin + row.path, { waitUntil: 'commit' });
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
  await expect(page.getByText(fault.card)).toBeHidden();
  await row.expectMark?.(page, false);
  expect(navigations).toEqual([origin + row.path]);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
}
