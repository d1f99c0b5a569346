import { afterAll, beforeAll, expect, test } from 'vitest';

import {
  createArchiveControlFixture,
  type ArchiveControlFixture,
} from '@carrel/testing/archive-control-fixture.ts';
import { runOf } from '@carrel/testing/claim-documents.ts';
import { isEmbedded } from '@carrel/testing/database/test-database.ts';
import type { Run } from '../../../jobs/job.ts';
import { ingestNext } from './ingest-job.ts';

let fixture: ArchiveControlFixture;

beforeAll(async () => {
  fixture = await createArchiveControlFixture();
  await fixture.renew();
});
afterAll(() => fixture.close());

// Where transactions run one by one, none holds a lock during a claim.
test.skipIf(isEmbedded())('an archive that a request has locked is looked for again', async () => {
  const id = await fixture.upload({ 'a.txt': 'A.' });
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: locked, resolve: lock } = Promise.withResolvers<void>();
  const holding = fixture.server.database.transaction(async (tx) => {
    await tx.query('SELECT FROM archives WHERE id = $1 FOR UPDATE', [id]);
    lock();
    await released;
  });
  await locked;
  const requested: number[] = [];
  const again: Run['again'] = (_, afterSeconds = 0) => {
    requested.push(afterSeconds);
    return Promise.resolve();
  };
  const run = { ...runOf(fixture.organizationId()), again };
  expect(await ingestNext(fixture.ingestion, run)).toBe(false);
  expect(requested).toHaveLength(1);
  release();
  await holding;
  expect(await ingestNext(fixture.ingestion, run)).toBe(true);
});
