import { consolePaths } from '@carrel/shared/paths';
import { expect, test } from '@playwright/test';

import { ada, createOrganization, register, signIn } from './journey.ts';
import { TestServer } from './server.ts';

let server: TestServer;

test.beforeAll(async () => {
  server = await TestServer.start();
});

test.afterAll(() => server.stop());

const DATASETS_ENTRY = /\/remotes\/mf-datasets\/\w+\/entry\./;

test('a remote that fails leaves the shell standing, and Retry brings it without a reload', async ({
  page,
}) => {
  await register(page, server, ada);
  await signIn(page, server, ada);
  await createOrganization(page, 'Analytical Engines');
  await page.route(DATASETS_ENTRY, (route) => route.fulfill({ status: 503, json: {} }));
  let loads = 0;
  page.on('load', () => (loads += 1));

  await page.getByRole('link', { name: 'Datasets', exact: true }).first().click();
  await expect(page.getByText('This part of Carrel could not be loaded')).toBeVisible();
  await page.getByRole('link', { name: 'Workspaces', exact: true }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Workspaces' })).toBeVisible();

  await page.getByRole('link', { name: 'Datasets', exact: true }).first().click();
  await expect(page.getByText('This part of Carrel could not be loaded')).toBeVisible();
  await page.unroute(DATASETS_ENTRY);
  await page.getByRole('button', { name: /retry|try again/i }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Datasets' })).toBeVisible();
  expect(loads).toBe(0);
});

test('the sign-in page says so when its remote cannot be reached, and recovers', async ({
  page,
}) => {
  const entry = /\/remotes\/mf-auth\/\w+\/entry\./;
  await page.route(entry, (route) => route.abort());
  await page.goto(server.url + consolePaths.login());
  await expect(page.getByText('This part of Carrel could not be loaded')).toBeVisible();
  await page.unroute(entry);
  await page.getByRole('button', { name: /retry|try again/i }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
});
