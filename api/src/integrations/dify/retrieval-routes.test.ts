import { afterAll, beforeAll, expect, test } from 'vitest';

import { createApiKey } from '@carrel/testing/api-key.ts';
import {
  createSearchedWorkspace,
  type SearchedWorkspace,
} from '@carrel/testing/searched-workspace.ts';

let searched: SearchedWorkspace;
let key: string;

beforeAll(async () => {
  searched = await createSearchedWorkspace({
    'Manuals/warranty.md': '# Warranty\n\nThe warranty of the kettle lasts two years.',
    'prices.csv': 'article,price\nkettle,49\n',
  });
  key = await createApiKey(searched.fixture.owner, searched.fixture.organizationId);
});
afterAll(() => searched.fixture.close());

/** The request of dify 1.x, which sends no other headers. */
async function retrieve(body: object, authorization = `Bearer ${key}`) {
  const response = await searched.fetch('http://localhost/retrieval', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: authorization },
    body: JSON.stringify({
      retrieval_setting: { top_k: 4, score_threshold: 0 },
      query: 'kettle',
      knowledge_id: searched.workspaceId,
      ...body,
    }),
  });
  return [response.status, await response.json()] as const;
}

interface Retrieved {
  records: { title: string; score: number; content: string; metadata: Record<string, unknown> }[];
}

const titles = async (body: object) =>
  ((await retrieve(body))[1] as Retrieved).records.map(({ title }) => title).sort();
const condition = (name: string, operator: string, value?: unknown) => ({
  metadata_condition: {
    logical_operator: 'and',
    conditions: [{ name, comparison_operator: operator, value }],
  },
});

test('a workspace is an external knowledge base of dify', async () => {
  const [status, body] = await retrieve({ query: 'How long is the warranty?' });
  expect(status).toBe(200);
  const { records } = body as Retrieved;
  expect(records[0]).toMatchObject({
    title: 'warranty.md',
    score: 1,
    content: expect.stringContaining('lasts two years') as string,
    metadata: { path: 'Manuals/warranty.md', dataset_id: searched.datasetId, pages: [] },
  });
  expect(records[0]?.metadata['url']).toMatch(
    /^http.+\/documents\/.+\?chunk=0&words=[\w+]+&version=[\da-f]{8}$/,
  );
});

test('nothing found is an empty list of records', async () => {
  expect(await retrieve({ query: 'zeppelin' })).toEqual([200, { records: [] }]);
});

test('the number of records and their score are limited', async () => {
  expect(await titles({ retrieval_setting: { top_k: 1, score_threshold: 0 } })).toHaveLength(1);
  expect(await titles({ retrieval_setting: { top_k: 9999, score_threshold: 0.0 } })).toHaveLength(
    2,
  );
  expect(await titles({ retrieval_setting: { top_k: 9, score_threshold: 1 } })).toHaveLength(1);
});

test('metadata conditions apply', async () => {
  expect(await titles(condition('path', 'contains', 'warranty'))).toEqual(['warranty.md']);
  expect(await titles(condition('kind', 'in', ['sheet']))).toEqual(['prices.csv']);
  expect(await titles(condition('changed_at', 'after', '2024-01-01T00:00:00Z'))).toHaveLength(2);
  expect(await titles(condition('changed_at', 'before', '2024-01-01'))).toEqual([]);
});

test('a metadata condition that a search cannot apply is refused, not left out', async () => {
  for (const refused of [
    condition('path', 'not contains', 'a'),
    condition('path', 'empty'),
    {
      metadata_condition: {
        logical_operator: 'or',
        conditions: [1, 2].map(() => ({ name: 'kind', comparison_operator: 'is', value: 'pdf' })),
      },
    },
  ]) {
    expect(await retrieve(refused)).toEqual([
      400,
      { error_code: 400, error_msg: expect.stringContaining('not supported') as string },
    ]);
  }
});

test('errors have the codes of dify', async () => {
  expect(await retrieve({}, 'Bearer carrel_key_wrong')).toEqual([
    401,
    { error_code: 1002, error_msg: 'This API key is not valid.' },
  ]);
  expect(await retrieve({ knowledge_id: 'unknown' })).toEqual([
    404,
    { error_code: 2001, error_msg: 'This workspace was not found.' },
  ]);
  expect((await retrieve({ query: '' }))[0]).toBe(422);
  const scopes = ['documents:read'] as const;
  const { owner, organizationId } = searched.fixture;
  const reader = await createApiKey(owner, organizationId, { scopes });
  expect(await retrieve({}, `Bearer ${reader}`)).toEqual([
    403,
    { error_code: 1002, error_msg: 'This API key lacks the scope search.' },
  ]);
});
