import {
  fakeShell,
  makeDataset,
  makeId,
  makeUser,
  mockApi,
  mockUploads,
  renderScreen,
} from '@carrel/shared/testing';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { PausedUploads } from './paused-uploads.tsx';

const MIB = 1024 ** 2;

beforeEach(() => {
  mockApi.start();
  mockUploads.start();
  mockApi.get('api/v1/datasets', () => ({ body: { datasets: [makeDataset()] } }));
});
afterEach(() => mockApi.stop());

test('an upload that can go on is shown with its dataset, how far it is, and a link to its screen', async () => {
  mockUploads.list({ size: 200 * MIB, received: 91 * MIB });
  renderScreen(<PausedUploads collapsed={false} />);
  expect(await screen.findByText('Handbook: report.zip')).toBeDefined();
  expect(screen.getByText('Paused, 45%')).toBeDefined();
  expect(screen.getByRole('link').getAttribute('href')).toBe(`/datasets/${makeId(600)}/archives`);
  // It is deleted on that screen, where more is said about it.
  expect(screen.queryByRole('button')).toBeNull();
});

test('in a collapsed sidebar its accessible name has the details', async () => {
  mockUploads.list({ size: 2, received: 1 });
  renderScreen(<PausedUploads collapsed />);
  expect(await screen.findByRole('link', { name: /report\.zip: Paused, 50%/ })).toBeDefined();
});

test('one that runs in another tab is not', async () => {
  const held = [{ name: `carrel-upload-${makeId(900)}` }];
  vi.stubGlobal('navigator', { locks: { query: async () => ({ held }) } });
  mockUploads.list();
  mockUploads.list({ id: makeId(901), filename: 'other.zip' });
  renderScreen(<PausedUploads collapsed={false} />);
  expect(await screen.findByText(/other\.zip/)).toBeDefined();
  expect(screen.queryByText(/report\.zip/)).toBeNull();
});

test('nothing is shown by a server without such uploads', async () => {
  mockUploads.refuse();
  renderScreen(<PausedUploads collapsed={false} />);
  await waitFor(() => expect(mockApi.calls('GET', 'api/v1/uploads')).toHaveLength(1));
  expect(screen.queryByRole('list')).toBeNull();
});

test('nothing is asked outside of an organization', () => {
  renderScreen(<PausedUploads collapsed={false} />, {
    shell: fakeShell({ user: makeUser({ memberships: {} }), organizationId: makeId(100) }),
  });
  expect(mockApi.calls()).toHaveLength(0);
});
