import { randomUUID } from 'node:crypto';

import { summarySchema } from '@carrel/shared/contract';
import { parse } from 'valibot';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import {
  createServerFixture,
  type Member,
  type ServerFixture,
} from '@carrel/testing/server-fixture.ts';
import { summaryOf } from './summary-repository.ts';

let fixture: ServerFixture;
let owner: Member;
let organizationId: string;

beforeAll(async () => {
  fixture = await createServerFixture();
  owner = await fixture.person();
});

afterAll(async () => {
  await fixture.close();
});

beforeEach(async () => {
  organizationId = await fixture.organization(owner);
});

async function summary() {
  const response = await owner.call('GET', '/summary', { organizationId });
  return parse(summarySchema, await response.json());
}

async function addDataset(statuses: readonly string[], organization = organizationId) {
  const id = randomUUID();
  await fixture.database.query(
    `INSERT INTO datasets (organization_id, id, name) VALUES ($1, $2, 'Books')`,
    [organization, id],
  );
  await fixture.database.query(
    `INSERT INTO documents (organization_id, dataset_id, path, folder, name, sort_name, size, status)
     SELECT $1, $2, place || '.txt', '', place || '.txt', place || '.txt', 1, status
     FROM unnest($3::text[]) WITH ORDINALITY AS given (status, place)`,
    [organization, id, statuses],
  );
}

test('a new organization has one member and nothing else', async () => {
  expect(await summary()).toEqual({
    workspaces: 0,
    datasets: 0,
    documents: 0,
    members: 1,
    status_counts: {
      ingested: 0,
      partitioned: 0,
      partitioning_error: 0,
      chunked: 0,
      chunking_error: 0,
      embedded: 0,
      embedding_error: 0,
      total: 0,
    },
  });
});

test('datasets are summed up, without those of another organization', async () => {
  const other = await fixture.organization(owner);
  await addDataset(['embedded', 'embedded', 'chunked', 'partitioning_error']);
  await addDataset(['embedded', 'ingested', 'embedding_error']);
  await addDataset([]);
  await addDataset(['embedded'], other);
  await owner.call('POST', '/workspaces', { organizationId, json: { name: 'Shelf' } });

  const { status_counts: counts, ...rest } = await summary();
  expect(rest).toEqual({ workspaces: 1, datasets: 3, documents: 7, members: 1 });
  expect(counts).toMatchObject({ embedded: 3, chunked: 1, ingested: 1, total: 7 });
  expect(counts).toMatchObject({ partitioning_error: 1, embedding_error: 1, chunking_error: 0 });
});

test('two thousand datasets take as many queries as none', async () => {
  const queries = async () => {
    let count = 0;
    await fixture.database.tenant(organizationId, (tx) =>
      summaryOf(
        {
          query: (sql, parameters) => {
            count += 1;
            return tx.query(sql, parameters);
          },
        },
        organizationId,
      ),
    );
    return count;
  };
  const before = await queries();
  await fixture.database.query(
    `INSERT INTO datasets (organization_id, name)
     SELECT $1, 'Set ' || n FROM generate_series(1, 2000) AS n`,
    [organizationId],
  );
  expect(await queries()).toBe(before);
  expect((await summary()).datasets).toBe(2000);
});
