import { consolePaths } from '@carrel/shared/paths';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';

import { DatasetFixture } from '../../support/dataset-fixture.ts';
import { documentIds } from '../../support/document-ids.ts';
import { personNamed, signUp } from '../../support/people.ts';
import { ServerProcess } from '../../support/servers/server.ts';
import { test } from '../../support/test.ts';

const PUMPS = 'Alpha pumps need oil every week, and nobody may skip that.';
const VALVES = 'Beta valves are closed at night by the people of the station.';

let server: ServerProcess;

test.beforeAll(async () => {
  server = await ServerProcess.start();
});
test.afterAll(() => server.stop());

const act = async (page: Page, name: string) => {
  await page.getByRole('button', { name: 'Change this chunk' }).click();
  await page.getByRole('menuitem', { name }).click();
};

test('a chunk is edited, split, switched off and restored by hand, and kept over another version', async ({
  browser,
}) => {
  const context = await signUp(browser, server, personNamed('Mia'));
  const fixture = await DatasetFixture.create(context.request, server);
  const datasetId = await fixture.createDataset('Manuals');
  await fixture.change(datasetId, { metadata_parameters: { chunk_size: 80, chunk_overlap: 0 } });
  await fixture.fill(datasetId, [{ name: 'a.txt', content: `${PUMPS}\n\n${VALVES}` }]);
  const idOf = await documentIds(context.request, server, {
    organizationId: fixture.organizationId,
    datasetId,
  });
  const address = server.url + consolePaths.document(datasetId, idOf('a.txt'), 0);
  const page = await context.newPage();
  await page.goto(address);
  const chunk = page.getByRole('region', { name: 'Text of the chunk' });
  const list = page.getByRole('listbox', { name: 'Chunks' });
  await expect(chunk).toHaveText(PUMPS);

  await act(page, 'Edit, keywords and questions');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Text', { exact: true })).toHaveValue(PUMPS);
  await dialog.getByLabel('Text', { exact: true }).fill(' ');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('A chunk needs a text.')).toBeVisible();
  await dialog.getByLabel('Text', { exact: true }).fill('Omega engines need oil.');
  await dialog.getByLabel('Keywords').fill('lubricant\ngrease');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(chunk).toHaveText('Omega engines need oil.');
  const marks = page.getByRole('region', { name: 'Chunk 1', exact: true });
  await expect(marks).toContainText('Changed by hand');
  await expect(marks).toContainText('Mia');
  await expect(marks).toContainText('lubricant · grease');

  // Another person was faster: nothing that was typed is lost.
  await act(page, 'Edit, keywords and questions');
  await dialog.getByLabel('Text', { exact: true }).fill('Mine.');
  const other = await context.request.patch(
    `${server.url}/api/v1/datasets/${datasetId}/documents/${idOf('a.txt')}/chunks/0`,
    {
      data: { text: 'Theirs.' },
      headers: { 'X-Organization-Id': fixture.organizationId },
    },
  );
  expect(other.status()).toBe(200);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('region', { name: 'The chunk as it is now' })).toHaveText(
    'Theirs.',
  );
  await expect(dialog.getByLabel('Your text')).toHaveValue('Mine.');
  await dialog.getByRole('button', { name: 'Save mine instead' }).click();
  await expect(chunk).toHaveText('Mine.');

  await list.getByRole('option').nth(1).click();
  await expect(chunk).toHaveText(VALVES);
  await act(page, 'Split');
  const text = dialog.getByLabel('Text', { exact: true });
  await expect(text).toHaveValue(VALVES);
  await text.focus();
  await page.keyboard.press('Home');
  for (let at = 0; at < VALVES.indexOf('by the'); at += 1) await page.keyboard.press('ArrowRight');
  await dialog.getByRole('button', { name: 'Split here' }).click();
  await expect(list.getByRole('option')).toHaveCount(3);
  await act(page, 'Switch off');
  await expect(list.getByRole('option').nth(1)).toContainText('Off');

  // The passage of the first chunk is gone from the next version.
  await fixture.fill(datasetId, [{ name: 'a.txt', content: `Something new.\n\n${VALVES}` }]);
  await page.goto(server.url + consolePaths.document(datasetId, idOf('a.txt')));
  await expect(page.getByRole('button', { name: /lost: 1/ })).toBeVisible();
  const changes = page.getByRole('list', { name: 'Changes by hand' });
  await expect(changes).toContainText('Lost');
  await expect(changes).toContainText('Mine.');
  await changes.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByRole('button', { name: /^Changed by hand: 1$/ })).toBeVisible();
});
