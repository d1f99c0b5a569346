import type { DocumentDetail } from '@carrel/shared/contract';
import {
  fakeShell,
  makeDocumentDetail,
  makeId,
  makeUser,
  mockApi,
  renderScreen,
} from '@carrel/shared/testing';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { ReadingNotes } from './reading-notes.tsx';

const REPROCESS = `api/v1/datasets/${makeId(600)}/documents/reprocess`;

beforeEach(() => mockApi.start());
afterEach(() => mockApi.stop());

function show(overrides: Partial<DocumentDetail>, role_name = 'Editor') {
  const memberships = { [makeId(100)]: { organization_name: 'Engines', role_name } };
  return renderScreen(<ReadingNotes document={makeDocumentDetail(overrides)} />, {
    shell: fakeShell({ user: makeUser({ memberships }) }),
  });
}
const note = () => screen.queryByRole('region', { name: 'How it was read' });
const button = () => screen.queryByRole('button', { name: 'Process again' });

test.each([[undefined], [null], [[]]])('nothing is said where %j was left out', (omitted) => {
  show({ omitted, older_reader: false });
  expect(note()).toBeNull();
});

test('what was left out is named', () => {
  show({
    omitted: [
      { what: 'chart_without_data', count: 2 },
      { what: 'embedded_object', count: 1 },
    ],
  });
  expect(note()?.textContent).toBe('Left out: 2 charts without data, 1 embedded object');
  expect(button()).toBeNull();
});

test('a document of an older reader is processed again with one press', async () => {
  mockApi.post(REPROCESS, () => ({ body: { reprocessed: 1, skipped: [] } }));
  const document = { id: makeId(800), older_reader: true };
  show(document);
  expect(note()?.textContent).toContain('Read by an older reader');
  await userEvent.click(screen.getByRole('button', { name: 'Process again' }));
  expect(await screen.findByText('1 document will be processed again')).toBeDefined();
  expect(mockApi.calls('POST', REPROCESS)[0]?.body).toEqual({ document_ids: [makeId(800)] });
});

test.each([
  ['a Viewer', {}, 'Viewer', 'This version may read more of it.'],
  ['one whose original is gone', { original: 'gone' }, 'Editor', 'Upload the file again'],
  ['one that is being processed again', { reprocessing: true }, 'Editor', 'Processing again'],
] as const)('%s has no button', (_, overrides, role, text) => {
  show({ older_reader: true, ...overrides }, role);
  expect(note()?.textContent).toContain(text);
  expect(button()).toBeNull();
});
