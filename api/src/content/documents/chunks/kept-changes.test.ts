import { datasetChunkChangesSchema } from '@carrel/shared/contract';
import { parse } from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import {
  createChunkFixture,
  PARAGRAPHS,
  TEXT,
  type ChunkFixture,
} from '@carrel/testing/chunk-fixture.ts';
import { createPipelineFixture, type PipelineFixture } from '@carrel/testing/pipeline-fixture.ts';

let first: PipelineFixture;
let chunks: ChunkFixture;

beforeAll(async () => {
  first = await createPipelineFixture();
});
beforeEach(async () => {
  chunks = await createChunkFixture(first);
});
afterAll(() => first.close());

describe('changes are kept', () => {
  beforeEach(async () => {
    await chunks.patch(0, { text: 'Omega engines need oil.', keywords: ['lubricant'] });
    await chunks.patch(1, { off: true });
  });

  test('where the document is processed again', async () => {
    await chunks.again();
    expect(await chunks.found('lubricant')).toEqual(['Omega engines need oil.']);
    expect(await chunks.found('pumps')).toEqual([]);
    expect(await chunks.found('valves')).toEqual([]);
    expect(await chunks.changes()).toHaveLength(2);
    await chunks.changed('POST', '/0/restore');
    expect(await chunks.found('pumps')).toEqual([PARAGRAPHS[0]]);
  });

  test('with chunks of another size, and the passage is in no other chunk', async () => {
    await chunks.setChunkSize(1000);
    await chunks.again();
    expect(await chunks.texts()).toEqual(['Omega engines need oil.', PARAGRAPHS[1], PARAGRAPHS[2]]);
    expect(await chunks.found('pumps')).toEqual([]);
    await chunks.setChunkSize(30);
    await chunks.again();
    const all = await chunks.texts();
    expect(all.slice(0, 2)).toEqual(['Omega engines need oil.', PARAGRAPHS[1]]);
    expect(all.slice(2).join(' ')).toBe(PARAGRAPHS[2]);
  });

  test('with another version of the document, and one whose passage is gone is lost, and listed', async () => {
    const text = ['A new beginning.', PARAGRAPHS[0]?.replace('week', 'month'), PARAGRAPHS[1]];
    await chunks.fixture.uploadFiles({ 'a.txt': text.join('\n\n') });
    expect(await chunks.found('valves')).toEqual([]);
    const [lost, kept] = await chunks.changes();
    expect(lost).toMatchObject({
      number: null,
      passage: PARAGRAPHS[0],
      chunks: [{ text: 'Omega engines need oil.', keywords: ['lubricant'] }],
    });
    expect(kept).toMatchObject({ lost_at: null, kinds: ['off'] });
    const ofDataset = parse(
      datasetChunkChangesSchema,
      await (
        await chunks.fixture.call('GET', `/datasets/${chunks.fixture.datasetId}/chunk-changes`)
      ).json(),
    );
    expect(ofDataset).toMatchObject({
      changed: 2,
      lost: 1,
      documents: [{ id: chunks.documentId, name: 'a.txt', changed: 2, lost: 1 }],
    });

    const target = (await chunks.list()).chunks.find(({ text: own }) => own.includes('month'));
    await chunks.changed('POST', `/changes/${lost?.id}/apply`, {
      number: target?.number,
      etag: target?.etag,
    });
    expect(await chunks.found('lubricant')).toEqual(['Omega engines need oil.']);
    expect((await chunks.changes()).filter(({ lost_at }) => lost_at !== null)).toEqual([]);
  });

  test('and a lost one comes back with its passage, or is discarded', async () => {
    await chunks.fixture.uploadFiles({ 'a.txt': 'Nothing of it.' });
    expect((await chunks.changes()).map(({ lost_at }) => lost_at !== null)).toEqual([true, true]);
    await chunks.fixture.uploadFiles({ 'a.txt': TEXT });
    expect((await chunks.changes()).map(({ lost_at }) => lost_at)).toEqual([null, null]);
    expect(await chunks.found('lubricant')).toEqual(['Omega engines need oil.']);
    await chunks.fixture.uploadFiles({ 'a.txt': 'Nothing of it.' });
    const [one] = await chunks.changes();
    const gone = await chunks.send('DELETE', `/changes/${one?.id}`);
    expect(gone.status).toBe(204);
    expect(await chunks.changes()).toHaveLength(1);
  });

  test('and the text of the document stays that of the file', async () => {
    const response = await chunks.fixture.call(
      'GET',
      `/datasets/${chunks.fixture.datasetId}/documents/${chunks.documentId}/text`,
    );
    const { blocks } = (await response.json()) as { blocks: { text: string }[] };
    expect(blocks.map(({ text }) => text)).toEqual(PARAGRAPHS);
  });
});
