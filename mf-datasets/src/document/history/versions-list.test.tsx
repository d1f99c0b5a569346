import type { DocumentVersion } from '@carrel/shared/contract';
import {
  fakeShell,
  makeDocumentDetail,
  makeId,
  makeUser,
  mockApi,
  renderScreen,
} from '@carrel/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
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

const show = (current: number, role_name = 'Editor') => {
  const memberships = { [place.organizationId]: { organization_name: 'Engines', role_name } };
  return renderScreen(
    <VersionsList place={place} document={makeDocumentDetail({ version: current })} />,
    { shell: fakeShell({ user: makeUser({ memberships }), organizationId: place.organizationId }) },
  );
};

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
  expect(items.map(({ textContent }) => textContent)).toEqual([
    'View',
    'Compare with current',
    'Delete…',
  ]);
  await user.click(screen.getByRole('menuitem', { name: 'Compare with current' }));
  expect(location().path).toContain('/versions?from=1&to=3');
});

test('a version is deleted after a question, and the list has the focus', async () => {
  const listed = [version(2, { replaced_at: null }), version(1)];
  mockApi.get(VERSIONS, () => ({ status: 200, body: { versions: [...listed] } }));
  mockApi.delete(`${VERSIONS}/1`, () => {
    listed.pop();
    return { status: 204 };
  });
  show(2);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Actions of version 1' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete…' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Delete version' });
  expect(dialog.textContent).toContain('This cannot be undone.');
  await user.click(within(dialog).getByRole('button', { name: 'Delete version' }));
  expect(await screen.findByText('Deleted version 1')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Versions' })).toBeNull());
  expect(document.activeElement).not.toBe(document.body);
});

test('a version that somebody else deleted leaves the list', async () => {
  const listed = [version(3, { replaced_at: null }), version(2), version(1)];
  mockApi.get(VERSIONS, () => ({ status: 200, body: { versions: [...listed] } }));
  mockApi.delete(`${VERSIONS}/1`, () => {
    listed.pop();
    return { status: 404, body: { message: 'Version not found' } };
  });
  show(3);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Actions of version 1' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete…' }));
  await user.click(await screen.findByRole('button', { name: 'Delete version' }));
  expect(await screen.findByText('This version is deleted already')).toBeTruthy();
  const list = screen.getByRole('region', { name: 'Versions' });
  await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(2));
});

test('a Viewer deletes no version', async () => {
  const versions = [version(2, { replaced_at: null }), version(1)];
  mockApi.get(VERSIONS, () => ({ status: 200, body: { versions } }));
  show(2, 'Viewer');
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Actions of version 1' }));
  const items = await screen.findAllByRole('menuitem');
  expect(items.map(({ textContent }) => textContent)).toEqual([
    'View',
    'Compare with current',
    'Download',
  ]);
});

test('a document that was never replaced has no list, and nothing is read', () => {
  show(1);
  expect(screen.queryByRole('region', { name: 'Versions' })).toBeNull();
  expect(mockApi.calls()).toEqual([]);
});
