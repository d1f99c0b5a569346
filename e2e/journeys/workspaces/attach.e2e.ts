import { consolePaths } from '@carrel/shared/paths';
import { expect } from '@playwright/test';

import { DatasetFixture } from '../../support/dataset-fixture.ts';
import { browserOf, createAccount, personNamed } from '../../support/people.ts';
import { ServerProcess } from '../../support/servers/server.ts';
import { test } from '../../support/test.ts';

const wanda = personNamed('Wanda');

let server: ServerProcess;

test.beforeAll(async ({ playwright }) => {
  server = await ServerProcess.start();
  const request = await playwright.request.newContext();
  await createAccount(request, server, wanda);
  await request.dispose();
});

test.afterAll(() => server.stop());

test('a dataset is found among others, attached to a workspace, and detached', async ({
  browser,
}) => {
  const context = await browserOf(browser, server, wanda);
  const fixture = await DatasetFixture.create(context.request, server);
  await fixture.createWorkspace('Spectra');
  await fixture.createWorkspace('Plates');
  for (const name of ['Letters', 'Plates of 1890', 'Plates of 1900']) {
    await fixture.createDataset(name);
  }
  const page = await context.newPage();
  await page.goto(`${server.url}${consolePaths.workspaces()}?sort=name`);
  await expect(page.getByRole('row').nth(1)).toContainText('Plates');
  await page.getByRole('searchbox').fill('spectra');
  await expect(page).toHaveURL(/q=spectra/);
  await expect(page.getByRole('link', { name: 'Manage' })).toHaveCount(1);
  await page.getByRole('link', { name: 'Manage' }).click();
  // The list has a search field too.
  await expect(page.getByRole('heading', { level: 1, name: 'Spectra' })).toBeVisible();

  await page.getByRole('searchbox').fill('1900');
  await expect(page.getByRole('checkbox')).toHaveCount(1);
  await page.getByRole('checkbox', { name: 'Plates of 1900' }).click();
  await expect(page.getByText('Dataset "Plates of 1900" attached to workspace')).toBeVisible();
  await page.getByRole('searchbox').fill('');
  await page.getByLabel('Show').selectOption('Attached');
  await page.reload();
  await expect(page.getByRole('checkbox')).toHaveCount(1);
  await page.getByRole('checkbox', { name: 'Plates of 1900' }).click();
  await expect(page.getByText('Dataset "Plates of 1900" detached from workspace')).toBeVisible();
  await page.getByRole('button', { name: 'Show all datasets' }).click();
  await expect(page.getByRole('checkbox')).toHaveCount(3);
  await page.goBack();
  await expect(page.getByRole('searchbox')).toHaveValue('spectra');
});
