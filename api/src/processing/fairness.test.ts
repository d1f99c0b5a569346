import type { StatusCounts } from '@carrel/shared/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { createPipelineFixture, type PipelineFixture } from '@carrel/testing/pipeline-fixture.ts';
import { readJson, type Member } from '@carrel/testing/server-fixture.ts';
import { endlessPdf } from '@carrel/testing/zips/endless-pdf.ts';
import { buildZip, type TestEntry } from '@carrel/testing/zips/build-zip.ts';

const MANY = 2000;

let fixture: PipelineFixture;

beforeAll(async () => {
  fixture = await createPipelineFixture();
});
afterAll(() => fixture.close());

/** A dataset of an organization, and its owner. */
interface Place {
  owner: Member;
  organizationId: string;
  datasetId: string;
}

async function newDataset(owner: Member, organizationId: string): Promise<Place> {
  const json = { name: 'Library' };
  const created = await owner.call('POST', '/datasets', { organizationId, json });
  return { owner, organizationId, datasetId: (await readJson<{ id: string }>(created)).id };
}

async function newOrganization(): Promise<Place> {
  const owner = await fixture.server.person();
  return newDataset(owner, await fixture.server.organization(owner));
}

const notes = (count: number): TestEntry[] =>
  Array.from({ length: count }, (_, n) => ({ name: `notes/${n}.txt`, content: `Note ${n}.` }));

async function upload(
  { owner, organizationId, datasetId }: Place,
  entries: readonly TestEntry[],
): Promise<void> {
  const response = await owner.call('POST', `/datasets/${datasetId}/archives`, {
    organizationId,
    body: Uint8Array.from(buildZip([...entries])),
    headers: { 'Content-Type': 'application/zip' },
  });
  expect(response.status).toBe(201);
}

async function counts({ owner, organizationId, datasetId }: Place): Promise<StatusCounts> {
  const path = `/datasets/${datasetId}/documents?limit=1`;
  const response = await owner.call('GET', path, { organizationId });
  return (await readJson<{ status_counts: StatusCounts }>(response)).status_counts;
}

async function embedded(place: Place, count: number): Promise<void> {
  await expect
    .poll(async () => (await counts(place)).embedded, { timeout: 120_000, interval: 50 })
    .toBeGreaterThanOrEqual(count);
}

test.each([
  ['of another organization', newOrganization],
  [
    'of another dataset of the organization',
    ({ owner, organizationId }: Place) => newDataset(owner, organizationId),
  ],
])('P1: a few documents %s are ready while many come in', async (_, placeBeside) => {
  const large = await newOrganization();
  const small = await placeBeside(large);
  await upload(large, notes(MANY));
  await embedded(large, 1);
  await upload(small, notes(3));
  await embedded(small, 3);
  expect((await counts(large)).embedded).toBeLessThan(MANY);
  await embedded(large, MANY);
});

test('P2: a document is ready while those of another organization keep workers busy', async () => {
  const hostile = await newOrganization();
  const content = endlessPdf();
  // In archives of their own, they are tasks of their own.
  for (let count = 0; count < 6; count += 1) {
    const place = await newDataset(hostile.owner, hostile.organizationId);
    await upload(place, [
      { name: `a.pdf`, content },
      { name: 'b.pdf', content },
    ]);
  }
  const isReading = async () => {
    const rows = await fixture.server.database.query(
      'SELECT FROM documents WHERE organization_id = $1 AND attempt IS NOT NULL',
      [hostile.organizationId],
    );
    return rows.length;
  };
  await expect.poll(isReading, { timeout: 60_000 }).toBeGreaterThan(2);
  const other = await newOrganization();
  await upload(other, notes(1));
  await embedded(other, 1);
  const [ended] = await fixture.server.database.query<{ count: number }>(
    `SELECT count(*) FROM documents WHERE organization_id = $1 AND status <> 'ingested'`,
    [hostile.organizationId],
  );
  expect(ended?.count).toBeLessThan(12);
});
