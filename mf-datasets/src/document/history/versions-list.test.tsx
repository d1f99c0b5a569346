import type { DocumentVersion } from '@carrel/shared/contract';
import { makeDocumentDetail, makeId, mockApi, renderScreen } from '@carrel/shared/testing';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { VersionsList } from './versions-list.tsx';

const place = { organizationId: makeId(1), datasetId: makeId(2), documentId: makeId(3) };
const VERSIONS = `api/v1/datasets/${place.datasetId}/documents/${place.documentId}/versions`;

const version = (number: number, changes: Partial<DocumentVersion> = {}): DocumentVersion => ({
  number,
  name: 'plan.md',
  size: 1200,
  received_at: '2026-11-20T09:30:00.000Z',
  replaced_at: '2026-11-21T09:30:00.000Z',
  original: 'stored',
  has_text: true,
  ...changes,
});

beforeEach(() => mockApi.start());
afterEach(() => mockApi.stop());

const show = (current: number) =>
  renderScreen(<VersionsList place={place} document={makeDocumentDetail({ version: current })} />);

test('versions are listed, and each says what can be done with it', async () => {
  mockApi.get(VERSIONS, () => ({
    status: 200,
    body: {
      versions: [
        version(3, { replaced_at: null }),
        version(2, { received_from: 'sync.zip' }),
        version(1, { original: 'gone' }),
      ],
    },
  }));
  const { location } = show(3);
  const rows = await screen.findAllByRole('listitem');
  expect(rows.map(({ textContent }) => textContent?.replace(/\s+/g, ' '))).toEqual([
    expect.stringContaining('Version 3 · current'),
    expect.stringContaining('From sync.zip'),
    expect.stringContaining('Text only'),
  ]);
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Actions of version 1' }));
  const items = await screen.findAllByRole('menuitem');
  expect(items.map(({ textContent }) => textContent)).toEqual(['View', 'Compare with current']);
  await user.click(screen.getByRole('menuitem', { name: 'Compare with current' }));
  expect(location().path).toContain('/versions?from=1&to=3');
});

test('a document that was never replaced has no list, and nothing is read', () => {
  show(1);
  expect(screen.queryByRole('region', { name: 'Versions' })).toBeNull();
  expect(mockApi.calls()).toEqual([]);
});
