import { consolePaths } from '@carrel/shared/paths';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';

import { DatasetFixture } from '../../support/dataset-fixture.ts';
import { join, personNamed, signUp } from '../../support/people.ts';
import { ServerProcess } from '../../support/servers/server.ts';
import { test } from '../../support/test.ts';

const olga = personNamed('Olga');
const adam = personNamed('Adam');

let server: ServerProcess;
let fixture: DatasetFixture;
let owner: Page;
let admin: Page;
let plans: string;

test.beforeAll(async ({ browser }) => {
  server = await ServerProcess.start();
  const context = await signUp(browser, server, olga);
  fixture = await DatasetFixture.create(context.request, server);
  const invited = await signUp(browser, server, adam);
  await join(server, context.request, { request: invited.request, person: adam, role: 'Admin' });
  plans = await fixture.createDataset('Observatory plans');
  await fixture.fill(plans, [{ name: 'plans.md', content: 'The comet camera comes next year.' }]);
  owner = await context.newPage();
  admin = await invited.newPage();
});

test.afterAll(() => server.stop());

test('an Owner keeps contents from Admins, one of whom takes access, which the activity shows', async () => {
  const settings = server.url + consolePaths.organizationSettings(fixture.organizationId);

  await test.step('an Owner limits a dataset to herself, and turns the setting on', async () => {
    await owner.goto(server.url + consolePaths.datasetSettings(plans));
    await owner.getByRole('radio', { name: 'Only named people and groups' }).check();
    await owner.getByRole('button', { name: 'Add Olga' }).click();
    await owner.getByRole('button', { name: 'Save access' }).click();
    await owner.getByRole('alertdialog').getByRole('button', { name: 'Save access' }).click();
    await expect(owner.getByText('Access updated successfully!')).toBeVisible();
    await owner.goto(settings);
    await owner
      .getByRole('checkbox', { name: 'Owners and Admins see contents only by taking access' })
      .click();
    await owner.getByRole('alertdialog').getByRole('button', { name: 'Keep contents' }).click();
    await expect(
      owner.getByText('Owners and Admins see contents by taking access from now on'),
    ).toBeVisible();
  });

  await test.step('an Admin keeps the dataset and does not see what is in it', async () => {
    await admin.goto(server.url + consolePaths.datasets());
    await admin
      .getByRole('main')
      .getByRole('link', { name: 'Observatory plans', exact: true })
      .click();
    await expect(admin.getByText('You do not see what is in this dataset')).toBeVisible();
    await expect(admin.getByText('plans.md')).toBeHidden();
    await admin.goto(server.url + consolePaths.datasetSettings(plans));
    await expect(admin.getByText('You keep this dataset and do not see')).toBeVisible();
  });

  await test.step('and takes access', async () => {
    await admin.goto(server.url + consolePaths.datasetDocuments(plans));
    await admin.getByRole('button', { name: 'Take access' }).click();
    await expect(admin.getByText('plans.md')).toBeVisible();
    await owner.goto(`${settings}?view=activity`);
    await expect(owner.getByText('took access to the dataset Observatory plans')).toBeVisible();
  });
});
