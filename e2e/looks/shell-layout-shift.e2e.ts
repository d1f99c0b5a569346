import { apiPaths, consolePaths } from '@carrel/shared/paths';
import { expect } from '@playwright/test';

import { expectNoLayoutShifts, recordLayoutShifts } from '../support/layout-shift.ts';
import { networkIdle } from '../support/network-idle.ts';
import { browserOf, createAccount, personNamed } from '../support/people.ts';
import { ServerProcess } from '../support/servers/server.ts';
import { test } from '../support/test.ts';

const newcomer = personNamed('Newcomer');
const stranger = personNamed('Stranger');

let server: ServerProcess;

test.beforeAll(async ({ browser }) => {
  server = await ServerProcess.start();
  for (const person of [newcomer, stranger]) {
    const context = await browser.newContext();
    await createAccount(context.request, server, person);
    await context.close();
  }
  const empty = await browserOf(browser, server, newcomer);
  await empty.request.post(`${server.url}/${apiPaths.organizations()}`, {
    data: { name: 'New state' },
  });
  await empty.close();
});

test.afterAll(() => server.stop());

for (const width of [375, 1280]) {
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
