import { makeDocumentDetail, makeId, mockApi, renderScreen } from '@carrel/shared/testing';
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { DocumentHeader } from './document-header.tsx';

const PLACE = { organizationId: makeId(100), datasetId: makeId(600), documentId: makeId(800) };

beforeEach(() => mockApi.start());
afterEach(() => mockApi.stop());

test.each([
  ['the embedding service was away', 'embedding_error', undefined, ['Retry', 'Replace']],
  ['its file has a password', 'partitioning_error', false, ['Upload a new version']],
  ['nothing', 'embedded', true, ['Replace']],
])('a document that failed because %s', (_, status, retryable, offered) => {
  const document = makeDocumentDetail({ status, retryable });
  renderScreen(<DocumentHeader place={PLACE} document={document} onReplace={() => undefined} />);
  const names = ['Retry', 'Replace', 'Upload a new version'];
  expect(names.filter((name) => screen.queryByRole('button', { name }) !== null)).toEqual(offered);
});

test.each([
  [null, []],
  [{ pages: 2, unread: 0 }, ['Read by OCR']],
  [{ pages: 2, unread: 1 }, ['Read by OCR, 1 page not read']],
])('a document with %j by OCR has the mark %j', (ocr, marks) => {
  renderScreen(
    <DocumentHeader place={PLACE} document={makeDocumentDetail({ ocr })} onReplace={undefined} />,
  );
  const shown = screen.queryAllByText(/OCR/).map(({ textContent }) => textContent);
  expect(shown).toEqual(marks);
});

test('a document of a source says which, and leads to where people open it', () => {
  const source = { id: makeId(900), name: 'Product docs', kind: 'website' };
  const url = 'https://docs.example.com/guide';
  const show = (shown: object) =>
    renderScreen(
      <DocumentHeader
        place={PLACE}
        document={makeDocumentDetail({ source: { ...source, ...shown } })}
        onReplace={undefined}
      />,
    );
  const { unmount } = show({ url });
  expect(screen.getByText('From Product docs:')).toBeDefined();
  const link = screen.getByRole('link', { name: 'open original' });
  expect(link.getAttribute('href')).toBe(url);
  expect(link.getAttribute('rel')).toBe('noopener noreferrer');
  unmount();
  show({ url: 'file:///etc/hosts' });
  expect(screen.getByText('From Product docs')).toBeDefined();
  expect(screen.queryByRole('link', { name: 'open original' })).toBeNull();
});
