import { apiPaths, consolePaths } from '@carrel/shared/paths';
import { expect } from '@playwright/test';
import type { Browser, Page } from '@playwright/test';

import { createDataset, createOrganization } from '../../support/journey.ts';
import { personNamed, signUp } from '../../support/people.ts';
import { ServerProcess } from '../../support/servers/server.ts';
import { test } from '../../support/test.ts';

let server: ServerProcess;

test.beforeAll(async () => {
  server = await ServerProcess.start();
});

test.afterAll(() => server.stop());

const ORGANIZATIONS = 200;
const MEMBERS = 5000;

const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

/** Opens a page on which a new user of this name is signed in, with an organization. */
async function openDashboard(browser: Browser, name: string): Promise<Page> {
  const page = await (await signUp(browser, server, personNamed(name))).newPage();
  await page.goto(server.url + consolePaths.dashboard());
  await createOrganization(page, 'Analytical Engines');
  return page;
}

/** Mocks many organizations of the user, and many members of each. */
async function mockScale(page: Page): Promise<void> {
  await page.route(`**/${apiPaths.currentUser()}`, async (route) => {
    const response = await route.fetch();
    const user = (await response.json()) as { memberships: object };
    const others = Array.from({ length: ORGANIZATIONS - 1 }, (_, number) => [
      idOf(number),
      { organization_name: `Organization ${number + 2}`, role_name: 'Viewer' },
    ]);
    const memberships = { ...user.memberships, ...Object.fromEntries(others) };
    await route.fulfill({ json: { ...user, memberships } });
  });
  await page.route('**/api/v1/organizations/*/members', (route) =>
    route.fulfill({
      json: {
        members: Array.from({ length: MEMBERS }, (_, number) => ({
          account: { id: idOf(number), first_name: 'Person', last_name: `Number ${number}` },
          role: { id: idOf(9), name: 'Editor' },
        })),
      },
    }),
  );
}

test('the switcher of 200 organizations and the table of 5,000 members render only visible rows', async ({
  browser,
}) => {
  const page = await openDashboard(browser, 'Ada');
  await mockScale(page);
  await page.getByRole('button', { name: /^Analytical Engines/ }).click();
  await page.getByRole('menuitem', { name: 'Settings of Analytical Engines' }).click();
  await page.reload();

  const search = page.getByRole('searchbox', { name: 'Search members' });
  await expect(search).toBeVisible();
  await search.pressSequentially('number 4321');
  await expect(page.getByRole('cell', { name: 'Person Number 4321' })).toBeVisible();
  await expect(page.getByText('1 of 5000')).toBeVisible();
  await search.clear();
  await expect(page.getByText('5000 of 5000')).toBeVisible();
  expect(await page.getByRole('row').count()).toBeLessThan(100);
  await page.getByRole('cell', { name: 'Person Number 2', exact: true }).hover();
  await page.mouse.wheel(0, 60_000);
  await expect(page.getByRole('cell', { name: /^Person Number 13[67]\d$/ }).first()).toBeVisible();

  await page.getByRole('button', { name: /^Analytical Engines/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Switch organization' });
  await expect(dialog.getByText('200 of 200 organizations')).toBeVisible();
  expect(await dialog.getByRole('listitem').count()).toBeLessThan(30);
  await dialog.getByRole('searchbox').pressSequentially('zation 199');
  await expect(dialog.getByText('1 of 200 organizations')).toBeVisible();
  await page.context().close();
});

test('a slow response of the previous organization never shows under the name of the new one', async ({
  browser,
}) => {
  const page = await openDashboard(browser, 'Grace');
  await createDataset(page, 'Drawings of engines');
  const made = await page.request.post(`${server.url}/${apiPaths.organizations()}`, {
    data: { name: 'Looms' },
  });
  const { id: looms } = (await made.json()) as { id: string };
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(`**/${apiPaths.datasets()}`, async (route) => {
    const isPrevious = route.request().headers()['x-organization-id'] !== looms;
    if (isPrevious) await released;
    await route.continue().catch(() => undefined);
  });
  await page.goto(server.url + consolePaths.datasets());
  await expect(page.getByRole('button', { name: /^Analytical Engines/ })).toBeVisible();
  await page.keyboard.press('Control+2');
  await expect(page.getByRole('button', { name: /^Looms/ })).toBeVisible();
  const responded = page.waitForResponse(
    (response) => response.url().endsWith(apiPaths.datasets()),
    { timeout: 5000 },
  );
  release();
  await responded.catch(() => undefined);
  await expect(page.getByRole('heading', { level: 1, name: 'Datasets' })).toBeVisible();
  await expect(page.getByText('Drawings of engines')).toHaveCount(0);
  await page.keyboard.press('Control+1');
  await expect(page.getByText('Drawings of engines').first()).toBeVisible();
  await page.keyboard.press('Control+2');
  await expect(page.getByRole('button', { name: /^Looms/ })).toBeVisible();
  await expect(page.getByText('Drawings of engines')).toHaveCount(0);
  await page.context().close();
});
