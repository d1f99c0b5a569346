import { afterAll, beforeAll, expect, test } from 'vitest';

import { createSourcesFixture } from '@carrel/testing/sources/source-fixture.ts';
import { createTestKind, createTestPlace } from '@carrel/testing/sources/test-kind.ts';

let shared: Awaited<ReturnType<typeof createSourcesFixture>>;
const place = createTestPlace();

beforeAll(async () => {
  shared = await createSourcesFixture(createTestKind(place));
});
afterAll(() => shared.close());

test('what a source says of a document is its metadata, and changes with it', async () => {
  place.files.set('a.txt', { text: 'A.', metadata: { source_groups: ['Board'] } });
  const fixture = await shared.source(await shared.pipeline.withNewDataset(), { approve: true });
  await fixture.perform();
  await fixture.documents();
  const metadata = async () => {
    const [document] = await fixture.pipeline.documents();
    const path = `/datasets/${fixture.pipeline.datasetId}/documents/${document?.id}`;
    const detail = (await (await fixture.pipeline.call('GET', path)).json()) as {
      metadata: { key: string; value: unknown }[];
    };
    return JSON.stringify(detail.metadata);
  };
  expect(await metadata()).toContain('Board');
  place.files.set('a.txt', { text: 'A.', metadata: { source_groups: ['Sales'] } });
  await fixture.run();
  expect(await metadata()).toContain('Sales');
  expect(await metadata()).not.toContain('Board');
});
