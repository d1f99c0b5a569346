import { documentListSchema, STORAGE_KEYS } from '@carrel/shared/contract';
import { EARLY_READS_META } from '@carrel/shared/releases';
import { apiPaths, consolePaths } from '@carrel/shared/paths';
import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import { array, parse, unknown } from 'valibot';

import { networkQuiet } from '../support/network-quiet.ts';
import { browserOf, createAccount, personNamed } from '../support/people.ts';
import { ServerProcess } from '../support/server.ts';
import { seed } from '../support/shell-fixture.ts';
import type { ShellWorld } from '../support/shell-fixture.ts';

const ada = personNamed('Ada');

let server: ServerProcess;
let world: ShellWorld;

test.beforeAll(async ({ playwright }) => {
  server = await ServerProcess.start();
  const request = await playwright.request.newContext();
  await createAccount(request, server, ada);
  await request.post(`${server.url}/${apiPaths.login()}`, {
    data: { email_address: ada.email, password: ada.password },
  });
  world = await seed(request, server, 'Engines');
  // While documents are in work, they are read again and again.
  await expect
    .poll(async () => {
      const answer = await request.get(
        `${server.url}/${apiPaths.documents(world.datasetId, { limit: 1 })}`,
        { headers: { 'X-Organization-Id': world.organizationId } },
      );
      const { status_counts: counts } = parse(documentListSchema, await answer.json());
      return counts.embedded + counts.partitioning_error;
    })
    .toBe(22);
  await request.dispose();
});

test.afterAll(() => server.stop());

/**
 * What a page reads of the API, in order. Its stream of changes is none of it, nor is who was invited,
 * which is read of those alone who may know.
 */
function readsOf(page: Page): string[] {
  const reads: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (request.method() !== 'GET' || !pathname.startsWith('/api/')) return;
    if (!/\/(?:events|invitations)$/.test(pathname)) reads.push(`${pathname}${search}`.slice(1));
  });
  return reads;
}

/** Keeps all code from arriving until the answer is called. */
async function holdCode(page: Page): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(/\.js$/, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

const SCREENS: { name: string; path: () => string }[] = [
  { name: 'the dashboard', path: () => consolePaths.dashboard() },
  { name: 'the datasets', path: () => consolePaths.datasets() },
  { name: 'a folder', path: () => consolePaths.datasetDocuments(world.datasetId, 'Wiki') },
  { name: 'the top folder', path: () => consolePaths.datasetDocuments(world.datasetId) },
  { name: 'the archives', path: () => consolePaths.datasetArchives(world.datasetId) },
  { name: 'the workspaces', path: () => consolePaths.workspaces() },
  { name: 'a workspace', path: () => consolePaths.workspaceManage(world.workspaceId) },
  { name: 'the settings', path: () => consolePaths.organizationSettings(world.organizationId) },
  { name: 'the account', path: () => consolePaths.account() },
];

for (const { name, path } of SCREENS) {
  test(`${name}: everything is read beside the code, and once`, async ({ browser }) => {
    const context = await browserOf(browser, server, ada);
    const page = await context.newPage();
    await page.addInitScript(([key, value]) => localStorage.setItem(key, value), [
      STORAGE_KEYS.selectedOrganization,
      world.organizationId,
    ] as const);
    const reads = readsOf(page);
    const release = await holdCode(page);
    // Once it is open, what came before it is read again.
    await page.route('**/events?*', () => undefined);
    await page.goto(server.url + path(), { waitUntil: 'commit' });
    await expect(page.getByText('Loading...', { exact: true })).toBeVisible();
    const said = page.locator(`meta[name="${EARLY_READS_META}"]`);
    const count = parse(array(unknown()), JSON.parse((await said.getAttribute('content')) ?? ''));
    await expect.poll(() => reads.length).toBe(count.length);
    const early = reads.toSorted();
    release();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await networkQuiet(page);
    expect(reads.toSorted()).toEqual(early);
    await context.close();
  });
}
