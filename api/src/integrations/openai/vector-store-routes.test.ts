import OpenAI, { APIError } from 'openai';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { createApiKey } from '@carrel/testing/api-key.ts';
import {
  createSearchedWorkspace,
  type SearchedWorkspace,
} from '@carrel/testing/searched-workspace.ts';

let searched: SearchedWorkspace;
let key: string;
let client: OpenAI;

const clientOf = (apiKey: string) =>
  new OpenAI({
    apiKey,
    baseURL: 'http://localhost/v1',
    maxRetries: 0,
    fetch: searched.fetch,
  });

beforeAll(async () => {
  searched = await createSearchedWorkspace({
    'Manuals/warranty.md': '# Warranty\n\nThe warranty of the kettle lasts two years.',
    'Manuals/descaling.md': '# Descaling\n\nDescale the kettle twice a year.',
    'prices.csv': 'article,price\nkettle,49\n',
  });
  const { owner, organizationId } = searched.fixture;
  key = await createApiKey(owner, organizationId);
  client = clientOf(key);
});
afterAll(() => searched.fixture.close());

const search = async (body: Partial<OpenAI.VectorStoreSearchParams>) => {
  const page = await client.vectorStores.search(searched.workspaceId, { query: 'kettle', ...body });
  return page.data;
};
const names = async (body: Partial<OpenAI.VectorStoreSearchParams>) =>
  (await search(body)).map(({ filename }) => filename).sort();
const refusal = (calling: Promise<unknown>) =>
  calling.then(
    () => undefined,
    (error: unknown) => (error instanceof APIError ? [error.status, error.message] : error),
  );

describe('the client of OpenAI', () => {
  test('searches a workspace as a vector store', async () => {
    const [first] = await search({ query: 'How long is the warranty?', max_num_results: 1 });
    expect(first).toMatchObject({
      filename: 'warranty.md',
      score: 1,
      attributes: { path: 'Manuals/warranty.md', kind: 'markdown', dataset_id: searched.datasetId },
      content: [{ type: 'text', text: expect.stringContaining('lasts two years') as string }],
    });
    expect(first?.attributes?.['url']).toMatch(
      /^http.+\/documents\/.+\?chunk=0&words=[\w+]+&version=[\da-f]{8}$/,
    );
  });

  test('searches with several queries', async () => {
    const page = await client.vectorStores.search(searched.workspaceId, {
      query: ['warranty', 'price'],
    });
    expect(page.data.map(({ filename }) => filename).sort()).toEqual(['prices.csv', 'warranty.md']);
  });

  test('filters by attributes', async () => {
    const { datasetId } = searched;
    expect(await names({})).toEqual(['descaling.md', 'prices.csv', 'warranty.md']);
    expect(await names({ filters: { type: 'eq', key: 'kind', value: 'sheet' } })).toEqual([
      'prices.csv',
    ]);
    const folder = { type: 'eq', key: 'folder', value: 'Manuals' } as const;
    const since = { type: 'gte', key: 'changed_at', value: 1_700_000_000 } as const;
    const dataset = { type: 'in', key: 'dataset_id', value: [datasetId] } as const;
    expect(await names({ filters: { type: 'and', filters: [folder, since, dataset] } })).toEqual([
      'descaling.md',
      'warranty.md',
    ]);
    const until = { type: 'lte', key: 'changed_at', value: 1_700_000_000 } as const;
    expect(await names({ filters: until })).toEqual([]);
    const kinds = ['sheet', 'markdown'].map(
      (value) => ({ type: 'eq', key: 'kind', value }) as const,
    );
    expect(await names({ filters: { type: 'or', filters: kinds } })).toHaveLength(3);
  });

  test.each([
    ['that excludes', { type: 'ne', key: 'kind', value: 'pdf' }],
    ['that orders texts', { type: 'gt', key: 'path', value: 'a' }],
    ['of an unknown kind', { type: 'eq', key: 'kind', value: 'hologram' }],
    ['of no time', { type: 'gte', key: 'changed_at', value: 'yesterday' }],
    ['twice on a folder', twice({ type: 'eq', key: 'folder', value: 'a' })],
    [
      'of two keys with or',
      {
        ...twice({ type: 'eq', key: 'a', value: 'b' }),
        type: 'or',
        filters: [
          { type: 'eq', key: 'a', value: 'b' },
          { type: 'eq', key: 'c', value: 'd' },
        ],
      },
    ],
  ])('is told that a filter %s cannot be applied', async (_, filters) => {
    const [status, message] = (await refusal(
      search({ filters: filters as OpenAI.ComparisonFilter }),
    )) as [number, string];
    expect([status, /filter/i.test(message)]).toEqual([400, true]);
  });

  test('leaves out what is below the score threshold', async () => {
    const all = await search({});
    const best = await search({ ranking_options: { score_threshold: 0.999 } });
    expect(all[0]?.score).toBe(1);
    expect(all.every(({ score }) => score > 0 && score <= 1)).toBe(true);
    expect(best.length).toBeLessThan(all.length);
  });

  test('lists vector stores with the counts of their files', async () => {
    const { data } = await client.vectorStores.list();
    expect(data).toMatchObject([
      {
        id: searched.workspaceId,
        name: 'Support',
        status: 'completed',
        file_counts: { completed: 3, in_progress: 0, failed: 0, cancelled: 0, total: 3 },
      },
    ]);
    expect(await client.vectorStores.retrieve(searched.workspaceId)).toEqual(data[0]);
  });

  test('lists files page by page, in both orders', async () => {
    const paths: unknown[] = [];
    for await (const file of client.vectorStores.files.list(searched.workspaceId, {
      limit: 1,
      order: 'asc',
    })) {
      expect(file).toMatchObject({ status: 'completed', vector_store_id: searched.workspaceId });
      paths.push(file.attributes?.['path']);
    }
    expect(paths).toEqual(['Manuals/descaling.md', 'Manuals/warranty.md', 'prices.csv']);
    const { data } = await client.vectorStores.files.list(searched.workspaceId, { limit: 2 });
    expect(data.map(({ attributes }) => attributes?.['path'])).toEqual(paths.slice(1).toReversed());
    const before = await client.vectorStores.files.list(searched.workspaceId, {
      order: 'asc',
      before: data[0]?.id ?? '',
      limit: 1,
    });
    expect(before.data.map(({ attributes }) => attributes?.['path'])).toEqual([paths[1]]);
    const failed = client.vectorStores.files.list(searched.workspaceId, { filter: 'failed' });
    expect((await failed).data).toEqual([]);
    const [file] = data;
    expect(
      await client.vectorStores.files.retrieve(file?.id ?? '', {
        vector_store_id: searched.workspaceId,
      }),
    ).toEqual(file);
  });

  test('gets errors in its format', async () => {
    expect(await refusal(clientOf('sk-other').vectorStores.list())).toEqual([
      401,
      expect.stringContaining('API key'),
    ]);
    const unknown = client.vectorStores.retrieve('00000000-0000-4000-8000-000000000000');
    expect(await refusal(unknown)).toEqual([404, '404 This workspace was not found.']);
    expect(await refusal(client.models.list())).toEqual([404, '404 This page was not found.']);
    expect(await refusal(search({ max_num_results: 51 }))).toEqual([
      400,
      '400 max_num_results must be at most 50.',
    ]);
  });
});

function twice(filter: object) {
  return { type: 'and', filters: [filter, filter] };
}

describe('a vector store', () => {
  test('is open to keys of its scope alone', async () => {
    const { owner, organizationId } = searched.fixture;
    const reader = clientOf(
      await createApiKey(owner, organizationId, { scopes: ['documents:read'] }),
    );
    expect(
      await refusal(reader.vectorStores.search(searched.workspaceId, { query: 'kettle' })),
    ).toEqual([403, '403 This API key lacks the scope search.']);
    const searcher = clientOf(await createApiKey(owner, organizationId, { scopes: ['search'] }));
    expect(await refusal(searcher.vectorStores.list())).toEqual([
      403,
      '403 This API key lacks the scope documents:read.',
    ]);
  });

  test('is absent for keys of other organizations, workspaces and datasets', async () => {
    const { server, owner, organizationId, datasetId } = searched.fixture;
    const outsider = await server.person();
    const other = await createApiKey(outsider, await server.organization(outsider));
    const created = await owner.call('POST', '/workspaces', {
      organizationId,
      json: { name: 'Other' },
    });
    const { id } = (await created.json()) as { id: string };
    const elsewhere = await createApiKey(owner, organizationId, { workspace_ids: [id] });
    const ofDataset = await createApiKey(owner, organizationId, { dataset_ids: [datasetId] });
    for (const each of [other, elsewhere, ofDataset].map(clientOf)) {
      const { vectorStores } = each;
      const absent = [404, '404 This workspace was not found.'];
      expect(await refusal(vectorStores.search(searched.workspaceId, { query: 'a' }))).toEqual(
        absent,
      );
      expect(await refusal(vectorStores.retrieve(searched.workspaceId))).toEqual(absent);
      expect(await refusal(vectorStores.files.list(searched.workspaceId))).toEqual(absent);
      const listed = (await vectorStores.list()).data.map(({ name }) => name);
      expect(listed).not.toContain('Support');
    }
  });

  test('is not open to sessions', async () => {
    const { cookies } = searched.fixture.owner;
    const response = await searched.fetch('http://localhost/v1/vector_stores', {
      headers: {
        Cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
        'X-Organization-Id': searched.fixture.organizationId,
      },
    });
    expect(response.status).toBe(401);
  });
});
