import {
  FIND_SORTS,
  foundDocumentsSchema,
  type FindDocumentsQuery,
  type FoundDocuments,
} from '@carrel/shared/contract';
import { parse } from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { createPipelineFixture, type PipelineFixture } from '@carrel/testing/pipeline-fixture.ts';

let first: PipelineFixture;
let fixture: PipelineFixture;

beforeAll(async () => {
  first = await createPipelineFixture();
});
beforeEach(async () => {
  fixture = await first.withNewDataset();
});
afterAll(() => first.close());

interface Seeded {
  path: string;
  size?: number;
  status?: string;
  created_at?: string;
  updated_at?: string;
}

async function seed(documents: readonly Seeded[]): Promise<void> {
  await fixture.server.database.query(
    `INSERT INTO documents (organization_id, dataset_id, path, folder, name, sort_name, size, status, created_at, updated_at)
     SELECT $1, $2, path, '', regexp_replace(path, '.*/', ''), lower(regexp_replace(path, '.*/', '')),
       coalesce(size, 1), coalesce(status, 'embedded'), coalesce(created_at, now()), coalesce(updated_at, now())
     FROM json_to_recordset($3::json)
       AS x (path text, size bigint, status text, created_at timestamptz, updated_at timestamptz)`,
    [fixture.organizationId, fixture.datasetId, JSON.stringify(documents)],
  );
}

function pathOf(query: FindDocumentsQuery): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const one of [value as unknown].flat()) parameters.append(name, String(one));
  }
  return `/datasets/${fixture.datasetId}/documents/find?${parameters.toString()}`;
}

async function find(query: FindDocumentsQuery = {}): Promise<FoundDocuments> {
  const response = await fixture.call('GET', pathOf(query));
  expect(response.status).toBe(200);
  return parse(foundDocumentsSchema, await response.json());
}

const paths = async (query: FindDocumentsQuery) =>
  (await find(query)).documents.map(({ path }) => path);

const LIBRARY: Seeded[] = [
  { path: 'Legal/Memo.pdf', size: 300, updated_at: '2026-03-01T00:00:00Z' },
  { path: 'Legal/old/memo 2.docx', size: 200, updated_at: '2026-02-01T00:00:00Z' },
  { path: 'Legal2/été.txt', size: 100, updated_at: '2026-01-01T00:00:00Z', status: 'ingested' },
  { path: '100%_done.md', size: 400, status: 'chunking_error' },
  { path: '1000 done', size: 500, status: 'partitioning_error' },
];

describe('documents are found', () => {
  beforeEach(() => seed(LIBRARY));

  test.each<[string, FindDocumentsQuery, string[]]>([
    ['by a part of the path in any case', { q: ' LEGAL/m' }, ['Legal/Memo.pdf']],
    ['in any case of other letters too', { q: 'ÉTÉ.T' }, ['Legal2/été.txt']],
    ['by letters in two parts', { q: 'e\u0301te\u0301' }, ['Legal2/été.txt']],
    ['by wildcards as they are written', { q: '0%_d' }, ['100%_done.md']],
    ['by a backslash as it is written', { q: '\\' }, []],
    ['by a pattern as it is written', { q: 'é.*' }, []],
    ['by a status', { status: 'chunking_error' }, ['100%_done.md']],
    ['by having failed', { status: 'failed' }, ['100%_done.md', '1000 done']],
    ['by being in progress', { status: 'in_work' }, ['Legal2/été.txt']],
    ['by a kind', { kind: ['pdf'] }, ['Legal/Memo.pdf']],
    ['by several kinds', { kind: ['word', 'other'] }, ['1000 done', 'Legal/old/memo 2.docx']],
    ['by a folder at any depth', { folder: 'Legal' }, ['Legal/Memo.pdf', 'Legal/old/memo 2.docx']],
    [
      'by the time of their last change, its end excluded',
      { changed_from: '2026-01-01T00:00:00Z', changed_to: '2026-03-01T00:00:00Z' },
      ['Legal/old/memo 2.docx', 'Legal2/été.txt'],
    ],
    [
      'by size, both ends included',
      { size_min: 300, size_max: 400 },
      ['100%_done.md', 'Legal/Memo.pdf'],
    ],
    ['by everything at once', { q: 'memo', kind: ['pdf'], size_max: 299 }, []],
  ])('%s', async (_, query, expected) => {
    const found = await find(query);
    expect(found.documents.map(({ path }) => path)).toEqual(expected);
    expect(found).toMatchObject({ total: expected.length });
    expect(found.next_cursor).toBeUndefined();
  });

  test.each([
    'status=ready',
    'kind=pictures',
    'kind=pdf&kind=pictures',
    'changed_from=yesterday',
    'changed_to=0000-01-01T00:00:00Z',
    'size_min=-1',
    'size_max=1e9',
    'sort=kind',
    'order=up',
    'limit=201',
    'q=%00',
    'folder=%00',
  ])('but not by %s', async (query) => {
    const response = await fixture.call(
      'GET',
      `/datasets/${fixture.datasetId}/documents/find?${query}`,
    );
    expect(response.status).toBe(422);
  });
});

const made = (...parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url');

describe('found documents are ordered', () => {
  const ROWS: Seeded[] = [
    { path: 'a/Z.txt', size: 3, status: 'embedded', created_at: '2026-01-03T00:00:00Z' },
    { path: 'b/y.txt', size: 2, status: 'ingested', created_at: '2026-01-02T00:00:00.000002Z' },
    { path: 'c/x.txt', size: 1, status: 'chunked', created_at: '2026-01-02T00:00:00.000001Z' },
  ];
  for (const row of ROWS) row.updated_at = row.created_at ?? '';
  beforeEach(() => seed(ROWS));

  test.each(FIND_SORTS)('by %s, both ways and page by page', async (sort) => {
    const ascending = {
      path: ['a/Z.txt', 'b/y.txt', 'c/x.txt'],
      name: ['c/x.txt', 'b/y.txt', 'a/Z.txt'],
      size: ['c/x.txt', 'b/y.txt', 'a/Z.txt'],
      created: ['c/x.txt', 'b/y.txt', 'a/Z.txt'],
      changed: ['c/x.txt', 'b/y.txt', 'a/Z.txt'],
      status: ['b/y.txt', 'c/x.txt', 'a/Z.txt'],
    }[sort];
    for (const order of ['asc', 'desc'] as const) {
      const expected = order === 'asc' ? ascending : ascending.toReversed();
      expect(await paths({ sort, order })).toEqual(expected);
      const paged: string[] = [];
      for (let cursor: string | undefined = ''; cursor !== undefined;) {
        const page: FoundDocuments = await find({ sort, order, limit: 1, cursor });
        paged.push(...page.documents.map(({ path }) => path));
        expect(page.total).toBe(3);
        cursor = page.next_cursor ?? undefined;
      }
      expect(paged).toEqual(expected);
    }
  });

  test('a cursor of another order, or one that is made up, is refused', async () => {
    const { next_cursor } = await find({ sort: 'size', limit: 1 });
    for (const query of [
      { sort: 'name', cursor: next_cursor ?? '' },
      { sort: 'size', order: 'desc', cursor: next_cursor ?? '' },
      { sort: 'size', cursor: made('size', 'asc', 'many', 'a') },
      { sort: 'size', cursor: made('size', 'asc', '1', '\u0000') },
      { cursor: 'nonsense' },
    ] as const) {
      expect((await fixture.call('GET', pathOf(query))).status).toBe(400);
    }
  });
});

const named = (from: number, step: number) =>
  Array.from({ length: 40 }, (_, at) => ({
    path: `${String(from + at * step).padStart(4, '0')}.txt`,
    size: (at % 4) + 1,
  }));

test('pages have no gaps and no doubles while documents arrive and leave', async () => {
  const before = named(0, 2);
  await seed(before);
  const seen: string[] = [];
  let inserted = false;
  for (let cursor: string | undefined = ''; cursor !== undefined;) {
    const page: FoundDocuments = await find({ sort: 'size', order: 'desc', limit: 7, cursor });
    seen.push(...page.documents.map(({ path }) => path));
    cursor = page.next_cursor ?? undefined;
    if (!inserted) await seed(named(1, 2));
    inserted = true;
  }
  expect(new Set(seen).size).toBe(seen.length);
  expect(before.filter(({ path }) => !seen.includes(path))).toEqual([]);
});

test('a found document says whether it was processed with older settings', async () => {
  await fixture.uploadFiles({ 'a.txt': 'Text.' });
  expect((await find()).documents).toMatchObject([
    { path: 'a.txt', status: 'embedded', outdated: false, reprocessing: false },
  ]);
  await fixture.call('PATCH', `/datasets/${fixture.datasetId}`, {
    metadata_parameters: { chunk_size: 100, chunk_overlap: 0 },
  });
  expect((await find()).documents).toMatchObject([{ outdated: true }]);
});

test('documents of a hundred thousand are found, counted up to ten thousand', async () => {
  await fixture.server.database.query(
    `INSERT INTO documents (organization_id, dataset_id, path, folder, name, sort_name, size, status)
     SELECT $1, $2, 'f/report ' || n || '.pdf', 'f', 'report ' || n || '.pdf', 'report ' || n || '.pdf', n, 'embedded'
     FROM generate_series(1, 100000) n`,
    [fixture.organizationId, fixture.datasetId],
  );
  const all = await find({ kind: ['pdf'], sort: 'size', order: 'desc', limit: 200 });
  expect(all).toMatchObject({ total: 10_000, total_is_more: true });
  expect(all.documents.slice(0, 2).map(({ size }) => size)).toEqual([100_000, 99_999]);
  const next = await find({
    kind: ['pdf'],
    sort: 'size',
    order: 'desc',
    limit: 200,
    cursor: all.next_cursor ?? '',
  });
  expect(next.documents[0]?.size).toBe(99_800);
  const some = await find({ q: 'REPORT 9999' });
  expect(some).toMatchObject({ total: 11 });
  expect(some.total_is_more).toBeUndefined();
}, 120_000);

test('documents of another organization are not found', async () => {
  await seed(LIBRARY);
  const stranger = await fixture.server.person();
  const organizationId = await fixture.server.organization(stranger, 'Others');
  const response = await stranger.call('GET', pathOf({}), { organizationId });
  expect(response.status).toBe(404);
});
