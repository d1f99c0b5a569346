import { apiPaths, consolePaths } from '@carrel/shared/paths';
import { expect, test, type Page } from '@playwright/test';

import { documentIds } from '../support/document-ids.ts';
import { expectNoLayoutShifts, recordLayoutShifts } from '../support/layout-shift.ts';
import { networkIdle } from '../support/network-idle.ts';
import { browserOf, createAccount, personNamed } from '../support/people.ts';
import { ServerProcess } from '../support/servers/server.ts';
import { seed, waitForDocuments } from '../support/shell-fixture.ts';
import type { ShellFixture } from '../support/shell-fixture.ts';

const steady = personNamed('Steady');
const newcomer = personNamed('Newcomer');
const stranger = personNamed('Stranger');

const publicPaths = [
  consolePaths.login(),
  consolePaths.register(),
  consolePaths.passwordReset(),
  consolePaths.passwordReset('token'),
  consolePaths.resetPassword('token'),
  consolePaths.completeRecovery('token'),
  consolePaths.stopRecovery('token'),
  consolePaths.confirmEmail('token'),
  consolePaths.acceptInvitation('token'),
  consolePaths.joinOrganization('token'),
];

const signedInPaths = ({ organizationId, workspaceId, datasetId }: ShellFixture) => [
  consolePaths.dashboard(),
  consolePaths.account(),
  consolePaths.organizationSettings(organizationId),
  consolePaths.workspaces(),
  consolePaths.workspaceManage(workspaceId),
  consolePaths.workspaceSearch(workspaceId),
  consolePaths.datasets(),
  consolePaths.datasetDocuments(datasetId),
  consolePaths.datasetSearch(datasetId, 'library'),
  consolePaths.datasetArchives(datasetId),
];

let server: ServerProcess;
let fixture: ShellFixture;
let documents: string[];

test.beforeAll(async ({ browser }) => {
  server = await ServerProcess.start();
  for (const person of [steady, newcomer, stranger]) {
    const context = await browser.newContext();
    await createAccount(context.request, server, person);
    await context.close();
  }
  const context = await browserOf(browser, server, steady);
  fixture = await seed(context.request, server, 'Steady state');
  await waitForDocuments(context.request, server, fixture);
  const idOf = await documentIds(context.request, server, fixture);
  documents = ['Wiki/README.md', 'Legal/Memos/fake-memo.pdf', 'Finance/2023/stanley-cups.csv'].map(
    (path) => consolePaths.document(fixture.datasetId, idOf(path), 0),
  );
  await context.close();
  const empty = await browserOf(browser, server, newcomer);
  await empty.request.post(`${server.url}/${apiPaths.organizations()}`, {
    data: { name: 'New state' },
  });
  await empty.close();
});

test.afterAll(() => server.stop());

/** Opens each screen, and expects no layout shift on it. */
async function visitAll(page: Page, paths: readonly string[]): Promise<void> {
  await recordLayoutShifts(page);
  for (const path of paths) {
    await page.goto(server.url + path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page).toHaveTitle(/^Carrel \| \S/);
    await networkIdle(page);
    await expectNoLayoutShifts(page);
  }
}

for (const width of [375, 1280]) {
  test(`no public screen has a layout shift, ${width} px wide`, async ({ browser }) => {
    const context = await browser.newContext({ viewport: { width, height: 800 } });
    const page = await context.newPage();
    await visitAll(page, publicPaths);
    await context.close();
  });

  test(`no signed-in screen has a layout shift, ${width} px wide`, async ({ browser }) => {
    const context = await browserOf(browser, server, steady, { viewport: { width, height: 800 } });
    const page = await context.newPage();
    await visitAll(page, [...signedInPaths(fixture), ...documents]);
    await context.close();
  });

  test(`the dashboard of an organization without documents has no layout shift, ${width} px wide`, async ({
    browser,
  }) => {
    const viewport = { width, height: 800 };
    const context = await browserOf(browser, server, newcomer, { viewport });
    const page = await context.newPage();
    await recordLayoutShifts(page);
    await page.goto(server.url + consolePaths.dashboard());
    await expect(page.getByRole('heading', { name: 'No documents yet' })).toBeVisible();
    await networkIdle(page);
    await expectNoLayoutShifts(page);
    await context.close();
  });
}

test('the dashboard of a user without an organization has no layout shift', async ({ browser }) => {
  const context = await browserOf(browser, server, stranger);
  const page = await context.newPage();
  await recordLayoutShifts(page);
  await page.goto(server.url + consolePaths.dashboard());
  await expect(page.getByRole('button', { name: 'Create an organization' })).toBeVisible();
  await networkIdle(page);
  await expectNoLayoutShifts(page);
  await context.close();
});
