import { afterAll, beforeAll, expect, test } from 'vitest';

import { createPipelineFixture, type PipelineFixture } from '@carrel/testing/pipeline-fixture.ts';
import { cleanUpArchives } from './clean-up-after-crash.ts';
import { hideOldWrites } from './hide-old-writes.ts';

let fixture: PipelineFixture;

beforeAll(async () => {
  fixture = await createPipelineFixture();
});
afterAll(() => fixture.close());

test('archives of writes by path are deleted after a day, and their documents stay', async () => {
  const { database } = fixture.server.dependencies;
  const put = async (path: string) => {
    const at = `/datasets/${fixture.datasetId}/documents/by-path?path=${path}`;
    const response = await fixture.owner.call('PUT', at, {
      organizationId: fixture.organizationId,
      body: new TextEncoder().encode('Text.'),
    });
    expect(response.status).toBe(201);
  };
  await put('old.txt');
  await fixture.uploadFiles({ 'uploaded.txt': 'Text.' });
  const later = `UPDATE archives SET created_at = now() - interval '25 hours'`;
  await expect
    .poll(() => database.query(`SELECT id FROM archives WHERE status = 'completed'`))
    .toHaveLength(2);
  await database.query(later);
  await put('new.txt');
  await fixture.waitUntilProcessed();

  await hideOldWrites(database);
  await cleanUpArchives(fixture.pipeline());
  const left = await database.query<{ name: string }>('SELECT name FROM archives ORDER BY name');
  expect(left.map(({ name }) => name)).toEqual(['library.zip', 'new.txt']);
  expect((await fixture.documents()).map(({ path, status }) => [path, status])).toEqual([
    ['new.txt', 'embedded'],
    ['old.txt', 'embedded'],
    ['uploaded.txt', 'embedded'],
  ]);
});
