import { apiPaths } from '@carrel/shared/paths';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { duplicatesOf, MANUAL, sentences, withoutApi } from '@carrel/testing/duplicates-fixture.ts';
import { buildMail } from '@carrel/testing/mails/build-mail.ts';
import { createPipelineFixture, type PipelineFixture } from '@carrel/testing/pipeline-fixture.ts';
import { buildZip } from '@carrel/testing/zips/build-zip.ts';

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

describe('groups are resolved', () => {
  test('by a rule, with the plan said before, and undone', async () => {
    await fixture.uploadFiles({ 'long/path/a.txt': MANUAL, 'x.txt': sentences(9, 'lamp') });
    await fixture.uploadFiles({ 'b.txt': MANUAL, 'long/x.txt': sentences(9, 'lamp') });
    await duplicates.groups();
    const plan = { groups: 2, deleted: 2, inside: 0, skipped: 0 };
    const newest = { kind: 'equal', keep: 'newest' } as const;
    expect(await duplicates.resolve({ ...newest, dry_run: true })).toMatchObject(plan);
    expect(await duplicates.paths()).toHaveLength(4);
    const { removal, ...done } = await duplicates.resolve(newest);
    expect(done).toMatchObject(plan);
    expect(await duplicates.paths()).toEqual(['b.txt', 'long/x.txt']);
    expect(await duplicates.groups()).toEqual([]);
    const base = `/datasets/${fixture.datasetId}/documents`;
    await fixture.call('POST', `${base}/restore`, { removal });
    expect(await duplicates.paths()).toHaveLength(4);
    await duplicates.resolve({ kind: 'equal', keep: 'oldest' });
    expect(await duplicates.paths()).toEqual(['long/path/a.txt', 'x.txt']);
  });

  test('by the shortest path, and in a folder that has one of them', async () => {
    await fixture.uploadFiles({
      'long/path/a.txt': MANUAL,
      'b.txt': MANUAL,
      'long/x.txt': sentences(9, 'lamp'),
      'y.txt': sentences(9, 'lamp'),
      'z/1.txt': sentences(9, 'desk'),
      'z/2.txt': sentences(9, 'desk'),
    });
    await duplicates.groups();
    expect(
      await duplicates.resolve({ kind: 'equal', keep: 'in_folder', folder: 'long' }),
    ).toMatchObject({
      groups: 2,
      deleted: 2,
      skipped: 2,
    });
    expect(await duplicates.paths()).toEqual([
      'long/path/a.txt',
      'long/x.txt',
      'z/1.txt',
      'z/2.txt',
    ]);
    await duplicates.resolve({ kind: 'equal', keep: 'shortest_path' });
    expect(await duplicates.paths()).toEqual(['long/path/a.txt', 'long/x.txt', 'z/1.txt']);
  });

  test('by choice; what has changed, moved or gone since is skipped', async () => {
    await fixture.uploadFiles({ 'a.txt': MANUAL, 'b.txt': MANUAL, 'c.txt': MANUAL });
    const [group] = await duplicates.groups();
    const { read_at: seenAt } = await duplicates.list();
    const [a] = group?.shown ?? [];
    const choice = { choices: [{ group_id: group?.id ?? '', document_id: a?.id ?? '' }] };
    await fixture.server.database.query(
      `UPDATE documents SET updated_at = now() + interval '1 second' WHERE dataset_id = $1 AND path = 'c.txt'`,
      [fixture.datasetId],
    );
    expect(await duplicates.resolve({ ...choice, seen_at: seenAt })).toMatchObject({
      groups: 1,
      deleted: 1,
      skipped: 1,
    });
    expect(await duplicates.paths()).toEqual(['a.txt', 'c.txt']);
    await fixture.call('POST', `/datasets/${fixture.datasetId}/documents/delete`, {
      document_ids: [a?.id],
    });
    expect(await duplicates.resolve(choice)).toMatchObject({ deleted: 0 });
    expect(await duplicates.paths()).toEqual(['c.txt']);
  });

  test('once, where two people keep different documents at the same time', async () => {
    await fixture.uploadFiles({ 'a.txt': MANUAL, 'b.txt': MANUAL });
    const [group] = await duplicates.groups();
    const choices = (group?.shown ?? []).map((document) => ({
      choices: [{ group_id: group?.id ?? '', document_id: document.id }],
    }));
    await Promise.all(choices.map((choice) => duplicates.resolve(choice)));
    expect(await duplicates.paths()).toHaveLength(1);
  });

  test('without what is inside of others, which goes with its container only', async () => {
    const mail = buildMail('See the manual, which is attached to this mail for all of you.', [
      { name: 'manual.txt', content: MANUAL },
    ]);
    await fixture.upload(
      Uint8Array.from(
        buildZip([
          { name: 'mail.eml', content: mail },
          { name: 'manual.txt', content: MANUAL },
          { name: 'manual 2.txt', content: MANUAL },
        ]),
      ),
    );
    await fixture.waitUntilProcessed();
    await expect.poll(duplicates.paths, { timeout: 20_000 }).toContain('mail.eml/manual.txt');
    await fixture.waitUntilProcessed();
    const [group] = await duplicates.groups();
    expect(group).toMatchObject({ documents: 3 });
    expect(group?.shown.map(({ is_inside: isInside }) => isInside)).toEqual([
      true,
      undefined,
      undefined,
    ]);
    expect(await duplicates.resolve({ kind: 'equal', keep: 'shortest_path' })).toMatchObject({
      deleted: 1,
      inside: 1,
    });
    expect(await duplicates.paths()).toEqual(['mail.eml', 'mail.eml/manual.txt', 'manual.txt']);
  });

  test.each<[string, object]>([
    ['nothing', {}],
    ['a kind without a rule', { kind: 'equal' }],
    ['a rule for choices', { choices: [], keep: 'newest' }],
    ['a folder without its rule', { kind: 'equal', keep: 'newest', folder: 'a' }],
  ])('but not for %s', async (_, json) => {
    const path = withoutApi(apiPaths.resolveDuplicates(fixture.datasetId));
    expect((await fixture.call('POST', path, json)).status).toBe(422);
  });
});
