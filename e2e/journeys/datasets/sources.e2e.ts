import { apiPaths, consolePaths } from '@carrel/shared/paths';
import { expect } from '@playwright/test';
import type { Browser, Page } from '@playwright/test';

import { startWebsite } from '@carrel/testing/sources/website-server.ts';
import type { WebsiteServer } from '@carrel/testing/sources/website-server.ts';
import { DatasetFixture } from '../../support/dataset-fixture.ts';
import { examineScreen } from '../../support/examine-screen.ts';
import { PROCESSING_MS } from '../../support/journey.ts';
import { personNamed, signUp } from '../../support/people.ts';
import { ServerProcess } from '../../support/servers/server.ts';
import { test } from '../../support/test.ts';

const SIZES = [
  { width: 1280, height: 800 },
  { width: 375, height: 812 },
];
const PUMP =
  '<h1>The pump</h1><p>The pump is switched off before its filter is taken out and cleaned with water.</p>';
const VALVE =
  '<h1>The valve</h1><p>The valve is turned to the left until the needle of the gauge is at rest.</p>';
const linked = (...names: string[]) =>
  `<h1>Manual</h1><p>How the engine is kept running.</p>${names
    .map((name) => `<a href="/docs/${name}">${name}</a> `)
    .join('')}`;

let server: ServerProcess;
let site: WebsiteServer;
let page: Page;

test.beforeAll(async () => {
  server = await ServerProcess.start({ SOURCE_PRIVATE_NETWORKS: '127.0.0.1' });
  site = await startWebsite({ '/docs/': linked('pump'), '/docs/pump': PUMP });
});

/** A page of a person of its own, whose one organization is shown. */
const pageOf = async (browser: Browser, name: string) =>
  (await signUp(browser, server, personNamed(name))).newPage();

test.afterAll(async () => {
  await server.stop();
  await site.close();
});

const dialog = (name: string) => page.getByRole('dialog', { name });
const button = (name: string | RegExp) => page.getByRole('button', { name });
const run = (number: number) => page.getByRole('row', { name: `Run ${number}` });

test('a website is added, its plan started, its changes followed, and the source deleted', async ({
  browser,
}) => {
  page = await pageOf(browser, 'Mathilde');
  const fixture = await DatasetFixture.create(page.request, server, 'Engines');
  const datasetId = await fixture.createDataset('Manuals');
  await page.goto(server.url + consolePaths.datasetDocuments(datasetId));
  await page.getByRole('link', { name: 'Sources' }).click();
  await button('Add a source').click();
  const form = dialog('Add a source');
  await form.getByRole('button', { name: 'Website' }).click();
  await form.getByLabel('Name', { exact: true }).fill('Product manual');
  await form.getByLabel('Address').fill('http://192.168.1.1/docs/');
  await expect(form.getByLabel('Runs')).toHaveValue('1440');
  await form.getByLabel('Folder').fill('Manual');
  await form.getByRole('button', { name: 'Add source' }).click();
  await expect(form.getByText(/leads to a private network/)).toBeVisible();
  await form.getByLabel('Address').fill(`${site.url}/docs/`);
  await form.getByRole('button', { name: 'Test' }).click();
  await expect(form.getByText(/^It works/)).toBeVisible();
  await examineScreen(page, 'source-tested');
  await form.getByRole('button', { name: 'Add source' }).click();

  await expect(page.getByText(/2 documents would be added/)).toBeVisible({
    timeout: PROCESSING_MS,
  });
  await expect(page.getByRole('row', { name: /^Manual\// })).toHaveCount(2);
  await button('Start').click();
  await expect(run(1).getByText('2 added')).toBeVisible({ timeout: PROCESSING_MS });
  await page.goto(server.url + consolePaths.datasetDocuments(datasetId, 'Manual/docs'));
  await expect(page.getByRole('link', { name: /pump/ }).first()).toBeVisible();

  site.pages.set('/docs/', { body: linked('pump', 'valve') });
  site.pages.set('/docs/valve', { body: VALVE });
  await page.goto(server.url + consolePaths.datasetSources(datasetId));
  await page.getByRole('link', { name: 'Product manual' }).click();
  await button('Run now').click();
  await expect(run(2).getByText(/1 added, 1 changed/)).toBeVisible({ timeout: PROCESSING_MS });
  await button(/^Up to date/).click();
  await examineScreen(page, 'source-completed');
  await page.getByRole('link', { name: /valve/ }).first().click();
  await expect(page.getByText('From Product manual:')).toBeVisible();
  await expect(page.getByRole('link', { name: 'open original' })).toHaveAttribute(
    'href',
    `${site.url}/docs/valve`,
  );

  await page.goto(server.url + consolePaths.datasetSources(datasetId));
  await button('Actions').click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page
    .getByRole('alertdialog', { name: 'Delete source' })
    .getByRole('button', { name: 'Delete source' })
    .click();
  await expect(page.getByText('Source deleted')).toBeVisible();
  await expect(page.getByText('Documents that keep themselves up to date')).toBeVisible();
});

test('sources in all their states are accessible in both themes, wide and narrow', async ({
  browser,
}) => {
  page = await pageOf(browser, 'Ottilie');
  const fixture = await DatasetFixture.create(page.request, server, 'Print room');
  const datasetId = await fixture.createDataset('Prints');
  const sources = server.url + consolePaths.datasetSources(datasetId);
  const pages = Array.from({ length: 12 }, (_, at) => `print-${at}`);
  site.pages.set('/docs/', { body: linked(...pages) });
  for (const name of pages) site.pages.set(`/docs/${name}`, { body: `${PUMP}<p>${name}</p>` });
  const add = (name: string, path: string, approve: boolean) =>
    fixture.post(apiPaths.sources(datasetId), {
      name,
      place: { kind: 'website', url: site.url + path },
      every_minutes: 1440,
      folder: name,
      approve,
    });
  const each = async (look: (name: (screen: string) => string) => Promise<void>) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      for (const size of SIZES) {
        await page.setViewportSize(size);
        await look((screen) => `${screen}-${colorScheme}-${size.width}`);
      }
    }
  };

  await each(async (name) => {
    await page.goto(sources);
    await button('Add a source').click();
    await expect(dialog('Add a source').getByRole('button', { name: 'Website' })).toBeVisible();
    await examineScreen(page, name('source-kinds'));
    await dialog('Add a source').getByRole('button', { name: 'S3 bucket' }).click();
    await examineScreen(page, name('source-form'));
    await page.goto(sources);
    await expect(page.getByText('Documents that keep themselves up to date')).toBeVisible();
    await examineScreen(page, name('sources-empty'));
  });

  await add('Followed', '/docs/', true);
  await add('Planned', '/docs/', false);
  await add('Unknown', '/nothing/', true);
  await page.goto(sources);
  await expect(page.getByText('Up to date')).toBeVisible({ timeout: PROCESSING_MS });
  await expect(page.getByText('Failed', { exact: true })).toBeVisible({ timeout: PROCESSING_MS });
  await expect(page.getByText('Waits for you')).toBeVisible({ timeout: PROCESSING_MS });
  site.pages.set('/docs/', { body: linked('print-1') });
  await page.getByRole('link', { name: 'Followed' }).click();
  await button('Run now').click();
  await expect(page.getByText(/This run would delete 11 documents/)).toBeVisible({
    timeout: PROCESSING_MS,
  });

  await each(async (name) => {
    await page.goto(sources);
    await expect(page.getByText('Waits for you')).toHaveCount(2);
    await examineScreen(page, name('sources'));
    for (const source of ['Followed', 'Planned', 'Unknown']) {
      await page.goto(sources);
      await page.getByRole('link', { name: source, exact: true }).click();
      await expect(page.getByRole('heading', { name: source })).toBeVisible();
      await expect(page.getByRole('heading', { name: 'Runs' })).toBeVisible();
      await examineScreen(page, name(`source-${source.toLowerCase()}`));
    }
  });
});
