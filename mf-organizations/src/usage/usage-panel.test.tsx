import { makeOrganization, mockApi, renderScreen } from '@carrel/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { UsagePanel } from './usage-panel.tsx';

const ENGINES = makeOrganization();
const USAGE = `api/v1/organizations/${ENGINES.id}/usage`;
const FIGURES = {
  documents: { used: 15_000, limit: 20_000 },
  bytes: { used: 1_610_612_736 },
  members: { used: 5, limit: 5 },
  datasets: { used: 3 },
};

beforeEach(() => mockApi.start());
afterEach(() => mockApi.stop());

const open = () => renderScreen(<UsagePanel organization={ENGINES} />);

test('figures with a limit have a bar, and others are plain', async () => {
  mockApi.get(USAGE, () => ({ body: FIGURES }));
  open();
  const usage = within(await screen.findByRole('region', { name: 'Usage' }));
  expect(usage.getByText('15,000 of 20,000')).toBeTruthy();
  const bar = usage.getByRole('progressbar', { name: 'Documents' });
  expect(bar.getAttribute('aria-valuenow')).toBe('75');
  expect(usage.getByText('1.5 GB')).toBeTruthy();
  expect(usage.getByText('Limit reached')).toBeTruthy();
  expect(usage.getAllByRole('progressbar')).toHaveLength(2);
});

test('a server without quotas shows nothing', async () => {
  mockApi.get(USAGE, () => ({ status: 404, body: { message: 'This page was not found.' } }));
  open();
  await waitFor(() => expect(mockApi.calls('GET', USAGE)).toHaveLength(1));
  expect(screen.queryByRole('region', { name: 'Usage' })).toBeNull();
});

test('a failure can be retried', async () => {
  mockApi.get(USAGE, () => ({ status: 500, body: { message: 'Something went wrong.' } }));
  open();
  expect(await screen.findByText('Failed to load usage')).toBeTruthy();
  mockApi.get(USAGE, () => ({ body: FIGURES }));
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('5 of 5')).toBeTruthy();
});
