import { consolePaths } from '@carrel/shared/paths';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';

import { DatasetFixture } from '../../support/dataset-fixture.ts';
import { personNamed, signUp } from '../../support/people.ts';
import { ServerProcess } from '../../support/servers/server.ts';
import { test } from '../../support/test.ts';

const TOTAL = 450;

let server: ServerProcess;
let page: Page;
let address: string;

test.beforeAll(async ({ browser }) => {
  server = await ServerProcess.start();
  const context = await signUp(browser, server, personNamed('Lena'));
  const fixture = await DatasetFixture.create(context.request, server);
  const datasetId = await fixture.createDataset('Letters');
  await fixture.fill(
    datasetId,
    Array.from({ length: TOTAL }, (_, number) => ({
      name: `letter-${String(number).padStart(3, '0')}.txt`,
      content: 'x'.repeat(1 + number),
    })),
  );
  page = await context.newPage();
  address = server.url + consolePaths.datasetDocuments(datasetId);
});

test.afterAll(() => server.stop());

const row = (name: string) => page.getByRole('row', { name: new RegExp(name) });
const head = (name: string) => page.getByRole('columnheader', { name: new RegExp(`^${name}`) });

test('a long folder says where one is, End and Home reach its ends, and its heading stays', async () => {
  await page.goto(address);
  const list = page.getByRole('grid', { name: 'Folders and documents' });
  await expect(list).toHaveAttribute('aria-rowcount', String(TOTAL + 1));
  await expect(page.getByText(/^1–\d+ of 450$/)).toBeVisible();
  await row('letter-000').focus();
  await page.keyboard.press('End');
  await expect(row('letter-449')).toBeFocused();
  await expect(page.getByText(/^\d+–450 of 450$/)).toBeVisible();
  await expect(head('Size')).toBeInViewport();
  await page.keyboard.press('Home');
  await expect(row('letter-000')).toBeFocused();
  const bottom = await head('Name').evaluate((cell) => cell.getBoundingClientRect().bottom);
  const top = await row('letter-000').evaluate((first) => first.getBoundingClientRect().top);
  expect(top).toBeGreaterThanOrEqual(bottom);
});

test('a folder is ordered by its largest documents, and a reload keeps the order', async () => {
  await head('Size').getByRole('button').click();
  await head('Size').getByRole('button').click();
  await expect(row('letter-449')).toBeVisible();
  await page.reload();
  await expect(head('Size')).toHaveAttribute('aria-sort', 'descending');
  await expect(row('letter-449')).toBeVisible();
});
