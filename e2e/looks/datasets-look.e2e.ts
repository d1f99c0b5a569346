import { consolePaths } from '@carrel/shared/paths';
import { expect } from '@playwright/test';

import { buildZip } from '../support/build-zip.ts';
import { DatasetFixture } from '../support/dataset-fixture.ts';
import { examineThemes } from '../support/examine-screen.ts';
import { browserOf, createAccount, personNamed } from '../support/people.ts';
import { ServerProcess } from '../support/servers/server.ts';
import { test } from '../support/test.ts';

const SIZES = [
  { width: 375, height: 812 },
  { width: 1280, height: 800 },
];
const lena = personNamed('Lena');

let server: ServerProcess;

test.beforeAll(async ({ playwright }) => {
  server = await ServerProcess.start();
  const request = await playwright.request.newContext();
  await createAccount(request, server, lena);
  await request.dispose();
});

test.afterAll(() => server.stop());

/** A dataset with folders, failures and a history. */
async function seed(fixture: DatasetFixture): Promise<string> {
  const datasetId = await fixture.createDataset('Letters of the observatory, 1880 to 1912');
  await fixture.createDataset('اليوميات 📚');
  await fixture.createWorkspace('Spectra');
  await fixture.fill(datasetId, [
    { name: 'Letters/1890/first.md', content: '# First' },
    { name: 'Letters/1890/second.md', content: '# Second' },
    { name: 'Scans/broken.wav', content: 'RIFF\u0000\u0001\u0002WAVE' },
    { name: 'Scans/locked.md', content: 'secret', encrypted: true },
    { name: 'index.md', content: '# Index' },
  ]);
  return datasetId;
}

test('the screens of datasets are accessible in both themes, wide and narrow', async ({
  browser,
}) => {
  const context = await browserOf(browser, server, lena, { reducedMotion: 'reduce' });
  const fixture = await DatasetFixture.create(context.request, server);
  const datasetId = await seed(fixture);
  const page = await context.newPage();
  const file = {
    name: 'letters.zip',
    mimeType: 'application/zip',
    buffer: buildZip([
      { name: 'Letters/1890/first.md', content: '# First, again' },
      { name: 'Letters/1891/third.md', content: '# Third' },
      { name: 'Scans/locked.md', content: 'secret', encrypted: true },
    ]),
  };
  for (const size of SIZES) {
    const name = (screen: string) => `${screen}-${size.width}`;
    await page.setViewportSize(size);
    await page.goto(server.url + consolePaths.datasets());
    await expect(page.getByText('اليوميات 📚').first()).toBeVisible();
    await examineThemes(page, name('datasets'));
    await page.goto(`${server.url}${consolePaths.workspaces()}?q=nothing`);
    await expect(page.getByText('No workspace matches')).toBeVisible();
    await examineThemes(page, name('workspaces'));
    await page.goto(server.url + consolePaths.datasetDocuments(datasetId));
    await expect(page.getByText('Scans')).toBeVisible();
    await examineThemes(page, name('documents'));
    await page.getByRole('link', { name: /^Failed/ }).click();
    await expect(page.getByRole('link', { name: 'broken.wav' })).toBeVisible();
    await examineThemes(page, name('failed'));
    await page.goto(server.url + consolePaths.datasetArchives(datasetId));
    await page.locator('input[type=file]').setInputFiles(file);
    await page.getByRole('checkbox', { name: 'Delete orphans' }).check();
    const plan = page.getByRole('region', { name: 'What this upload will do' });
    await expect(plan.getByText('Letters/1890/second.md')).toBeVisible();
    await plan.scrollIntoViewIfNeeded();
    await examineThemes(page, name('plan'));
    if (size.width < 768) await page.getByRole('button', { name: 'Actions' }).last().click();
    await page.getByText('Receipt', { exact: true }).first().click();
    await expect(page.getByRole('dialog').getByText('5 of 5')).toBeVisible();
    await examineThemes(page, name('receipt'));
    await page.goto(server.url + consolePaths.datasets());
    await page.getByRole('button', { name: 'Create Dataset' }).click();
    await page.getByText('Advanced', { exact: true }).click();
    await page.getByText('Preview of the chunks').click();
    await expect(page.getByRole('list', { name: 'Chunks' })).toBeVisible();
    await page.getByRole('list', { name: 'Chunks' }).scrollIntoViewIfNeeded();
    await examineThemes(page, name('preview'));
  }
  await context.close();
});
