import type { Source } from '@carrel/shared/contract/sources';
import { makeDataset, makeId, mockApi } from '@carrel/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { makeSource, makeSourceRun } from '../testing/make-source.ts';
import { ONE_SOURCE, openSources, serveSources, SOURCES } from '../testing/sources-fixture.tsx';

beforeEach(() => {
  mockApi.start();
  mockApi.get('api/v1/datasets', () => ({ body: { datasets: [makeDataset()] } }));
  serveSources();
});
afterEach(() => mockApi.stop());

const button = (name: string) => screen.findByRole('button', { name });

describe('the list of sources', () => {
  test('is empty at first: it says what a source is for, and which kinds there are', async () => {
    const { user } = openSources();
    const kinds = within(await screen.findByRole('list', { name: 'Kinds of sources' }));
    expect(kinds.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Website',
      'Notion',
      'S3 bucket',
      'Git repository',
      'Mailbox',
    ]);
    await user.click(await button('Add a source'));
    expect(await screen.findByRole('dialog', { name: 'Add a source' })).toBeDefined();
  });

  test.each<[string, Partial<Source>]>([
    ['Up to date', {}],
    ['Up to date, 3 failed', { run: makeSourceRun({ failed: 3 }) }],
    ['Paused', { paused: true }],
    ['Not connected', { kind: 'notion', place: { kind: 'notion' }, run: null }],
    [
      'Listing, 1,200 found',
      { run: makeSourceRun({ state: 'listing', listed: 1200, ended_at: null }) },
    ],
    [
      'Waits for you',
      { run: makeSourceRun({ state: 'waiting', waiting_for: 'first', ended_at: null }) },
    ],
    [
      'Failed',
      {
        run: makeSourceRun({
          state: 'failed',
          error: { code: 'sign_in', message: 'The source refused the password.' },
        }),
      },
    ],
  ])('says "%s"', async (label, source) => {
    serveSources(makeSource(source));
    openSources();
    const row = within(await screen.findByRole('row', { name: /Product docs/ }));
    expect(row.getAllByText(label)[0]).toBeDefined();
    expect(row.getByText(/, in Docs$/)).toBeDefined();
    const reason = row.queryByText('The source refused the password.');
    expect(reason !== null).toBe(label === 'Failed');
  });

  test('runs a source now, and pauses it', async () => {
    serveSources(makeSource());
    mockApi.post(`${ONE_SOURCE}/runs`, () => ({ status: 202, body: { id: makeId(951) } }));
    mockApi.patch(ONE_SOURCE, () => ({ status: 204 }));
    const { user } = openSources();
    await user.click(await button('Actions'));
    await user.click(await screen.findByRole('menuitem', { name: 'Run now' }));
    await waitFor(() => expect(mockApi.calls('POST', `${ONE_SOURCE}/runs`)).toHaveLength(1));
    await user.click(await button('Actions'));
    await user.click(await screen.findByRole('menuitem', { name: 'Pause' }));
    await waitFor(() =>
      expect(mockApi.calls('PATCH', ONE_SOURCE)[0]?.body).toEqual({ paused: true }),
    );
  });

  test('asks before a source is deleted, and says that documents stay', async () => {
    serveSources(makeSource());
    mockApi.delete(ONE_SOURCE, () => ({ status: 204 }));
    const { user } = openSources();
    await user.click(await button('Actions'));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete source' }));
    expect(dialog.getByText(/Its documents stay/)).toBeDefined();
    serveSources();
    await user.click(dialog.getByRole('button', { name: 'Delete source' }));
    expect(await screen.findByText('Source deleted')).toBeDefined();
    expect(await button('Add a source')).toBeDefined();
  });

  test('a person before the fence of a dataset is told who sees its sources', async () => {
    mockApi.get(SOURCES, () => ({
      status: 403,
      body: { message: 'Its Managers see its sources.' },
    }));
    openSources();
    expect(await screen.findByText('Its Managers see its sources.')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
  });

  test('a failure is shown with a Retry', async () => {
    mockApi.get(SOURCES, () => ({ status: 503, body: { message: 'The database is away.' } }));
    const { user } = openSources();
    expect(await screen.findByText('Failed to load sources')).toBeDefined();
    serveSources(makeSource());
    await user.click(await button('Retry'));
    expect(await screen.findByText('Product docs')).toBeDefined();
  });
});
