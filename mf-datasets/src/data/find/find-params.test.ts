import { expect, test } from 'vitest';

import {
  FIND_CODEC,
  findQueryOf,
  folderOrderOf,
  isFinding,
  NOTHING_ASKED,
  readFindParams,
} from './find-params.ts';

const EVERYTHING =
  'q=memo&path=Legal&status=failed&kind=pdf,word&from=2026-11-01&to=2026-11-02&min=1024&max=2048&metadata.author=Ann&metadata.a%3Ab=%3D&ocr=true&older_reader=true&sort=size&order=desc';
const read = (query: string) => readFindParams(new URLSearchParams(query));

test('everything that is asked is written to the URL and read from it', () => {
  const params = read(EVERYTHING);
  const written = FIND_CODEC.write(new URLSearchParams('other=1'), params);
  expect(Object.fromEntries(written)).toEqual({
    other: '1',
    ...Object.fromEntries(new URLSearchParams(EVERYTHING)),
  });
  expect(read(written.toString())).toEqual(params);
});

test.each([
  'status=ready',
  'kind=pictures',
  'from=2026-02-30',
  'min=-1',
  'max=big',
  'sort=kind',
  'ocr=yes',
  'older_reader=1',
  'metadata.=x',
  'metadata.a=',
])('nonsense such as %s asks for nothing', (query) => {
  expect(isFinding(read(query))).toBe(false);
});

test.each([
  'q=a',
  'status=failed',
  'kind=pdf',
  'from=2026-11-01',
  'max=0',
  'metadata.a=b',
  'ocr=true',
  'older_reader=true',
  'sort=changed',
])('%s takes the place of the folder, and clearing everything returns to it', (query) => {
  const params = read(`${query}&path=Legal`);
  expect(isFinding(params)).toBe(true);
  const cleared = { ...params, ...NOTHING_ASKED };
  expect(isFinding(cleared)).toBe(false);
  expect(cleared.path).toBe('Legal');
});

test.each(['path=Legal&q=+', 'path=Legal&sort=size', 'order=desc'])(
  'a folder alone is shown as a folder, in its order: %s',
  (query) => expect(isFinding(read(query))).toBe(false),
);

test.each([
  ['', { sort: 'name', order: 'asc' }],
  ['order=desc', { sort: 'name', order: 'desc' }],
  ['sort=size&order=desc', { sort: 'size', order: 'desc' }],
  ['sort=path', { sort: 'name', order: 'asc' }],
])('the order of a folder by the query %j', (query, order) => {
  expect(folderOrderOf(read(query))).toEqual(order);
});

test('the request has the whole of the last day', () => {
  const { changed_from = '', changed_to = '', ...rest } = findQueryOf(read(EVERYTHING));
  expect(Date.parse(changed_to) - Date.parse(changed_from)).toBe(2 * 24 * 60 * 60 * 1000);
  expect(rest).toEqual({
    q: 'memo',
    folder: 'Legal',
    status: 'failed',
    kind: ['pdf', 'word'],
    size_min: 1024,
    size_max: 2048,
    metadata: [
      { key: 'author', value: 'Ann' },
      { key: 'a:b', value: '=' },
    ],
    ocr: true,
    older_reader: true,
    sort: 'size',
    order: 'desc',
  });
});
