import { readFile } from 'node:fs/promises';

import { consolePaths } from '@carrel/shared/paths';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';

import { PROCESSING_MS } from '../../support/journey.ts';
import { DatasetFixture } from '../../support/dataset-fixture.ts';
import { examineScreen } from '../../support/examine-screen.ts';
import { browserOf, createAccount, personNamed } from '../../support/people.ts';
import { ServerProcess } from '../../support/servers/server.ts';
import { test } from '../../support/test.ts';

const tess = personNamed('Tess');
const SIZES = [
  { width: 375, height: 1400 },
  { width: 1280, height: 1400 },
];
const FILE = [
  'query,dataset,path,passage,grade',
  'how long is the warranty,Manuals,warranty.txt,The warranty lasts two years,3',
  'how often is the oil changed,Manuals,oil.txt,,',
  'who answers letters,Manuals,letters.txt,,2',
].join('\n');

let server: ServerProcess;

test.beforeAll(async ({ playwright }) => {
  server = await ServerProcess.start();
  const request = await playwright.request.newContext();
  await createAccount(request, server, tess);
  await request.dispose();
});

test.afterAll(() => server.stop());

async function run(page: Page, figures: string): Promise<void> {
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  const comparison = page.getByRole('region', { name: /^Run of/ });
  await expect(comparison.getByText(figures).first()).toBeVisible({ timeout: PROCESSING_MS });
}

test('questions are imported, run before and after a change, and those that got worse are shown', async ({
  browser,
}) => {
  const context = await browserOf(browser, server, tess, { reducedMotion: 'reduce' });
  const fixture = await DatasetFixture.create(context.request, server);
  const workspaceId = await fixture.createWorkspace('Support');
  const datasetId = await fixture.createDataset('Manuals');
  await fixture.attach(workspaceId, datasetId);
  const warranty = 'The warranty lasts two years from the day of delivery.';
  const other = { name: 'oil.txt', content: 'The oil is changed each year.' };
  await fixture.fill(datasetId, [{ name: 'warranty.txt', content: warranty }, other]);

  const page = await context.newPage();
  await page.setViewportSize({ width: 1280, height: 1400 });
  await page.goto(server.url + consolePaths.workspaceTests(workspaceId));
  await expect(page.getByText('No questions yet')).toBeVisible();
  await examineScreen(page, 'tests-empty');
  await page.getByLabel('CSV file').setInputFiles({
    name: 'questions.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(FILE),
  });
  await expect(page.getByText('Imported 3 questions and 3 answers')).toBeVisible();
  await expect(page.getByText('1 document missing')).toBeVisible();
  await run(page, '0.667');

  await fixture.fill(datasetId, [
    { name: 'warranty.txt', content: 'Nothing is promised any more.' },
    { ...other, content: 'The oil is changed each year. A warranty is long gone.' },
    {
      name: 'letters.txt',
      content: 'Letters are answered by the librarian, who answers them all.',
    },
  ]);
  await run(page, '±0.000');
  const worse = page.getByRole('list', { name: 'Got worse' });
  await worse.getByRole('button', { name: 'how long is the warranty' }).click();
  await expect(worse.getByText('warranty.txt').first()).toBeVisible();
  await expect(worse.getByText('Right', { exact: true })).toHaveCount(1);
  await page.getByRole('button', { name: 'Show as table' }).click();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const size of SIZES) {
      await page.setViewportSize(size);
      await examineScreen(page, `tests-${colorScheme}-${size.width}`);
    }
  }
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const exported = await readFile(await (await download).path(), 'utf8');
  expect(exported.split('\r\n')[1]).toBe(
    'how long is the warranty,Manuals,warranty.txt,The warranty lasts two years,3',
  );
});
