import { consolePaths } from '@carrel/shared/paths';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';

import { DevServer } from '../support/servers/dev-server.ts';
import { openList } from '../support/journey.ts';
import { browserOf, personNamed, signUp } from '../support/people.ts';
import { ServerProcess } from '../support/servers/server.ts';
import { seed } from '../support/shell-fixture.ts';
import { test } from '../support/test.ts';

const ada = personNamed('Ada');

let staging: ServerProcess;
let production: ServerProcess;
let developer: DevServer;

test.beforeAll(async ({ browser }) => {
  [staging, production] = await Promise.all([
    ServerProcess.start({ NODE_ENV: 'staging' }),
    ServerProcess.start({ NODE_ENV: 'production' }),
  ]);
  developer = await DevServer.start('mf-datasets', staging.url);
  const context = await signUp(browser, staging, ada);
  await seed(context.request, staging, 'Engines');
  await context.close();
});

test.afterAll(() => Promise.all([staging.stop(), production.stop(), developer.stop()]));

const overriding = (remote: string, url: string) =>
  `override-remote=${encodeURIComponent(`${remote}=${url}`)}`;

const banner = (page: Page) => page.getByRole('region', { name: 'Overrides' });

/** Returns a list of the origins of the remotes' scripts that a page runs from now on. */
async function originsOn(page: Page): Promise<string[]> {
  const origins: string[] = [];
  const devtools = await page.context().newCDPSession(page);
  devtools.on('Debugger.scriptParsed', ({ url }) => {
    if (/\/(?:entry|routes)\./.test(url)) origins.push(new URL(url).origin);
  });
  await devtools.send('Debugger.enable');
  return origins;
}

const expectDatasets = (page: Page) =>
  expect(page.getByRole('heading', { level: 1, name: 'Datasets' })).toBeVisible();

test('one remote comes from a developer’s computer, until the overrides are reset', async ({
  browser,
}) => {
  const context = await browserOf(browser, staging, ada);
  const page = await context.newPage();
  const scripts = await originsOn(page);
  const violations: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) violations.push(message.text());
  });
  await page.goto(`${staging.url}/datasets?q=man&${overriding('mf-datasets', developer.url)}`);
  await expectDatasets(page);
  await expect(page.getByText('Manuals').first()).toBeVisible();
  await expect(banner(page)).toContainText(`mf-datasets comes from ${developer.url}`);
  expect(new Set(scripts)).toEqual(new Set([developer.url]));
  // The URL can be bookmarked and shared.
  await expect(page).toHaveURL(`${staging.url}/datasets?q=man`);

  scripts.length = 0;
  await page.goto(staging.url + consolePaths.datasets());
  await expectDatasets(page);
  await expect(banner(page)).toContainText(`mf-datasets comes from ${developer.url}`);
  expect(new Set(scripts)).toEqual(new Set([developer.url]));
  await openList(page, 'Workspaces');
  expect(scripts).toContain(staging.url);

  await page.goto(staging.url + consolePaths.datasets());
  await expect(banner(page)).toBeVisible();
  scripts.length = 0;
  await banner(page).getByRole('button', { name: 'Reset overrides' }).click();
  await expect(banner(page)).toBeHidden();
  await expectDatasets(page);
  await expect(banner(page)).toBeHidden();
  expect(new Set(scripts)).toEqual(new Set([staging.url]));
  expect(violations).toEqual([]);
  await context.close();
});

test('a remote’s development server also shows the remote on its own', async ({ browser }) => {
  const context = await browserOf(browser, staging, ada);
  const page = await context.newPage();
  await page.goto(developer.url + consolePaths.datasets());
  await expectDatasets(page);
  await expect(page.getByText('Manuals').first()).toBeVisible();
  await expect(page.getByRole('complementary', { name: 'Sidebar' })).toBeHidden();
  await context.close();
});

test('S13: production does nothing with overrides', async ({ page }) => {
  const scripts = await originsOn(page);
  const parameters = `${overriding('mf-auth', developer.url)}&disable-remotes=mf-auth`;
  for (const query of [parameters, '']) {
    await page.goto(`${production.url}/login?${query}`);
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    await expect(banner(page)).toBeHidden();
  }
  expect(new Set(scripts)).toEqual(new Set([production.url]));
  const cookies = await page.context().cookies();
  expect(cookies.filter(({ name }) => name.includes('overrides'))).toEqual([]);
});

test('an override that cannot be applied is reported, and the released version runs', async ({
  page,
}) => {
  const scripts = await originsOn(page);
  const invalid = {
    'mf-nothing': 'http://localhost:3004',
    'mf-account': 'not an address',
    'mf-organizations': 'ftp://localhost/x',
    'mf-workspaces': 'https://elsewhere.example',
    'mf-auth': 'http://localhost:1',
    'mf-datasets': `${staging.url}/nowhere`,
  };
  const query = Object.entries(invalid).map(([remote, url]) => overriding(remote, url));
  await page.goto(`${staging.url}/login?${query.join('&')}`);
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  for (const text of [
    'There is no remote “mf-nothing” to override. There are mf-',
    'mf-account cannot come from “not an address”, which is no address such as',
    'mf-organizations cannot come from “ftp://localhost/x”, which is no address such as',
    'mf-workspaces may not come from https://elsewhere.example: only your own computer',
    'mf-auth could not come from http://localhost:1: nothing answers there',
    'mf-datasets could not come from',
    '/nowhere/release.json does not describe a release.',
  ]) {
    await expect(banner(page)).toContainText(text);
  }
  expect(new Set(scripts)).toEqual(new Set([staging.url]));
});

test('the console runs without a remote that is switched off, and marks it', async ({
  browser,
}) => {
  const context = await browserOf(browser, staging, ada);
  const page = await context.newPage();
  const scripts = await originsOn(page);
  await page.goto(`${staging.url}/datasets?disable-remotes=mf-datasets,mf-nothing`);
  await expect(banner(page)).toContainText('mf-datasets is switched off');
  await expect(banner(page)).toContainText('There is no remote “mf-nothing” to switch off.');
  await expect(page.getByText('This part of Carrel is switched off')).toBeVisible();
  expect(scripts).toEqual([]);
  await openList(page, 'Workspaces');
  await banner(page).getByRole('button', { name: 'Reset overrides' }).click();
  await expect(banner(page)).toBeHidden();
  await openList(page, 'Datasets');
  await context.close();
});
