import { duplicatesSchema, type Duplicates } from '@carrel/shared/contract';
import { apiPaths } from '@carrel/shared/paths';
import { parse } from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { duplicatesOf, MANUAL, sentences, withoutApi } from '@carrel/testing/duplicates-fixture.ts';
import { createPipelineFixture, type PipelineFixture } from '@carrel/testing/pipeline-fixture.ts';
import type { Member } from '@carrel/testing/server-fixture.ts';

const FOR_BOARD = '{"groups": ["Board"]}';

let fixture: PipelineFixture;
let editor: Member;

beforeAll(async () => {
  fixture = await createPipelineFixture();
  const { organizationId, datasetId, server } = fixture;
  editor = await server.member(organizationId, 'Editor');
  await fixture.call('PUT', `/datasets/${datasetId}/access`, {
    access: 'organization',
    fence: 'groups',
  });
  await fixture.uploadFiles({
    // Two that everybody sees, and one that is hidden.
    'a.txt': MANUAL,
    'b.txt': MANUAL,
    'board/c.txt': MANUAL,
    'board/c.txt.metadata.json': FOR_BOARD,
    // One that everybody sees, and one that is hidden.
    'd.txt': sentences(20, 'lamp'),
    'board/e.txt': sentences(20, 'lamp'),
    'board/e.txt.metadata.json': FOR_BOARD,
  });
  await duplicatesOf(fixture).groups();
});
afterAll(() => fixture.close());

const call = (method: string, path: string, json?: unknown) =>
  editor.call(method, withoutApi(path), {
    organizationId: fixture.organizationId,
    ...(json === undefined ? {} : { json }),
  });
const seen = async (): Promise<Duplicates> =>
  parse(duplicatesSchema, await (await call('GET', apiPaths.duplicates(fixture.datasetId))).json());

test('groups and counts are made without documents behind a fence', async () => {
  const all = await duplicatesOf(fixture).groups();
  expect(all.map(({ documents }) => documents).toSorted((a, b) => a - b)).toEqual([2, 3]);
  const { groups, counts } = await seen();
  expect(groups).toMatchObject([{ documents: 2, shown: [{ path: 'a.txt' }, { path: 'b.txt' }] }]);
  expect(counts?.['equal']).toMatchObject({ groups: 1, documents: 1 });
  const hidden = all.find(({ documents }) => documents === 2);
  const path = apiPaths.duplicateDocuments(fixture.datasetId, hidden?.id ?? '');
  expect((await call('GET', path)).status).toBe(404);
  const dismissal = apiPaths.duplicatesDismissal(fixture.datasetId, hidden?.id ?? '');
  expect((await call('PUT', dismissal)).status).toBe(404);
});

test('what an Editor dismisses or deletes are documents that the Editor sees', async () => {
  const [group] = (await seen()).groups;
  const dismissal = apiPaths.duplicatesDismissal(fixture.datasetId, group?.id ?? '');
  expect((await call('PUT', dismissal)).status).toBe(204);
  expect((await seen()).groups).toEqual([]);
  // Those behind the fence see one of which nobody said so.
  expect(await duplicatesOf(fixture).groups()).toHaveLength(2);
  await call('DELETE', dismissal);
  const response = await call('POST', apiPaths.resolveDuplicates(fixture.datasetId), {
    kind: 'equal',
    keep: 'newest',
  });
  expect(await response.json()).toMatchObject({ groups: 1, deleted: 1 });
  expect(await duplicatesOf(fixture).paths()).toContain('board/c.txt');
  expect(await duplicatesOf(fixture).paths()).toContain('board/e.txt');
});

test('a duplicate of another dataset or organization is none', async () => {
  const other = await fixture.withNewDataset();
  await other.uploadFiles({ 'a.txt': MANUAL });
  const stranger = await fixture.withNewOrganization();
  await stranger.uploadFiles({ 'a.txt': MANUAL, 'b.txt': MANUAL });
  expect(await duplicatesOf(other).groups()).toEqual([]);
  expect(await duplicatesOf(stranger).groups()).toMatchObject([{ documents: 2 }]);
  const path = withoutApi(apiPaths.duplicates(stranger.datasetId));
  expect((await fixture.call('GET', path)).status).toBe(404);
});
