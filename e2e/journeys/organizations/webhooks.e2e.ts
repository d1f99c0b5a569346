import { apiPaths } from '@carrel/shared/paths';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';

import { startReceiver } from '@carrel/testing/webhooks/receiver.ts';
import type { Receiver } from '@carrel/testing/webhooks/receiver.ts';
import { DatasetFixture } from '../../support/dataset-fixture.ts';
import { examineScreen } from '../../support/examine-screen.ts';
import { personNamed, signUp } from '../../support/people.ts';
import { ServerProcess } from '../../support/servers/server.ts';
import { test } from '../../support/test.ts';

const SIZES = [
  { width: 1280, height: 800 },
  { width: 375, height: 812 },
];
const ottilie = personNamed('Ottilie');

let server: ServerProcess;
let receiver: Receiver;
let page: Page;

test.beforeAll(async ({ browser }) => {
  server = await ServerProcess.start({ WEBHOOK_PRIVATE_NETWORKS: '127.0.0.1' });
  receiver = await startReceiver();
  const context = await signUp(browser, server, ottilie);
  page = await context.newPage();
});

test.afterAll(async () => {
  await server.stop();
  await receiver.kill();
});

const settings = ({ organizationId }: DatasetFixture) =>
  `${server.url}/organizations/${organizationId}/settings?view=webhooks`;
const dialog = (name: string) => page.getByRole('dialog', { name });

test('a webhook that is created in the settings is told of an upload, and sent an event again', async () => {
  const fixture = await DatasetFixture.create(page.request, server, 'Observatory');
  await page.goto(settings(fixture));
  await page.getByRole('button', { name: 'Create webhook' }).click();
  const form = dialog('Create webhook');
  await form.getByLabel('Name').fill('Search index');
  await form.getByLabel('URL').fill('https://192.168.1.1/carrel');
  await form.getByRole('checkbox', { name: 'Upload completed' }).check();
  await form.getByRole('button', { name: 'Create webhook' }).click();
  await expect(form.getByText(/leads to a private network/)).toBeVisible();
  await form.getByLabel('URL').fill(receiver.url);
  await form.getByRole('button', { name: 'Create webhook' }).click();
  const created = dialog('Copy the signing secret');
  const secret = (await created.getByText(/^whsec_/).textContent()) ?? '';
  await expect(created.getByRole('button', { name: 'Copy Signing secret' })).toBeVisible();
  await created.getByRole('button', { name: 'Done' }).click();

  const datasetId = await fixture.createDataset('Letters');
  await fixture.fill(datasetId, [{ name: 'dome.md', content: '# The dome\n\nIt turns at night.' }]);
  await page
    .getByRole('row', { name: /Search index/ })
    .getByRole('button', { name: 'Actions' })
    .click();
  await page.getByRole('menuitem', { name: 'Deliveries' }).click();
  const log = dialog('Deliveries to Search index');
  const items = log.getByRole('list', { name: 'Deliveries', exact: true }).getByRole('listitem');
  const ready = items.filter({ hasText: 'Document ready' }).filter({ hasText: 'dome.md' });
  await expect(ready.getByText('Delivered')).toBeVisible();
  await expect(items.filter({ hasText: 'Upload completed' }).getByText('Delivered')).toBeVisible();
  await ready.getByRole('button', { name: 'Redeliver' }).click();
  await expect(ready.getByText(/status 204/)).toHaveCount(2);

  const told = receiver.received.filter(({ message }) => message.type === 'document.ready');
  expect(told.map(({ headers }) => headers['webhook-id'])).toEqual([
    told[0]?.headers['webhook-id'],
    told[0]?.headers['webhook-id'],
  ]);
  for (const one of receiver.received) receiver.verify(secret, one);

  await log.getByRole('button', { name: 'Close', exact: true }).last().click();
  await page.getByRole('button', { name: 'Actions' }).click();
  await page.getByRole('menuitem', { name: 'Disable' }).click();
  await expect(page.getByText('Webhook disabled')).toBeVisible();
  await page.getByRole('link', { name: 'Activity' }).click();
  await expect(page.getByText(/created the webhook Search index/)).toBeVisible();
  await expect(page.getByText(/sent events again to the webhook Search index/)).toBeVisible();
});

test('webhooks and their deliveries are accessible in both themes, wide and narrow', async () => {
  const fixture = await DatasetFixture.create(page.request, server, 'Print room');
  await fixture.createDataset('Letters');
  await fixture.post(apiPaths.webhooks(fixture.organizationId), {
    name: 'Search index',
    url: receiver.url,
    events: ['document.ready', 'archive.completed'],
    dataset_ids: null,
  });
  receiver.respond = (response) =>
    response.writeHead(500, { 'Content-Type': 'text/plain' }).end('The index is being rebuilt.');
  const log = dialog('Deliveries to Search index');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    for (const size of SIZES) {
      const name = (screen: string) => `${screen}-${colorScheme}-${size.width}`;
      await page.setViewportSize(size);
      await page.goto(settings(fixture));
      await expect(page.getByRole('heading', { name: 'Webhooks', exact: true })).toBeVisible();
      await expect(page.getByText('Search index')).toBeVisible();
      await examineScreen(page, name('webhooks'));
      await page.getByRole('button', { name: 'Create webhook' }).click();
      await dialog('Create webhook').getByLabel('Where').selectOption('some');
      await expect(
        dialog('Create webhook').getByRole('checkbox', { name: 'Letters' }),
      ).toBeVisible();
      await examineScreen(page, name('create-webhook'));
      await page.goto(settings(fixture));
      await page.getByRole('button', { name: 'Actions' }).click();
      await page.getByRole('menuitem', { name: 'Deliveries' }).click();
      await log.getByRole('button', { name: 'Send test event' }).click();
      await expect(log.getByText(/It responded with status 500/).first()).toBeVisible();
      await examineScreen(page, name('deliveries'));
    }
  }
});
