import type { SettingsDrift } from '@carrel/shared/contract';
import { makeId, makeUser, fakeShell, mockApi, renderScreen } from '@carrel/shared/testing';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { DriftNote } from './drift-note.tsx';

const DATASET = makeId(600);
const DRIFT = `api/v1/datasets/${DATASET}/settings-drift`;
const REPROCESS = `api/v1/datasets/${DATASET}/documents/reprocess`;

let drifts: SettingsDrift[];

beforeEach(() => {
  mockApi.start();
  mockApi.get(DRIFT, () => ({ body: drifts.length > 1 ? drifts.shift() : drifts[0] }));
});
afterEach(() => mockApi.stop());

function open(role_name = 'Editor') {
  const memberships = { [makeId(100)]: { organization_name: 'Engines', role_name } };
  return renderScreen(<DriftNote datasetId={DATASET} />, {
    shell: fakeShell({ user: makeUser({ memberships }) }),
  });
}

test('documents of older settings are processed again on request, and the progress is shown', async () => {
  drifts = [{ outdated: 40, reprocessing: 0 }];
  mockApi.post(REPROCESS, () => {
    drifts = [
      { outdated: 40, reprocessing: 40 },
      { outdated: 29, reprocessing: 29 },
      { outdated: 0, reprocessing: 0 },
    ];
    return { body: { reprocessed: 40, skipped: [] } };
  });
  open();
  expect(await screen.findByText('40 documents were processed with older settings.')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Process them again' }));
  expect(mockApi.calls('POST', REPROCESS)[0]?.body).toEqual({ outdated: true });
  expect(await screen.findByText('Processing 1 of 40 again')).toBeDefined();
  expect(await screen.findByText('Processing 12 of 40 again', {}, { timeout: 5000 })).toBeDefined();
  await waitFor(
    () => expect(screen.queryByRole('region', { name: 'Processing again' })).toBeNull(),
    { timeout: 5000 },
  );
  expect(screen.getByText('40 documents will be processed again')).toBeDefined();
});

test('a Viewer reads it and cannot change it', async () => {
  drifts = [{ outdated: 1, reprocessing: 0 }];
  open('Viewer');
  expect(await screen.findByText('1 document was processed with older settings.')).toBeDefined();
  expect(screen.queryByRole('button')).toBeNull();
});

test('those of an older reader are processed again with one press', async () => {
  drifts = [{ outdated: 0, reprocessing: 0, older_reader: 1200 }];
  mockApi.post(REPROCESS, () => {
    if (mockApi.calls('POST', REPROCESS).length === 1) {
      return { body: { reprocessed: 1000, skipped: [], is_more: true } };
    }
    drifts = [{ outdated: 0, reprocessing: 0, older_reader: 0 }];
    return { body: { reprocessed: 200, skipped: [] } };
  });
  open();
  expect(await screen.findByText('1,200 documents were read by an older reader.')).toBeDefined();
  expect(screen.queryByRole('region', { name: 'Older settings' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Process again' }));
  expect(mockApi.calls('POST', REPROCESS)[0]?.body).toEqual({ older_reader: true });
  expect(await screen.findByText('1,200 documents will be processed again')).toBeDefined();
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Older reader' })).toBeNull());
});

test.each([
  [{ older_reader: 1 }, '1 document was read by an older reader.'],
  [
    { older_reader: 10_000, older_reader_is_more: true },
    'More than 10,000 documents were read by an older reader.',
  ],
])('%j is: %s', async (counts, text) => {
  drifts = [{ outdated: 0, reprocessing: 0, ...counts }];
  open('Viewer');
  expect(await screen.findByText(text)).toBeDefined();
  expect(screen.queryByRole('button')).toBeNull();
});

test('both reasons are offered, each with its own press', async () => {
  drifts = [{ outdated: 2, reprocessing: 0, older_reader: 3 }];
  open();
  const names = (await screen.findAllByRole('button')).map(({ textContent }) => textContent);
  expect(names).toEqual(['Process them again', 'Process again']);
});

test.each([
  ['nothing is outdated', { body: { outdated: 0, reprocessing: 0 } }],
  ['the server does not count it', { status: 404, body: { message: 'Not found' } }],
])('there is no note where %s', async (_, response) => {
  mockApi.get(DRIFT, () => response);
  open();
  await waitFor(() => expect(mockApi.calls('GET', DRIFT)).toHaveLength(1));
  expect(screen.queryByRole('region')).toBeNull();
});
