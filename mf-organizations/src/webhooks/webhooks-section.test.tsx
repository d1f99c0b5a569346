import type { Webhook, WebhookDelivery } from '@carrel/shared/contract/organization';
import { makeId, makeOrganization, mockApi, renderScreen } from '@carrel/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { WebhooksSection } from './webhooks-section.tsx';

const ORGANIZATION = makeOrganization();
const WEBHOOKS = `api/v1/organizations/${ORGANIZATION.id}/webhooks`;
const ID = makeId(700);
const ONE = `${WEBHOOKS}/${ID}`;
const SECRET = `whsec_${'a'.repeat(43)}=`;

const makeWebhook = (overrides: Partial<Webhook> = {}): Webhook => ({
  id: ID,
  name: 'Search index',
  description: null,
  url: 'https://hooks.example.com/carrel',
  events: ['document.ready', 'document.failed'],
  dataset_ids: null,
  enabled: true,
  disabled_reason: null,
  failing_since: null,
  last_delivered_at: null,
  created_at: new Date().toISOString(),
  ...overrides,
});

const makeDelivery = (overrides: Partial<WebhookDelivery> = {}): WebhookDelivery => ({
  id: makeId(800),
  type: 'document.ready',
  created_at: new Date().toISOString(),
  state: 'failed',
  attempts: 1,
  log: [
    {
      at: new Date().toISOString(),
      ms: 12,
      status: 500,
      error: 'It responded with status 500.',
      response: 'out of order',
    },
  ],
  next_attempt_at: null,
  data: { path: 'notes/a.md' },
  ...overrides,
});

let webhooks: Webhook[] = [];
let deliveries: WebhookDelivery[] = [];

beforeEach(() => {
  webhooks = [makeWebhook()];
  deliveries = [];
  mockApi.start();
  mockApi.get(WEBHOOKS, () => ({ body: { webhooks } }));
  mockApi.get(`${ONE}/deliveries`, () => ({ body: { deliveries } }));
  mockApi.get('api/v1/datasets', () => ({
    body: { datasets: [{ id: makeId(1), name: 'Manuals' }] },
  }));
});
afterEach(() => mockApi.stop());

const open = () => renderScreen(<WebhooksSection organization={ORGANIZATION} />);
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const act = async (name: string) => {
  await press('Actions');
  await userEvent.click(await screen.findByRole('menuitem', { name }));
};
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));

test('webhooks are listed with their events, and why they are disabled', async () => {
  webhooks = [
    makeWebhook(),
    makeWebhook({ id: makeId(701), name: 'Old', enabled: false, disabled_reason: 'failing' }),
    makeWebhook({
      id: makeId(702),
      name: 'Shaky',
      failing_since: new Date().toISOString(),
      dataset_ids: [makeId(1)],
    }),
  ];
  open();
  const row = within(await screen.findByRole('row', { name: /Search index/ }));
  expect(row.getByText('All datasets: Document ready, Document failed')).toBeTruthy();
  expect(row.getByText('Enabled')).toBeTruthy();
  const old = within(screen.getByRole('row', { name: /Old/ }));
  expect(old.getByText('Disabled: it failed for a day')).toBeTruthy();
  const shaky = within(screen.getByRole('row', { name: /Shaky/ }));
  expect(shaky.getByText('Failing')).toBeTruthy();
  expect(shaky.getByText('1 dataset: Document ready, Document failed')).toBeTruthy();
});

test('a webhook for one dataset is created, and its secret shown once with a Copy', async () => {
  webhooks = [];
  const sent: unknown[] = [];
  mockApi.post(WEBHOOKS, ({ body }) => {
    sent.push(body);
    webhooks = [makeWebhook()];
    return { status: 201, body: { id: ID, secret: SECRET } };
  });
  open();
  expect(await screen.findByText('No webhooks')).toBeTruthy();
  await press('Create webhook');
  const form = await dialog('Create webhook');
  await userEvent.type(form.getByLabelText(/Name/), 'Search index');
  await userEvent.type(form.getByLabelText(/URL/), 'hooks.example.com');
  await userEvent.selectOptions(form.getByLabelText('Where'), 'some');
  await userEvent.click(form.getByRole('button', { name: 'Create webhook' }));
  expect(await form.findByText('Enter a URL such as https://example.com/carrel')).toBeTruthy();
  expect(sent).toEqual([]);
  await userEvent.clear(form.getByLabelText(/URL/));
  await userEvent.type(form.getByLabelText(/URL/), 'https://hooks.example.com/carrel');
  await userEvent.click(await form.findByRole('checkbox', { name: 'Manuals' }));
  await userEvent.click(form.getByRole('button', { name: 'Create webhook' }));

  const shown = await dialog('Copy the signing secret');
  expect(shown.getByText(SECRET)).toBeTruthy();
  expect(shown.getByRole('button', { name: 'Copy Signing secret' })).toBeTruthy();
  expect(sent).toEqual([
    {
      name: 'Search index',
      url: 'https://hooks.example.com/carrel',
      description: '',
      events: ['document.ready', 'document.failed'],
      dataset_ids: [makeId(1)],
    },
  ]);
  await userEvent.click(shown.getByRole('button', { name: 'Done' }));
  expect(await screen.findByRole('row', { name: /Search index/ })).toBeTruthy();
  expect(screen.queryByText(SECRET)).toBeNull();
});

test('a webhook is edited, disabled, and deleted after a question', async () => {
  const sent: unknown[] = [];
  mockApi.patch(ONE, ({ body }) => {
    sent.push(body);
    webhooks = [makeWebhook({ enabled: false, disabled_reason: 'person' })];
    return { status: 204 };
  });
  mockApi.delete(ONE, () => {
    webhooks = [];
    return { status: 204 };
  });
  open();
  await act('Edit');
  const form = await dialog('Edit webhook');
  await userEvent.click(form.getByRole('checkbox', { name: 'Dataset deleted' }));
  await userEvent.click(form.getByRole('button', { name: 'Save changes' }));
  expect(await screen.findByText('Webhook updated')).toBeTruthy();
  expect(sent[0]).toMatchObject({
    events: ['document.ready', 'document.failed', 'dataset.deleted'],
    dataset_ids: null,
  });
  await act('Enable');
  await waitFor(() => expect(sent[1]).toEqual({ enabled: true }));
  await act('Delete');
  const question = within(await screen.findByRole('alertdialog', { name: 'Delete webhook' }));
  await userEvent.click(question.getByRole('button', { name: 'Delete webhook' }));
  expect(await screen.findByText('No webhooks')).toBeTruthy();
});

test('a secret is rotated with an overlap, and the new one shown', async () => {
  const sent: unknown[] = [];
  mockApi.post(`${ONE}/rotate-secret`, ({ body }) => {
    sent.push(body);
    return { status: 201, body: { secret: SECRET } };
  });
  open();
  await act('Rotate secret');
  const form = await dialog('Rotate secret');
  await userEvent.selectOptions(form.getByLabelText(/old secret/), '168');
  await userEvent.click(form.getByRole('button', { name: 'Rotate secret' }));
  expect(await screen.findByText(SECRET)).toBeTruthy();
  expect(sent).toEqual([{ overlap_hours: 168 }]);
});

test('deliveries are shown with their attempts, and sent again', async () => {
  deliveries = [makeDelivery()];
  const sent: string[] = [];
  mockApi.post(`${ONE}/deliveries/${makeId(800)}/redeliver`, () => {
    sent.push('redeliver');
    deliveries = [makeDelivery({ state: 'delivered' })];
    return { status: 204 };
  });
  mockApi.post(`${ONE}/test`, () => {
    sent.push('test');
    return { status: 201, body: { id: makeId(801) } };
  });
  mockApi.post(`${ONE}/recover`, () => {
    sent.push('recover');
    return { body: { count: 3 } };
  });
  open();
  await act('Deliveries');
  const log = await dialog('Deliveries to Search index');
  const list = within(await log.findByRole('list', { name: 'Deliveries' }));
  expect(list.getByText('Document ready')).toBeTruthy();
  expect(list.getByText(/It responded with status 500. \(12 ms\)/)).toBeTruthy();
  expect(list.getByText('out of order')).toBeTruthy();
  await userEvent.click(list.getByRole('button', { name: 'Redeliver' }));
  expect(await log.findByText('Delivered', { selector: 'span' })).toBeTruthy();
  await userEvent.click(log.getByRole('button', { name: 'Send test event' }));
  await userEvent.click(log.getByRole('button', { name: 'Resend failed of the last day' }));
  expect(await screen.findByText('3 deliveries are sent again')).toBeTruthy();
  expect(sent).toEqual(['redeliver', 'test', 'recover']);
});

test('nothing can be sent to a webhook that is disabled', async () => {
  webhooks = [makeWebhook({ enabled: false, disabled_reason: 'person' })];
  deliveries = [makeDelivery()];
  open();
  await act('Deliveries');
  const log = await dialog('Deliveries to Search index');
  for (const name of ['Send test event', 'Resend failed of the last day', 'Redeliver']) {
    const button = await log.findByRole<HTMLButtonElement>('button', { name });
    expect(button.disabled).toBe(true);
  }
});
