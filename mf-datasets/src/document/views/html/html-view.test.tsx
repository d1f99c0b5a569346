import {
  makeBlocks,
  makeDocumentChunks,
  makeDocumentDetail,
  makeId,
  mockApi,
  renderScreen,
} from '@carrel/shared/testing';
import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { DocumentPage } from '../../document-page.tsx';

const PLACE = `datasets/${makeId(600)}/documents/${makeId(800)}`;
const API = `api/v1/${PLACE}`;

beforeEach(() => mockApi.start());
afterEach(() => mockApi.stop());

test('a page that is too large is shown as text, and is not read', async () => {
  const document = makeDocumentDetail({ name: 'a.html', kind: 'web', size: 6_000_000 });
  mockApi.get(API, () => ({ body: document }));
  mockApi.get(`${API}/text`, () => ({ body: { blocks: makeBlocks({ text: 'Some words' }) } }));
  mockApi.get(`${API}/chunks`, () => ({ body: makeDocumentChunks([]) }));
  renderScreen(<DocumentPage />, {
    path: `/${PLACE}`,
    route: '/datasets/:datasetId/documents/:documentId',
  });
  expect(await screen.findByText('HTML above 5 MB is shown as text.')).toBeDefined();
  const view = within(await screen.findByRole('region', { name: 'Document' }));
  expect(view.getByText('Some words')).toBeDefined();
  expect(mockApi.calls('GET', `${API}/content`)).toHaveLength(0);
});
