import { apiPaths, consolePaths } from '@carrel/shared/paths';
import { expect, test } from '@playwright/test';

import { expectNothingMoved, recordLayoutShifts } from '../support/layout-shift.ts';
import { networkQuiet } from '../support/network-quiet.ts';
import { browserOf, createAccount, personNamed } from '../support/people.ts';
import { ServerProcess } from '../support/server.ts';
import { seed } from '../support/shell-fixture.ts';
import type { ShellWorld } from '../support/shell-fixture.ts';

const steady = personNamed('Steady');
const newcomer = personNamed('Newcomer');
const stranger = personNamed('Stranger');

const publicPaths = [
  consolePaths.login(),
  consolePaths.register(),
  consolePaths.passwordReset(),
  consolePaths.passwordReset('token'),
  consolePaths.resetPassword('token'),
  consolePaths.confirmEmail('token'),
  consolePaths.acceptInvitation('token'),
  consolePaths.joinOrganization('token'),
];

const signedInPaths = ({ organizationId, workspaceId, datasetId }: ShellWorld) => [
  consolePaths.dashboard(),
  consolePaths.account(),
  consolePaths.organizationSettings(organizationId),
  consolePaths.workspaces(),
  consolePaths.workspaceManage(workspaceId),
  consolePaths.datasets(),
  consolePaths.datasetDocuments(datasetId),
  consolePaths.datasetArchives(datasetId),
];

let server: ServerProcess;
let world: ShellWorld;

test.beforeAll(async ({ browser }) => {
  server = await ServerProcess.start();
  for (const person of [steady, newcomer, stranger]) {
    const context = await browser.newContext();
    await createAccount(context.request, server, person);
    await context.close();
  }
  const context = await browserOf(browser, server, steady);
  world = await seed(context.request, server, 'Steady state');
  await context.close();
  const empty = await browserOf(browser, server, newcomer);
  await empty.request.post(`${server.url}/${apiPaths.organizations()}`, {
    data: { name: 'New state' },
  });
  await empty.close();
});

test.afterAll(() => server.stop());

for (const width of [375, 1280]) {
  test(`nothing moves by itself on any public screen, ${width} px wide`, async ({ browser }) => {
    const context = await browser.newContext({ viewport: { width, height: 800 } });
    const page = await context.newPage();
    await recordLayoutShifts(page);
    for (const path of publicPaths) {
      await page.goto(server.url + path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page).toHaveTitle(/^Carrel \| \S/);
      await networkQuiet(page);
      await expectNothingMoved(page);
    }
    await context.close();
  });

  test(`nothing moves by itself on any signed-in screen, ${width} px wide`, async ({ browser }) => {
    const context = await browserOf(browser, server, steady, { viewport: { width, height: 800 } });
    const page = await context.newPage();
    await recordLayoutShifts(page);
    for (const path of signedInPaths(world)) {
      await page.goto(server.url + path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page).toHaveTitle(/^Carrel \| \S/);
      await networkQuiet(page);
      await expectNothingMoved(page);
    }
    await context.close();
  });

  test(`nothing moves on the dashboard of a newcomer, ${width} px wide`, async ({ browser }) => {
    const viewport = { width, height: 800 };
    const context = await browserOf(browser, server, newcomer, { viewport });
    const page = await context.newPage();
    await recordLayoutShifts(page);
    await page.goto(server.url + consolePaths.dashboard());
    await expect(page.getByRole('heading', { name: 'No documents yet' })).toBeVisible();
    await networkQuiet(page);
    await expectNothingMoved(page);
    await context.close();
  });
}

test('nothing moves on the dashboard of somebody without an organization', async ({ browser }) => {
  const context = await browserOf(browser, server, stranger);
  const page = await context.newPage();
  await recordLayoutShifts(page);
  await page.goto(server.url + consolePaths.dashboard());
  await expect(page.getByRole('button', { name: 'Create an organization' })).toBeVisible();
  await networkQuiet(page);
  await expectNothingMoved(page);
  await context.close();
});
