import { afterAll, beforeAll, expect, test } from 'vitest';

import { createPipelineFixture, type PipelineFixture } from '@carrel/testing/pipeline-fixture.ts';
import { searchOf, type ChunkKey } from './search-repository.ts';

let fixture: PipelineFixture;

beforeAll(async () => {
  fixture = await createPipelineFixture();
  const sections = Array.from(
    { length: 5 },
    (_, at) => `# Part ${at}\n\n${'Text of it. '.repeat(200)}`,
  );
  await fixture.uploadFiles({ 'a.md': sections.join('\n\n'), 'b.txt': 'Other text.' });
});
afterAll(() => fixture.close());

test('chunks are the same where contents are on other machines than documents', async () => {
  const { database } = fixture.server;
  const documents = await database.query<{ id: string; attempt: string }>(
    'SELECT id, chunk_attempt AS attempt FROM documents ORDER BY path',
  );
  const keys: ChunkKey[] = documents.map(({ id, attempt }) => ({
    documentId: id,
    attempt,
    number: 0,
  }));
  const [first] = keys;
  const obsolete = { ...keys[1], attempt: fixture.datasetId } as ChunkKey;
  const read = async (wanted: ChunkKey[], isDistributed: boolean) => {
    const chunks = await searchOf({ ...database, isDistributed }, fixture.organizationId).chunks(
      wanted,
      1,
    );
    return chunks.map(({ documentId, number, text }) => `${documentId} ${number} ${text}`).sort();
  };
  for (const wanted of [keys, [obsolete], first === undefined ? [] : [first, obsolete]]) {
    expect(await read(wanted, true)).toEqual(await read(wanted, false));
  }
  expect((await read(keys, false)).length).toBeGreaterThan(2);
  expect(await read([obsolete], true)).toEqual([]);
});
