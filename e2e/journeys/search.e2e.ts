import { consolePaths } from '@carrel/shared/paths';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';

import { PROCESSING_MS } from '../support/journey.ts';
import { DatasetFixture } from '../support/dataset-fixture.ts';
import { browserOf, personNamed, signUp } from '../support/people.ts';
import { ServerProcess } from '../support/servers/server.ts';
import { test } from '../support/test.ts';

const iris = personNamed('Iris');

let server: ServerProcess;
let datasetId: string;
let emptyDatasetId: string;

const text = (subject: string, number: number) =>
  `Report ${number}. The ${subject} was measured in the tunnel, and compared with the reports before it.`;

test.beforeAll(async ({ browser }) => {
  server = await ServerProcess.start();
  const context = await signUp(browser, server, iris);
  const fixture = await DatasetFixture.create(context.request, server);
  datasetId = await fixture.createDataset('Tunnel');
  emptyDatasetId = await fixture.createDataset('Nothing yet');
  await fixture.fill(datasetId, [
    { name: 'Engines/propeller.txt', content: text('propeller of the engine', 1) },
    { name: 'Engines/nacelle.md', content: text('nacelle of the engine', 2) },
    { name: 'Wings/flutter.txt', content: text('flutter of the wing', 3) },
    { name: 'Wings/aileron.txt', content: text('aileron', 4) },
    { name: 'Wings/Copies/aileron-copy.txt', content: text('aileron', 4) },
    {
      name: 'Wings/rudders.txt',
      content: Array.from({ length: 12 }, (_, number) => text('rudder', number).repeat(12)).join(
        '\n\n',
      ),
    },
  ]);
  await context.close();
});

test.afterAll(() => server.stop());

const field = (page: Page) => page.getByRole('searchbox', { name: 'Search this dataset' });
const results = (page: Page) =>
  page.getByRole('list', { name: 'Results' }).getByRole('heading', { level: 2 });

test('a user searches a dataset from the keyboard, narrows the search, and finds it again', async ({
  browser,
}) => {
  const context = await browserOf(browser, server, iris);
  const page = await context.newPage();
  await page.goto(server.url + consolePaths.datasetDocuments(datasetId));
  await page.getByRole('main').getByRole('link', { name: 'Search', exact: true }).click();
  await expect(field(page)).toBeFocused();
  await page.keyboard.type('engine');
  await expect(results(page)).toHaveCount(2);
  await expect(page.locator('mark').first()).toHaveText('engine');
  await expect(page).toHaveURL(/\/search\?q=engine$/);

  await page.getByRole('checkbox', { name: /^Markdown/ }).check();
  await expect(results(page)).toHaveText(['nacelle.md']);
  await expect(page).toHaveURL(/q=engine&kind=markdown$/);
  await page.reload();
  await expect(results(page)).toHaveText(['nacelle.md']);
  await page.goBack();
  await expect(results(page)).toHaveCount(2);

  await page.getByRole('main').getByText('Tunnel', { exact: true }).click();
  await page.keyboard.press('/');
  await expect(field(page)).toBeFocused();
  await page.keyboard.type('flutter');
  await page.keyboard.press('Enter');
  await expect(results(page)).toHaveText(['flutter.txt']);
  await expect(page).toHaveURL(/q=flutter$/);
  await page.goBack();
  await expect(field(page)).toHaveValue('engine');
  await expect(results(page)).toHaveCount(2);
  await context.close();
});

test('a user corrects a word, opens what else a document says, and keeps the filters in view', async ({
  browser,
}) => {
  const context = await browserOf(browser, server, iris);
  const page = await context.newPage();
  await page.goto(`${server.url}${consolePaths.datasetSearch(datasetId, 'aileronn -engine')}`);
  await page.getByRole('button', { name: 'aileron -engine' }).click();
  await expect(page).toHaveURL(/q=aileron\+-engine$/);
  await expect(field(page)).toBeFocused();
  await expect(results(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Also in 1 other document' }).click();
  await expect(page.getByRole('list', { name: 'Same passage' }).getByRole('link')).toHaveCount(1);
  await page.getByRole('checkbox', { name: 'Copies 1' }).check();
  await expect(results(page)).toHaveText(['aileron-copy.txt']);
  await expect(page.getByRole('checkbox', { name: 'Wings 2' })).toBeVisible();

  await page.goto(`${server.url}${consolePaths.datasetSearch(datasetId, 'rudder')}`);
  await page.getByRole('button', { name: /^\d+ more in this document$/ }).click();
  const more = page.getByRole('list', { name: 'More in rudders.txt' });
  const passage = more
    .getByRole('listitem')
    .filter({ hasText: /^Passage [2-9]/ })
    .last();
  await passage.getByRole('button', { name: 'Copy text' }).focus();
  await expect(field(page)).toBeInViewport();
  await expect(page.getByRole('checkbox', { name: 'Wings' })).toBeInViewport();
  const hit = passage.locator('mark').first();
  await expect(hit).toBeInViewport();
  const place = async () => Math.round((await hit.boundingBox())?.y ?? 0);
  const before = await place();
  await passage.getByRole('button', { name: 'Show what comes before and after' }).click();
  await expect(passage.getByText('Before', { exact: true })).toBeAttached();
  expect(Math.abs((await place()) - before)).toBeLessThanOrEqual(1);
  await page.reload();
  await expect(more).toBeVisible();
  await context.close();
});

test('the command palette passes what is typed to the search of the dataset', async ({
  browser,
}) => {
  const context = await browserOf(browser, server, iris);
  const page = await context.newPage();
  await page.goto(server.url + consolePaths.datasetDocuments(datasetId));
  await page.getByRole('main').getByText('Tunnel', { exact: true }).click();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('propeller');
  await page.getByRole('option', { name: 'Search Tunnel for “propeller”' }).click();
  await expect(results(page)).toHaveText(['propeller.txt']);
  await expect(field(page)).toHaveValue('propeller');
  await context.close();
});

test('the command palette finds documents and passages anywhere, and everything is searched from the sidebar', async ({
  browser,
}) => {
  const context = await browserOf(browser, server, iris);
  const page = await context.newPage();
  await page.goto(server.url + consolePaths.dashboard());
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('flutter');
  await expect(
    page.getByRole('group', { name: 'Documents' }).getByRole('option', { name: /^flutter\.txt/ }),
  ).toBeVisible();
  const passage = page.getByRole('group', { name: 'Passages' }).getByRole('option');
  await expect(passage.locator('mark').first()).toHaveText('flutter');
  await passage.first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'flutter.txt' })).toBeVisible();

  await page.keyboard.press('Control+k');
  await page.keyboard.type('authenticator app');
  await page.getByRole('option', { name: /^Two-step verification/ }).click();
  await expect(page.getByRole('heading', { name: 'Two-Step Verification' })).toBeFocused();

  const sidebar = page.getByRole('complementary', { name: 'Sidebar' });
  await sidebar.getByRole('link', { name: 'Search', exact: true }).click();
  await expect(page.getByRole('searchbox', { name: 'Search this organization' })).toBeFocused();
  await page.keyboard.type('engine');
  await expect(results(page)).toHaveCount(2);
  await page
    .getByRole('group', { name: 'Dataset' })
    .getByRole('checkbox', { name: /Tunnel/ })
    .check();
  await expect(page).toHaveURL(new RegExp(`/search\\?q=engine&datasets=${datasetId}$`));
  await expect(results(page)).toHaveCount(2);
  await context.close();
});

test('two settings are compared side by side, and in tabs on a phone', async ({ browser }) => {
  const context = await browserOf(browser, server, iris);
  const page = await context.newPage();
  await page.goto(`${server.url}${consolePaths.datasetSearch(datasetId, 'engine')}`);
  await expect(results(page)).toHaveCount(2);
  await page.getByRole('button', { name: 'Compare' }).click();
  const second = page.getByRole('region', { name: 'Second list' });
  await expect(second.getByText(/^same place/)).toHaveCount(2);
  await page.setViewportSize({ width: 375, height: 812 });
  await page.getByRole('tab', { name: 'First' }).click();
  await expect(page.getByRole('region', { name: 'First list' })).toBeVisible();
  await expect(second).toBeHidden();
  await page.getByRole('button', { name: 'Stop comparing' }).click();
  await expect(page.getByRole('tab')).toHaveCount(0);
  await context.close();
});

test('a sample library fills an empty dataset, and a first question finds its passage', async ({
  browser,
}) => {
  const context = await browserOf(browser, server, iris);
  const page = await context.newPage();
  await page.goto(server.url + consolePaths.datasetDocuments(emptyDatasetId));
  await page.getByRole('button', { name: 'Add a sample library' }).click();
  const ready = page.getByText(/^Ready/).locator('..');
  await expect(ready).toHaveText(/^Ready\s*[1-9]/, { timeout: PROCESSING_MS });
  await page.getByRole('main').getByRole('link', { name: 'Search', exact: true }).click();
  await expect(field(page)).toBeFocused();
  await page.keyboard.type('how long is the warranty');
  await page.keyboard.press('Enter');
  await expect(results(page).first()).toHaveText('Warranty.md');
  await expect(page.getByText('Matched: warranty').first()).toBeVisible();
  await context.close();
});
