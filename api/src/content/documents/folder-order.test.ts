import { FOLDER_SORTS, navigationSchema, type FolderQuery } from '@carrel/shared/contract';
import { apiPaths } from '@carrel/shared/paths';
import { parse } from 'valibot';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

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

const FILES = [
  { name: 'Alpha.txt', size: 30, status: 'embedded', created_at: '2026-01-03T00:00:00Z' },
  { name: 'beta.txt', size: 10, status: 'ingested', created_at: '2026-01-01T00:00:00Z' },
  { name: 'Gamma.txt', size: 10, status: 'embedding_error', created_at: '2026-01-02T00:00:00Z' },
  { name: 'delta.txt', size: 20, status: 'embedded', created_at: '2026-01-01T00:00:00Z' },
];
const FOLDERS = ['One', 'two'];

/** Files and folders of the root; each folder holds two files. */
async function seed(): Promise<void> {
  const { server, organizationId, datasetId } = fixture;
  const files = ['', ...FOLDERS].flatMap((folder) =>
    (folder === '' ? FILES : FILES.slice(2)).map(({ name, size, status, created_at }) => ({
      path: folder === '' ? name : `${folder}/${name}`,
      folder,
      name,
      size,
      status,
      created_at,
    })),
  );
  await server.database.query(
    `INSERT INTO folders (organization_id, dataset_id, path, parent, name, sort_name)
     SELECT $1, $2, name, '', name, lower(name) FROM unnest($3::text[]) name`,
    [organizationId, datasetId, FOLDERS],
  );
  await server.database.query(
    `INSERT INTO documents (organization_id, dataset_id, path, folder, name, sort_name, size, status, created_at)
     SELECT $1, $2, path, folder, name, lower(name), size, status, created_at
     FROM json_to_recordset($3::json)
       AS x (path text, folder text, name text, size bigint, status text, created_at timestamptz)`,
    [organizationId, datasetId, JSON.stringify(files)],
  );
}

const call = (query: FolderQuery) =>
  fixture.call(
    'GET',
    `/${apiPaths.navigate(fixture.datasetId, query).replace(/^\/?api\/v1\//, '')}`,
  );

async function open(query: FolderQuery) {
  const response = await call(query);
  expect(response.status).toBe(200);
  return parse(navigationSchema, await response.json());
}

const names = async (query: FolderQuery) => (await open(query)).items.map(({ name }) => name);

test.each<[FolderQuery, string[]]>([
  [{}, ['One', 'two', 'Alpha.txt', 'beta.txt', 'delta.txt', 'Gamma.txt']],
  [{ order: 'desc' }, ['two', 'One', 'Gamma.txt', 'delta.txt', 'beta.txt', 'Alpha.txt']],
  [{ sort: 'size' }, ['One', 'two', 'beta.txt', 'Gamma.txt', 'delta.txt', 'Alpha.txt']],
  [
    { sort: 'size', order: 'desc' },
    ['One', 'two', 'Alpha.txt', 'delta.txt', 'beta.txt', 'Gamma.txt'],
  ],
  [{ sort: 'created' }, ['One', 'two', 'beta.txt', 'delta.txt', 'Gamma.txt', 'Alpha.txt']],
  [{ sort: 'status' }, ['One', 'two', 'beta.txt', 'Alpha.txt', 'delta.txt', 'Gamma.txt']],
])(
  'a folder ordered by %j has its folders first, and what is alike by name',
  async (query, all) => {
    await seed();
    expect(await names(query)).toEqual(all);
  },
);

test.each(FOLDER_SORTS.flatMap((sort) => [{ sort }, { sort, order: 'desc' as const }]))(
  'pages of %j follow each other without a gap',
  async (by) => {
    await seed();
    const all = await names(by);
    const paged: string[] = [];
    let cursor: string | null | undefined;
    do {
      const page = await open({ ...by, limit: 1, ...(cursor && { cursor }) });
      expect(page.items).toHaveLength(1);
      paged.push(...page.items.map(({ name }) => name));
      cursor = page.next_cursor;
    } while (cursor);
    expect(paged).toEqual(all);
  },
);

test('the first page says how many items are directly in the folder', async () => {
  await seed();
  expect(await open({})).toMatchObject({ total: 6 });
  const page = await open({ limit: 1 });
  expect(page.total).toBe(6);
  expect(await open({ limit: 1, path: 'One' })).toMatchObject({ total: 2 });
  const cursor = page.next_cursor ?? '';
  expect((await open({ limit: 1, cursor })).total).toBeUndefined();
});

test('removed documents are not in the total', async () => {
  await seed();
  const { items } = await open({});
  const id = items.at(-1)?.document_id;
  await fixture.call('POST', `/datasets/${fixture.datasetId}/documents/delete`, {
    document_ids: [id],
  });
  expect(await open({ limit: 1 })).toMatchObject({ total: 5 });
});

test('a cursor of another order is refused, as are a sort and an order that are none', async () => {
  await seed();
  const { next_cursor } = await open({ sort: 'size', limit: 3 });
  const cursor = next_cursor ?? '';
  expect((await call({ sort: 'size', cursor })).status).toBe(200);
  expect((await call({ cursor })).status).toBe(400);
  expect((await call({ sort: 'size', order: 'desc', cursor })).status).toBe(400);
  for (const query of ['sort=kind', 'order=up']) {
    const response = await fixture.call('GET', `/datasets/${fixture.datasetId}/navigate?${query}`);
    expect(response.status).toBe(422);
  }
});
