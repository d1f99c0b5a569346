import { consolePaths } from '@carrel/shared/paths';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';

import { DatasetFixture } from '../support/dataset-fixture.ts';
import { examineThemes } from '../support/examine-screen.ts';
import { browserOf, createAccount, personNamed } from '../support/people.ts';
import { ServerProcess } from '../support/servers/server.ts';
import { test } from '../support/test.ts';

const SIZES = [
  { width: 375, height: 812 },
  { width: 1280, height: 800 },
];
const nora = personNamed('Nora');
const FILES = [
  'Letters/1890/To the director, about the great refractor and its dome.md',
  'Letters/1890/second.md',
  'Letters/1891/third.txt',
  'Reports/annual.csv',
  'index.md',
].map((name) => ({ name, content: `# ${name}\n\nSome words.` }));

let server: ServerProcess;

test.beforeAll(async ({ playwright }) => {
  server = await ServerProcess.start();
  const request = await playwright.request.newContext();
  await createAccount(request, server, nora);
  await request.dispose();
});

test.afterAll(() => server.stop());

const bar = (page: Page) => page.getByRole('region', { name: 'Chosen documents' });

test('finding and choosing documents is accessible in both themes, wide and narrow', async ({
  browser,
}) => {
  const context = await browserOf(browser, server, nora, { reducedMotion: 'reduce' });
  const fixture = await DatasetFixture.create(context.request, server);
  const datasetId = await fixture.createDataset('Letters of the observatory');
  await fixture.fill(datasetId, [
    ...FILES,
    { name: 'Scans/broken.wav', content: 'RIFF\u0000\u0001\u0002WAVE' },
  ]);
  await fixture.change(datasetId, { metadata_parameters: { chunk_size: 200, chunk_overlap: 0 } });
  const page = await context.newPage();
  const address = server.url + consolePaths.datasetDocuments(datasetId);
  for (const size of SIZES) {
    const name = (screen: string) => `${screen}-${size.width}`;
    await page.setViewportSize(size);
    await page.goto(address);
    await expect(page.getByText(/were processed with older settings/)).toBeVisible();
    await page.getByRole('row', { name: /index\.md/ }).focus();
    await page.keyboard.press('Space');
    await expect(bar(page)).toBeVisible();
    await examineThemes(page, name('chosen'));
    await bar(page).getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await examineThemes(page, name('delete'));
    await page.keyboard.press('Escape');
    await bar(page).getByRole('button', { name: 'Process again' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await examineThemes(page, name('process-again'));
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Add files' }).click();
    const adding = page.getByRole('dialog', { name: 'Add files' });
    await adding
      .getByLabel('Files', { exact: true })
      .setInputFiles({ name: 'new.md', mimeType: 'text/markdown', buffer: Buffer.from('# New') });
    await expect(adding.getByRole('button', { name: 'Upload 1 file' })).toBeEnabled();
    await examineThemes(page, name('add-files'));

    await page.goto(`${address}?q=e&kind=markdown,text,sheet&sort=size&order=desc`);
    const found = page.getByRole('grid', { name: 'Found documents' });
    await expect(found).toBeVisible();
    await examineThemes(page, name('found'));
    await found.getByRole('row', { name: /third/ }).focus();
    await page.keyboard.press('Control+a');
    await expect(bar(page)).toBeVisible();
    await page.getByRole('button', { name: /^Filters/ }).click();
    await examineThemes(page, name('filters'));
    await page.goto(`${address}?q=zebra&path=Letters`);
    await expect(page.getByText('No document found')).toBeVisible();
    await examineThemes(page, name('nothing'));
  }
  await context.close();
});
