import { consolePaths } from '@carrel/shared/paths';
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
  const open = await fixture.createDataset('Star charts');
  await fixture.fill(open, [{ name: 'charts.md', content: 'The comet was seen in May.' }]);
  plans = await fixture.createDataset('Observatory plans');
  await fixture.fill(plans, [{ name: 'plans.md', content: 'The comet camera comes next year.' }]);
  owner = await context.newPage();
  viewer = await invited.newPage();
});

test.afterAll(() => server.stop());

const datasetLink = (name: string) =>
  viewer.getByRole('main').getByRole('link', { name, exact: true });

async function search(page: Page, words: string): Promise<void> {
  await page.goto(server.url + consolePaths.search(words));
  await expect(page.getByRole('link', { name: /charts\.md/ }).first()).toBeVisible();
}

test('a dataset is limited to a group, whose people search it, and are taken out again', async () => {
  await viewer.goto(server.url + consolePaths.datasets());
  await expect(datasetLink('Observatory plans')).toBeVisible();

  await test.step('an Owner puts a group together', async () => {
    await owner.goto(
      `${server.url}${consolePaths.organizationSettings(fixture.organizationId)}?view=groups`,
    );
    await owner.getByRole('button', { name: 'Create Group' }).first().click();
    const dialog = owner.getByRole('dialog', { name: 'Create Group' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Builders');
    await dialog.getByRole('button', { name: 'Create Group' }).click();
    await expect(owner.getByRole('row', { name: /Builders/ })).toContainText('0 people');
  });

  await test.step('and limits the dataset to it', async () => {
    await owner.goto(server.url + consolePaths.datasetSettings(plans));
    await owner.getByRole('radio', { name: 'Only named people and groups' }).check();
    await owner.getByRole('searchbox', { name: 'Find people and groups' }).fill('Buil');
    await owner.getByLabel('Role to add with').selectOption('Searcher');
    await owner.getByRole('button', { name: /Add Builders/ }).click();
    await owner.getByRole('button', { name: 'Save access' }).click();
    const question = owner.getByRole('alertdialog', { name: 'Change who sees this dataset' });
    await question.getByRole('button', { name: 'Save access' }).click();
    await expect(owner.getByText('Access updated successfully!')).toBeVisible();
  });

  await test.step('it is gone for who is not in the group', async () => {
    await viewer.goto(server.url + consolePaths.datasets());
    await expect(datasetLink('Star charts')).toBeVisible();
    await expect(datasetLink('Observatory plans')).toHaveCount(0);
    await search(viewer, 'comet');
    await expect(viewer.getByText('camera')).toHaveCount(0);
    await viewer.goto(server.url + consolePaths.datasetDocuments(plans));
    await expect(viewer.getByText('Dataset not found')).toBeVisible();
  });

  await test.step('who is in the group searches it, and opens nothing', async () => {
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

    await search(viewer, 'comet');
    await viewer
      .getByRole('link', { name: /plans\.md/ })
      .first()
      .click();
    await expect(
      viewer.getByText('You can search this dataset, and not open its documents.').first(),
    ).toBeVisible();
  });

  await test.step('an open list shrinks when the group is deleted', async () => {
    await viewer.goto(server.url + consolePaths.datasets());
    await expect(datasetLink('Observatory plans')).toBeVisible();
    await owner
      .getByRole('row', { name: /Builders/ })
      .getByRole('button', { name: /Delete/ })
      .click();
    await owner
      .getByRole('button', { name: /^Delete/ })
      .last()
      .click();
    await expect(owner.getByRole('row', { name: /Builders/ })).toHaveCount(0);
    await viewer.reload();
    await expect(datasetLink('Star charts')).toBeVisible();
    await expect(datasetLink('Observatory plans')).toHaveCount(0);
  });
});
