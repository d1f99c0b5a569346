import { consolePaths } from '@carrel/shared/paths';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';

import { DatasetFixture } from '../../support/dataset-fixture.ts';
import { personNamed, signUp } from '../../support/people.ts';
import { ServerProcess } from '../../support/servers/server.ts';
import { test } from '../../support/test.ts';

const rules = (amount: string) =>
  `${Array.from(
    { length: 20 },
    (_, at) => `Rule ${at} of the pump says that valve ${at * 7} is closed at ${at}.5 bar.`,
  ).join(' ')} The fee is ${amount} EUR.`;

let server: ServerProcess;
let page: Page;
let datasetId: string;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async ({ browser }) => {
  server = await ServerProcess.start();
  const context = await signUp(browser, server, personNamed('Eva'));
  const fixture = await DatasetFixture.create(context.request, server);
  datasetId = await fixture.createDataset('Machines');
  await fixture.fill(datasetId, [
    { name: 'rules.txt', content: rules('40.00') },
    { name: 'Old/rules.txt', content: rules('40.00') },
    { name: 'Old/rules of 2025.txt', content: rules('35.00') },
    {
      name: 'notes.txt',
      content: 'Notes of a meeting that has nothing to do with pumps or valves.',
    },
  ]);
  page = await context.newPage();
});

test.afterAll(() => server.stop());

const button = (name: string) => page.getByRole('button', { name, exact: true });
const groups = () => page.getByRole('region', { name: 'Duplicates' }).getByRole('listitem');

test('equal documents are listed, and those that differ in one amount apart', async () => {
  await page.goto(server.url + consolePaths.datasetDocuments(datasetId));
  await page.getByRole('link', { name: 'Duplicates', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Duplicates', level: 1 })).toBeVisible();
  await expect(groups().getByRole('link', { name: 'Old/rules.txt' })).toBeVisible();
  await page.getByRole('link', { name: 'Nearly equal (1)' }).click();
  await expect(groups().getByRole('link', { name: 'Old/rules of 2025.txt' })).toBeVisible();
});

test('the words that differ are shown', async () => {
  await button('Compare').click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('1 word added, 1 removed')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});

test('a group is dismissed, and listed again', async () => {
  await button('Not duplicates').click();
  await expect(page.getByText('No documents are nearly equal')).toBeVisible();
  await page.getByRole('link', { name: 'Dismissed' }).click();
  await expect(page.getByText('dismissed by Eva')).toBeVisible();
  await button('List again').click();
  await expect(page.getByText('Nobody has dismissed duplicates')).toBeVisible();
});

test('the newest of each group is kept, with the plan said before, and undone', async () => {
  await page.getByRole('link', { name: 'Equal (1)', exact: true }).click();
  await button('Keep one of each').click();
  await page.getByRole('menuitem', { name: 'Keep the shortest path of each group' }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog.getByText(/^1 document will be deleted/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Delete duplicates' }).click();
  const deleted = page.getByRole('listitem').filter({ hasText: 'Deleted 1 document' });
  await deleted.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Restored 1 document')).toBeVisible();
  await expect(groups().getByRole('link', { name: 'Old/rules.txt' })).toBeVisible();
});
