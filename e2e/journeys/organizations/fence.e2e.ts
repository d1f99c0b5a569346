import { apiPaths, consolePaths } from '@carrel/shared/paths';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';

import { DatasetFixture } from '../../support/dataset-fixture.ts';
import { join, personNamed, signUp } from '../../support/people.ts';
import { ServerProcess } from '../../support/servers/server.ts';
import { test } from '../../support/test.ts';

const olga = personNamed('Olga');
const vera = personNamed('Vera');

let server: ServerProcess;
let fixture: DatasetFixture;
let owner: Page;
let viewer: Page;
let plans: string;

test.beforeAll(async ({ browser }) => {
  server = await ServerProcess.start();
  const context = await signUp(browser, server, olga);
  fixture = await DatasetFixture.create(context.request, server);
  const invited = await signUp(browser, server, vera);
  await join(server, context.request, { request: invited.request, person: vera, role: 'Viewer' });
  plans = await fixture.createDataset('Observatory plans');
  await fixture.fill(plans, [
    { name: 'charts.md', content: 'The comet was seen in May.' },
    { name: 'camera.md', content: 'The comet camera comes next year.' },
    { name: 'camera.md.metadata.json', content: '{"groups": ["Builders"]}' },
  ]);
  await fixture.post(apiPaths.groups(fixture.organizationId), {
    name: 'Builders',
    account_ids: [],
  });
  owner = await context.newPage();
  viewer = await invited.newPage();
});

test.afterAll(() => server.stop());

async function search(words: string): Promise<void> {
  await viewer.goto(server.url + consolePaths.search(words));
  await expect(viewer.getByRole('link', { name: /charts\.md/ }).first()).toBeVisible();
}

test('documents of a zip are found only by the groups that their sidecars name', async () => {
  await search('comet');
  await expect(viewer.getByRole('link', { name: /camera\.md/ }).first()).toBeVisible();

  await test.step('an Owner says which field names groups', async () => {
    await owner.goto(server.url + consolePaths.datasetSettings(plans));
    const field = owner.getByRole('textbox', { name: 'Metadata field that names groups' });
    await field.fill('groups');
    await owner.getByRole('button', { name: 'Save access' }).click();
    await expect(owner.getByText('Access updated successfully!')).toBeVisible();
    await owner.reload();
    await expect(field).toHaveValue('groups');
  });

  await test.step('who is in none of them finds the rest', async () => {
    await search('comet');
    await expect(viewer.getByRole('link', { name: /camera\.md/ })).toHaveCount(0);
    await viewer.goto(server.url + consolePaths.datasetDocuments(plans));
    await expect(viewer.getByRole('link', { name: 'charts.md' })).toBeVisible();
    await expect(viewer.getByText('camera.md')).toHaveCount(0);
  });

  await test.step('who joins one finds them', async () => {
    await owner.goto(
      `${server.url}${consolePaths.organizationSettings(fixture.organizationId)}?view=groups`,
    );
    await owner
      .getByRole('row', { name: /Builders/ })
      .getByRole('button', { name: /Edit/ })
      .click();
    const dialog = owner.getByRole('dialog', { name: 'Edit group' });
    await dialog.getByRole('checkbox', { name: /Vera/ }).check();
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await expect(owner.getByRole('row', { name: /Builders/ })).toContainText('1 person');
    await search('comet');
    await viewer
      .getByRole('link', { name: /camera\.md/ })
      .first()
      .click();
    await expect(viewer.getByText('The comet camera comes next year.').first()).toBeVisible();
  });
});
