import { randomUUID } from 'node:crypto';
import { unlink } from 'node:fs/promises';
import { join } from 'node:path';

import type { ErrorBody } from '@carrel/shared/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { createPipelineFixture, type PipelineFixture } from '@carrel/testing/pipeline-fixture.ts';
import { readJson, type Member } from '@carrel/testing/server-fixture.ts';
import { buildZip } from '@carrel/testing/zips/build-zip.ts';
import { endlessPdf } from '@carrel/testing/zips/endless-pdf.ts';

const SLOW = 2;
const READERS = 4;

let fixture: PipelineFixture;
/** An organization whose documents never end, and its documents. */
let hostile: PipelineFixture;
let slow: string[];
let archiveId: string;

beforeAll(async () => {
  const memory = { megabytes: 512, megabytesPerMegabyte: 32 };
  const allowance = { seconds: 4, secondsPerMegabyte: 0, ...memory };
  const documentAllowance = { ...allowance, seconds: 8 };
  fixture = await createPipelineFixture({ allowance }, { documentAllowance });
  await fixture.uploadFiles({ 'a.txt': 'Plain.' });
  // As of a document of an earlier version, which a worker reads.
  await fixture.server.database.query('UPDATE chunks SET document_text = NULL');
  const other = await fixture.withNewOrganization();
  hostile = other;
  const entries = Array.from({ length: SLOW }, (_, n) => ({
    name: `${n}.pdf`,
    content: Buffer.concat([endlessPdf(), Buffer.from(`\n%${n}`)]),
  }));
  const uploaded = await hostile.upload(Uint8Array.from(buildZip(entries)), {
    purge_on_completion: false,
  });
  archiveId = (await readJson<{ id: string }>(uploaded)).id;
  await hostile.waitUntilProcessed();
  slow = (await hostile.documents()).map(({ id }) => id);
});
afterAll(() => fixture.close());

/** Makes documents such as no job has processed yet, nor will. */
const asUnprocessed = () =>
  fixture.server.database.query(
    `UPDATE documents SET status = 'ingested', error = NULL, attempt = $2 WHERE organization_id = $1`,
    [hostile.organizationId, randomUUID()],
  );

const readAs = (member: Pick<Member, 'call'>, of: PipelineFixture, documentId: string) =>
  member.call('GET', `/datasets/${of.datasetId}/documents/${documentId}/text`, {
    organizationId: of.organizationId,
  });

const reasonOf = async (response: Response) => (await readJson<ErrorBody>(response)).message;

describe('texts that take long to read', () => {
  test('of documents that the pipeline could not read are not read again', async () => {
    const [id = ''] = slow;
    const response = await readAs(hostile.owner, hostile, id);
    expect(response.status).toBe(422);
    expect(await reasonOf(response)).toContain('Reading this file took longer than');
  });

  test('of one organization keep no other from reading, and are refused to it', async () => {
    await asUnprocessed();
    const readers: Member[] = [];
    while (readers.length < READERS) {
      readers.push(await fixture.server.member(hostile.organizationId, 'Viewer'));
    }
    const ended: string[] = [];
    const reads = readers.flatMap((reader, n) =>
      [n, n + 1, n + 2].map(async (at) => {
        const { status } = await readAs(reader, hostile, slow[at % SLOW] ?? '');
        ended.push(String(status));
        return status;
      }),
    );
    const [plain] = await fixture.documents();
    const response = await readAs(fixture.owner, fixture, plain?.id ?? '');
    expect(response.status).toBe(200);
    expect(ended).not.toContain('422');
    const statuses = new Set(await Promise.all(reads));
    expect([...statuses].toSorted((a, b) => a - b)).toEqual([422, 503]);
  });

  test('are remembered: the reason is told again without the bytes', async () => {
    const { dataDirectory } = fixture.server.dependencies.settings;
    await unlink(join(dataDirectory, 'archives', archiveId));
    for (const id of slow) {
      const response = await readAs(hostile.owner, hostile, id);
      expect(response.status).toBe(422);
      expect(await reasonOf(response)).toContain(
        'The text could not be read: reading it took longer',
      );
    }
  });
});
