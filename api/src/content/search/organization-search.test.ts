import type { SearchRequest, SearchResponse } from '@carrel/shared/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { seedIndex } from '@carrel/testing/retrieval/seed-index.ts';
import {
  createServerFixture,
  readJson,
  type Member,
  type ServerFixture,
} from '@carrel/testing/server-fixture.ts';
import { createWorkerPool } from '../../extraction/workers/worker-pool.ts';
import { searchLogWriterOf } from '../search-log/search-log.ts';

let server: ServerFixture;
let owner: Member;
let organizationId: string;
let manuals: string;
let letters: string;
/** Statements of the searches. */
let statements = 0;

const workers = createWorkerPool({
  size: 1,
  idleMilliseconds: 60_000,
  heapMegabytes: 256,
  memoryMegabytes: 1024,
});

const seed = (organization: string, name: string, path: string, text: string) =>
  seedIndex(
    {
      database: server.database,
      workers,
      log: server.dependencies.log,
      isStopping: () => false,
    },
    organization,
    name,
    [{ path, chunks: [text] }],
  );

beforeAll(async () => {
  server = await createServerFixture({
    wrapDatabase: (database) => ({
      ...database,
      queryOnce: (...query) => {
        statements += 1;
        return database.queryOnce(...query);
      },
    }),
  });
  owner = await server.person();
  organizationId = await server.organization(owner);
  manuals = await seed(organizationId, 'Manuals', 'engine.md', 'The engine has a gasket.');
  letters = await seed(organizationId, 'Letters', 'letter.txt', 'My engine is broken.');
});
afterAll(async () => {
  workers.close();
  await server.close();
});

async function search(input: SearchRequest, headers = {}): Promise<SearchResponse> {
  const response = await owner.call('POST', '/search', { organizationId, json: input, headers });
  expect(response.status).toBe(200);
  return readJson<SearchResponse>(response);
}

const names = ({ results }: SearchResponse) =>
  results.map(({ document }) => document.name).toSorted();

async function workspaceOf(datasetId: string): Promise<string> {
  const { id } = await readJson<{ id: string }>(
    await owner.call('POST', '/workspaces', { organizationId, json: { name: 'Some' } }),
  );
  await owner.call('PUT', `/workspaces/${id}/datasets/${datasetId}`, { organizationId });
  return id;
}

/** Returns how many statements a search makes. */
const countOf = async () => {
  statements = 0;
  expect(names(await search({ query: 'engine' }))).toEqual(['engine.md', 'letter.txt']);
  return statements;
};

describe('a search of an organization', () => {
  test('finds in all of its datasets, and counts where its matches are', async () => {
    const response = await search({ query: 'engine' });
    expect(names(response)).toEqual(['engine.md', 'letter.txt']);
    expect(response.searched.datasets).toBe(2);
    expect(
      response.facets.datasets.map(({ name, count }) => `${name} ${count}`).toSorted(),
    ).toEqual(['Letters 1', 'Manuals 1']);
    expect(names(await search({ query: 'engine', filter: { datasets: [letters] } }))).toEqual([
      'letter.txt',
    ]);
  });

  test('is not counted in what people ask of a workspace', async () => {
    const id = await workspaceOf(manuals);
    await search({ query: 'engine' });
    await searchLogWriterOf(server.dependencies).flush();
    const log = await owner.call('GET', `/workspaces/${id}/searches`, { organizationId });
    expect(await readJson(log)).toMatchObject({ days: [], unanswered: [] });
  });

  test("never has another organization's words, in results or as what was meant", async () => {
    const stranger = await server.person();
    const theirs = await server.organization(stranger);
    const before = await search({ query: 'zirconium engine' });
    const foreign = await seed(theirs, 'Theirs', 'zirconium.md', 'The zirconium engine.');
    const after = await search({ query: 'zirconium engine' });
    expect(names(after)).toEqual(['engine.md', 'letter.txt']);
    expect(after.searched).toEqual(before.searched);
    expect((await search({ query: 'zircon' })).results).toEqual([]);
    const misspelled = await search({ query: 'zirconiun' });
    expect({ found: names(misspelled), meant: misspelled.did_you_mean }).toEqual({
      found: [],
      meant: null,
    });
    expect(await search({ query: 'engine', filter: { datasets: [foreign] } })).toMatchObject({
      results: [],
      empty: 'no_datasets',
    });
    // What is theirs is found by them.
    const own = await stranger.call('POST', '/search', {
      organizationId: theirs,
      json: { query: 'zirconiun' },
    });
    expect((await readJson<SearchResponse>(own)).did_you_mean).toBe('zirconium');
  });

  test('of no datasets says so', async () => {
    const empty = await server.organization(owner);
    const response = await owner.call('POST', '/search', {
      organizationId: empty,
      json: { query: 'engine' },
    });
    expect((await readJson<SearchResponse>(response)).empty).toBe('no_datasets');
  });

  test('makes no more statements for many datasets', async () => {
    await countOf();
    const few = await countOf();
    await server.database.query(
      `INSERT INTO datasets (organization_id, name)
       SELECT $1, 'Dataset ' || number FROM generate_series(1, 500) AS number`,
      [organizationId],
    );
    expect(await countOf()).toBeLessThanOrEqual(few);
  });
});

/** Returns the search of a new API key. */
const searchWith = async (places: { dataset_ids?: string[]; workspace_ids?: string[] }) => {
  const { key } = await readJson<{ key: string }>(
    await owner.call('POST', `/organizations/${organizationId}/api-keys`, {
      json: { name: 'Nightly', scopes: ['search'], ...places },
    }),
  );
  const call = (json: SearchRequest) =>
    server.visitor().call('POST', '/search', { json, headers: { Authorization: `Bearer ${key}` } });
  return async (json: SearchRequest) => readJson<SearchResponse>(await call(json));
};

test('K1: an API key searches the datasets of its places, and those of its workspaces', async () => {
  const workspaceId = await workspaceOf(letters);
  const all = await searchWith({});
  expect(names(await all({ query: 'engine' }))).toEqual(['engine.md', 'letter.txt']);
  const ofDataset = await searchWith({ dataset_ids: [manuals] });
  expect(names(await ofDataset({ query: 'engine' }))).toEqual(['engine.md']);
  expect((await ofDataset({ query: 'engine', filter: { datasets: [letters] } })).empty).toBe(
    'no_datasets',
  );
  expect((await ofDataset({ query: 'brokne' })).did_you_mean).toBeNull();
  const ofWorkspace = await searchWith({ workspace_ids: [workspaceId] });
  expect(names(await ofWorkspace({ query: 'engine' }))).toEqual(['letter.txt']);
});
