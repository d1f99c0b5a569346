import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { duplicatesOf, MANUAL } from '@carrel/testing/duplicates-fixture.ts';
import { createPipelineFixture, type PipelineFixture } from '@carrel/testing/pipeline-fixture.ts';

let first: PipelineFixture;
let fixture: PipelineFixture;
let duplicates: ReturnType<typeof duplicatesOf>;

beforeAll(async () => {
  first = await createPipelineFixture();
});
beforeEach(async () => {
  fixture = await first.withNewDataset();
  duplicates = duplicatesOf(fixture);
});
afterAll(() => first.close());

describe('groups are dismissed', () => {
  test('by a person, until it is taken back', async () => {
    await fixture.uploadFiles({ 'a.txt': MANUAL, 'b.txt': MANUAL });
    const [group] = await duplicates.groups();
    expect((await duplicates.dismiss('PUT', group?.id)).status).toBe(204);
    expect(await duplicates.groups()).toEqual([]);
    expect(await duplicates.groups({ dismissed: true })).toMatchObject([
      { id: group?.id, dismissed: { by: expect.stringMatching(/\w/) as string } },
    ]);
    expect((await duplicates.dismiss('DELETE', group?.id)).status).toBe(204);
    expect(await duplicates.groups()).toMatchObject([{ id: group?.id }]);
  });

  test('until their content changes, or another document joins; not by processing again', async () => {
    await fixture.uploadFiles({ 'a.txt': MANUAL, 'b.txt': MANUAL });
    const [group] = await duplicates.groups();
    await duplicates.dismiss('PUT', group?.id);
    await fixture.call('POST', `/datasets/${fixture.datasetId}/documents/reprocess`, { all: true });
    await expect
      .poll(
        async () => {
          const path = `/datasets/${fixture.datasetId}/settings-drift`;
          return ((await (await fixture.call('GET', path)).json()) as { reprocessing: number })
            .reprocessing;
        },
        { timeout: 60_000 },
      )
      .toBe(0);
    expect(await duplicates.groups()).toEqual([]);
    await fixture.uploadFiles({ 'c.txt': MANUAL });
    expect(await duplicates.groups()).toMatchObject([{ id: group?.id, documents: 3 }]);
  });

  test('but not one that nobody has', async () => {
    const id = '7d3f0c52-9f0e-4f57-8f0b-3a4f2c1d5e60';
    expect((await duplicates.dismiss('PUT', id)).status).toBe(404);
  });
});
