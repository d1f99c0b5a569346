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
  plans = await fixture.createDataset('Observatory plans');
  await fixture.fill(plans, [{ name: 'plans.md', content: 'The comet camera comes next year.' }]);
  owner = await context.newPage();
  viewer = await invited.newPage();
});

test.afterAll(() => server.stop());

test('who follows a link to what they may not see asks for access, and gets it', async () => {
  await test.step('an Owner limits a dataset, and lets people ask', async () => {
    await owner.goto(server.url + consolePaths.datasetSettings(plans));
    await owner.getByRole('radio', { name: 'Only named people and groups' }).check();
    await owner.getByRole('button', { name: 'Save access' }).click();
    const question = owner.getByRole('alertdialog', { name: 'Change who sees this dataset' });
    await question.getByRole('button', { name: 'Save access' }).click();
    await expect(owner.getByText('Access updated successfully!')).toBeVisible();
  });

  await test.step('without the box it does not exist', async () => {
    await viewer.goto(server.url + consolePaths.datasetDocuments(plans));
    await expect(viewer.getByText('Dataset not found')).toBeVisible();
    const ask = owner.getByRole('checkbox', {
      name: 'People who have its link can ask for access',
    });
    await ask.check();
    await owner.getByRole('button', { name: 'Save access' }).click();
    await expect(owner.getByRole('button', { name: 'Save access' })).toBeDisabled();
  });

  await test.step('with it, a link leads to the request', async () => {
    await viewer.reload();
    await expect(viewer.getByText('You cannot see Observatory plans')).toBeVisible();
    await expect(viewer.getByText('Dataset not found')).toHaveCount(0);
    await viewer.getByRole('textbox', { name: 'Reason' }).fill('I build the camera.');
    await viewer.getByRole('button', { name: 'Ask for access' }).click();
    await expect(viewer.getByText(/^You asked for access on /)).toBeVisible();
  });

  await test.step('the Owner is mailed, and grants it', async () => {
    await expect
      .poll(() => server.mailedPath(olga.email))
      .toBe(consolePaths.datasetSettings(plans));
    await owner.goto(server.url + consolePaths.datasetSettings(plans));
    const requests = owner.getByRole('list', { name: 'Requests' });
    await expect(requests.getByText('I build the camera.')).toBeVisible();
    await owner.getByRole('button', { name: /Grant access to Vera/ }).click();
    await expect(requests).toHaveCount(0);
    await expect(owner.getByRole('combobox', { name: /Role of Vera/ })).toHaveValue('Reader');
  });

  await test.step('who asked reads the document', async () => {
    const path = consolePaths.datasetDocuments(plans);
    await expect.poll(() => server.mailedPath(vera.email)).toBe(path);
    await viewer.goto(server.url + path);
    await expect(viewer.getByRole('link', { name: /plans\.md/ }).first()).toBeVisible();
  });
});
