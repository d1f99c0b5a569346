import { consolePaths } from '@carrel/shared/paths';
import { expect } from '@playwright/test';

import { DatasetFixture } from '../../support/dataset-fixture.ts';
import { PROCESSING_MS } from '../../support/journey.ts';
import { personNamed, signUp } from '../../support/people.ts';
import { ServerProcess } from '../../support/servers/server.ts';
import { test } from '../../support/test.ts';

let server: ServerProcess;

test.beforeAll(async () => {
  server = await ServerProcess.start();
});

test.afterAll(() => server.stop());

test('failed documents are read by name, narrowed by words, and retried by their reason', async ({
  browser,
}) => {
  const context = await signUp(browser, server, personNamed('Rosa'));
  const fixture = await DatasetFixture.create(context.request, server);
  const datasetId = await fixture.createDataset('Records');
  await fixture.change(datasetId, { chunk_template: '{% for i in (1..100000000) %}x{% endfor %}' });
  await fixture.fill(datasetId, [
    { name: 'Letters/first.txt', content: 'The first letter.' },
    { name: 'Letters/second.txt', content: 'The second letter.' },
    { name: 'Sounds/noise.wav', content: 'RIFF\u0000\u0001\u0002WAVE' },
  ]);

  const page = await context.newPage();
  await page.goto(server.url + consolePaths.datasetDocuments(datasetId));
  await page.getByRole('link', { name: 'Failed 3' }).click();
  const list = page.getByRole('table', { name: 'Failed documents' });
  for (const name of ['first.txt', 'second.txt', 'noise.wav']) {
    await expect(list.getByRole('link', { name })).toBeVisible();
  }

  const words = page.getByRole('searchbox', { name: 'Find by file name or reason' });
  await words.fill('noise sounds');
  await expect(list.getByRole('link', { name: 'first.txt' })).toBeHidden();
  await expect(list.getByRole('link', { name: 'noise.wav' })).toBeVisible();
  await words.fill('');

  await fixture.change(datasetId, { chunk_template: null });
  const group = page
    .getByRole('table', { name: 'Reasons' })
    .getByRole('row')
    .filter({ has: page.getByRole('cell', { name: '2', exact: true }) });
  await group.getByRole('button', { name: 'Retry' }).click();
  await expect(list.getByRole('link', { name: 'first.txt' })).toBeHidden({
    timeout: PROCESSING_MS,
  });
  await expect(list.getByRole('link', { name: 'second.txt' })).toBeHidden();
  await expect(list.getByRole('link', { name: 'noise.wav' })).toBeVisible();
});
