import { STORAGE_KEYS } from '@carrel/shared/contract';
import { EARLY_READS_META } from '@carrel/shared/releases';
import { consolePaths } from '@carrel/shared/paths';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { array, parse, unknown } from 'valibot';

import { blockRequests } from '../support/block-requests.ts';
import { documentIds } from '../support/document-ids.ts';
import { networkIdle } from '../support/network-idle.ts';
import { browserOf, personNamed, signUp } from '../support/people.ts';
import { ServerProcess } from '../support/servers/server.ts';
import { seed, waitForDocuments } from '../support/shell-fixture.ts';
import type { ShellFixture } from '../support/shell-fixture.ts';
import { test } from '../support/test.ts';

const ada = personNamed('Ada');

let server: ServerProcess;
let fixture: ShellFixture;
let idOf: (path: string) => string;

test.beforeAll(async ({ browser }) => {
  server = await ServerProcess.start();
  const context = await signUp(browser, server, ada);
  fixture = await seed(context.request, server, 'Engines');
  // While documents are being processed, the console polls them.
  await waitForDocuments(context.request, server, fixture);
  idOf = await documentIds(context.request, server, fixture);
  await context.close();
});

test.afterAll(() => server.stop());

/**
 * Returns a list of a page's reads of the API, in order, without the event stream, without
 * invitations, which are read only for roles that may see them, without the organization's
 * unfinished uploads and its background work, which are read once the page is idle, and without what
 * happened lately, which is read after the numbers of the dashboard.
 */
function readsOf(page: Page): string[] {
  const reads: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (request.method() !== 'GET' || !pathname.startsWith('/api/')) return;
    if (!/\/(?:events|invitations|v1\/uploads|background-work|overview)$/.test(pathname))
      reads.push(`${pathname}${search}`.slice(1));
  });
  return reads;
}

const SCREENS: { name: string; path: () => string }[] = [
  { name: 'the dashboard', path: () => consolePaths.dashboard() },
  { name: 'the datasets', path: () => consolePaths.datasets() },
  { name: 'a folder', path: () => consolePaths.datasetDocuments(fixture.datasetId, 'Wiki') },
  { name: 'the top folder', path: () => consolePaths.datasetDocuments(fixture.datasetId) },
  {
    name: 'a document',
    path: () => consolePaths.document(fixture.datasetId, idOf('Wiki/README.md')),
  },
  { name: 'the archives', path: () => consolePaths.datasetArchives(fixture.datasetId) },
  {
    name: 'the sources of a dataset',
    path: () => consolePaths.datasetSources(fixture.datasetId),
  },
  {
    name: 'the settings of a dataset',
    path: () => consolePaths.datasetSettings(fixture.datasetId),
  },
  {
    name: 'what people ask of a workspace',
    path: () => consolePaths.workspaceSearches(fixture.workspaceId),
  },
  { name: 'the workspaces', path: () => consolePaths.workspaces() },
  { name: 'a workspace', path: () => consolePaths.workspaceManage(fixture.workspaceId) },
  {
    name: 'the search of a workspace',
    path: () => consolePaths.workspaceSearch(fixture.workspaceId, 'library'),
  },
  {
    name: 'the search of a dataset',
    path: () => consolePaths.datasetSearch(fixture.datasetId, 'library'),
  },
  { name: 'the search of everything', path: () => consolePaths.search('library') },
  { name: 'the tests', path: () => consolePaths.workspaceTests(fixture.workspaceId) },
  { name: 'the settings', path: () => consolePaths.organizationSettings(fixture.organizationId) },
  { name: 'the account', path: () => consolePaths.account() },
];

for (const { name, path } of SCREENS) {
  test(`${name}: everything is read in parallel with the code, and only once`, async ({
    browser,
  }) => {
    const context = await browserOf(browser, server, ada);
    const page = await context.newPage();
    await page.addInitScript(([key, value]) => localStorage.setItem(key, value), [
      STORAGE_KEYS.selectedOrganization,
      fixture.organizationId,
    ] as const);
    const reads = readsOf(page);
    const release = await blockRequests(page, /\.js$/);
    // Once the event stream is open, everything before it is read again.
    await page.route('**/events?*', () => undefined);
    await page.goto(server.url + path(), { waitUntil: 'commit' });
    await expect(page.getByText('Loading...', { exact: true })).toBeVisible();
    const meta = page.locator(`meta[name="${EARLY_READS_META}"]`);
    const count = parse(array(unknown()), JSON.parse((await meta.getAttribute('content')) ?? ''));
    await expect.poll(() => reads.length).toBe(count.length);
    const early = reads.toSorted();
    release();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await networkIdle(page);
    expect(reads.toSorted()).toEqual(early);
    await context.close();
  });
}

test('early reads that are all refused share one refresh, and the user stays', async ({
  browser,
}) => {
  const context = await browserOf(browser, server, ada);
  const cookies = await context.cookies();
  const page = await context.newPage();
  let refreshes = 0;
  page.on('request', (request) => {
    if (request.method() === 'PUT') refreshes += 1;
  });
  // The access cookie has expired, so the browser no longer has it.
  for (const { name } of cookies) {
    if (name.endsWith('carrel_access')) await context.clearCookies({ name });
  }
  await page.goto(server.url + consolePaths.dashboard());
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await networkIdle(page);
  await expect(page).toHaveURL(server.url + consolePaths.dashboard());
  expect(refreshes).toBe(1);
  await context.close();
});
