import type { DocumentDetail } from '@carrel/shared/contract';
import { consolePaths } from '@carrel/shared/paths';
import {
  fakeShell,
  makeDocumentDetail,
  makeId,
  makeUser,
  mockApi,
  renderScreen,
} from '@carrel/shared/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { DocumentPage } from './document-page.tsx';

const DATASET = makeId(600);
const DOCUMENT = makeId(800);
const API = `api/v1/datasets/${DATASET}/documents/${DOCUMENT}`;
const REFUSED = 'You can search this dataset, and not open its documents.';
const PARTS = ['text', 'chunks', 'content'];

beforeEach(() => {
  mockApi.start();
  for (const part of PARTS) {
    mockApi.get(`${API}/${part}`, () => ({ status: 403, body: { message: REFUSED } }));
  }
});
afterEach(() => mockApi.stop());

function open(detail: Partial<DocumentDetail> = {}, shell = fakeShell()) {
  mockApi.get(API, () => ({ body: makeDocumentDetail(detail) }));
  renderScreen(<DocumentPage />, {
    path: consolePaths.document(DATASET, DOCUMENT, 1, ['library']),
    route: '/datasets/:datasetId/documents/:documentId',
    shell,
  });
  return userEvent.setup();
}

/** How often each part was read. */
const reads = () => PARTS.map((part) => mockApi.calls('GET', `${API}/${part}`).length);

test('who may only search a dataset reads why its text and its chunks are not shown', async () => {
  open();
  expect(await screen.findByText('Failed to fetch the text')).toBeDefined();
  expect(await screen.findByText('Failed to fetch chunks')).toBeDefined();
  expect(screen.getAllByText(REFUSED).length).toBeGreaterThan(1);
  expect(reads()).toEqual([1, 1, 0]);
});

test.each<[string, Partial<DocumentDetail>, string]>([
  ['an image', { name: 'map.png', kind: 'image' }, 'The image could not be loaded'],
  ['a page', { name: 'map.html', kind: 'web' }, 'The page could not be loaded'],
])('the original of %s says why it is not shown, once', async (_, detail, title) => {
  open(detail);
  expect(await screen.findByText(title)).toBeDefined();
  expect(screen.getAllByText(REFUSED).length).toBeGreaterThan(0);
  expect(reads()[2]).toBe(1);
});

test('a download that is refused is explained, though its response has no words', async () => {
  mockApi.head(`${API}/content`, () => ({ status: 403 }));
  const user = open();
  await user.click(await screen.findByRole('button', { name: 'Download' }));
  expect(await screen.findByText('You may not download from this dataset.')).toBeDefined();
});

test('the breadcrumbs of a guest lead to no screen that is closed to guests', async () => {
  const memberships = { [makeId(100)]: { organization_name: 'Observatory', role_name: 'Guest' } };
  const shell = fakeShell({ user: makeUser({ memberships }) });
  open({ name: 'map.md', path: 'Wiki/map.md' }, shell);
  const breadcrumbs = ['Datasets', makeDocumentDetail().dataset.name, 'Wiki', 'map.md'];
  await waitFor(() =>
    expect(shell.setPage).toHaveBeenCalledWith({
      title: 'map.md',
      breadcrumbs: breadcrumbs.map((name) => ({ name })),
    }),
  );
});
