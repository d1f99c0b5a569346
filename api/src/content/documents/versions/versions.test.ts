import { randomUUID } from 'node:crypto';

import type { DocumentVersion, VersionComparison } from '@carrel/shared/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { createPipelineFixture, type PipelineFixture } from '@carrel/testing/pipeline-fixture.ts';
import { expireVersions } from '../../../processing/jobs/versions/expire-versions-job.ts';

let first: PipelineFixture;
let fixture: PipelineFixture;

beforeAll(async () => {
  first = await createPipelineFixture();
});
beforeEach(async () => {
  fixture = await first.withNewDataset();
});
afterAll(() => first.close());

const idOf = async (path: string) =>
  (await fixture.documents()).find((document) => document.path === path)?.id ?? '';
const place = (id: string, rest = '') => `/datasets/${fixture.datasetId}/documents/${id}${rest}`;
const json = async <T>(path: string) => (await (await fixture.call('GET', path)).json()) as T;
const versionsOf = async (id: string) =>
  (await json<{ versions: DocumentVersion[] }>(place(id, '/versions'))).versions;
const numbersOf = async (id: string) => (await versionsOf(id)).map(({ number }) => number);
const textOf = async (id: string, number: number) => {
  const response = await fixture.call('GET', place(id, `/versions/${number}/text`));
  if (!response.ok) return response.status;
  const { blocks } = (await response.json()) as { blocks: { text: string }[] };
  return blocks.map(({ text }) => text).join('\n\n');
};
const contentOf = async (id: string, number: number) => {
  const response = await fixture.call('GET', place(id, `/versions/${number}/content`));
  return response.ok ? response.text() : response.status;
};
const restore = (id: string, number: number) =>
  fixture.call('POST', place(id, `/versions/${number}/restore`));

/** Writes a document in one dataset after the other; each text is a version of it. */
async function write(path: string, ...texts: string[]): Promise<string> {
  for (const text of texts) {
    await fixture.uploadFiles({ [path]: text });
    await fixture.waitUntilProcessed();
  }
  return idOf(path);
}

/** Waits until no file of originals is to be looked at. */
const settled = () =>
  expect
    .poll(
      () =>
        fixture.server.database.query(
          `SELECT id FROM archives WHERE purge_on_completion AND purged_at IS NULL AND removed_at IS NULL
           UNION ALL SELECT key FROM original_files WHERE stale OR NOT indexed`,
        ),
      { timeout: 20_000 },
    )
    .toEqual([]);

test('a replaced document keeps what it was: its text, its bytes, and what replaced it', async () => {
  const id = await write(
    'plan.md',
    '# Plan\n\nOil every 5,000 km.',
    '# Plan\n\nOil every 10,000 km.',
  );
  const [now, before, ...others] = await versionsOf(id);
  expect(others).toEqual([]);
  expect(now).toMatchObject({ number: 2, replaced_at: null, original: 'stored', has_text: true });
  expect(before).toMatchObject({ number: 1, name: 'plan.md', original: 'stored', has_text: true });
  expect(before?.replaced_by).toBeTypeOf('string');
  expect(Date.parse(before?.received_at ?? '')).toBeLessThan(Date.parse(before?.replaced_at ?? ''));
  expect(await textOf(id, 1)).toBe('Plan\n\nOil every 5,000 km.');
  expect(await textOf(id, 2)).toBe('Plan\n\nOil every 10,000 km.');
  expect(await contentOf(id, 1)).toBe('# Plan\n\nOil every 5,000 km.');
  expect(await contentOf(id, 2)).toBe('# Plan\n\nOil every 10,000 km.');
  expect(await json(place(id))).toMatchObject({ version: 2 });
});

test('the same bytes are no new version', async () => {
  const id = await write('a.txt', 'Same.', 'Same.');
  expect(await numbersOf(id)).toEqual([1]);
});

test('as many versions are kept as the dataset says, and none where it says none', async () => {
  await fixture.call('PATCH', `/datasets/${fixture.datasetId}`, { keep_versions: 2 });
  const id = await write('a.txt', 'One.', 'Two.', 'Three.', 'Four.');
  expect(await numbersOf(id)).toEqual([4, 3, 2]);
  await fixture.call('PATCH', `/datasets/${fixture.datasetId}`, { keep_versions: 0 });
  await expect.poll(() => numbersOf(id), { timeout: 20_000 }).toEqual([4]);
  await write('a.txt', 'Five.');
  expect(await numbersOf(id)).toEqual([5]);
});

test('versions end when their days are over, and their bytes are purged', async () => {
  const id = await write('a.txt', `Old ${randomUUID()}`, 'New.');
  await settled();
  const [old] = await fixture.server.database.query<{ file: string }>(
    `UPDATE document_versions SET replaced_at = now() - interval '2 days' WHERE document_id = $1 RETURNING file`,
    [id],
  );
  await fixture.call('PATCH', `/datasets/${fixture.datasetId}`, { keep_versions_days: 1 });
  await expect.poll(() => numbersOf(id), { timeout: 20_000 }).toEqual([2]);
  await expect
    .poll(
      () =>
        fixture.server.database.query('SELECT key FROM original_files WHERE key = $1', [old?.file]),
      { timeout: 20_000 },
    )
    .toEqual([]);
  expect(await contentOf(id, 2)).toBe('New.');
});

test('bytes of versions outlive purges of the files that they are in, and are stored once', async () => {
  const shared = `Shared ${randomUUID()}`;
  await fixture.uploadFiles({ 'a.txt': shared, 'b.txt': `b ${randomUUID()}`, 'c.txt': shared });
  await fixture.waitUntilProcessed();
  const id = await idOf('a.txt');
  await fixture.uploadFiles({ 'a.txt': 'New a.', 'b.txt': 'New b.', 'c.txt': 'New c.' });
  await fixture.waitUntilProcessed();
  await settled();
  const b = await idOf('b.txt');
  await fixture.server.database.query('DELETE FROM document_versions WHERE document_id = $1', [b]);
  await fixture.server.database.query('UPDATE original_files SET stale = true');
  await fixture.call('PATCH', `/datasets/${fixture.datasetId}`, { keep_versions_days: 29 });
  const { purgeOriginals } = await import('../../../processing/jobs/originals/purge-originals.ts');
  await purgeOriginals(fixture.pipeline(), fixture.organizationId);
  await settled();
  expect(await contentOf(id, 1)).toBe(shared);
  expect(await contentOf(await idOf('c.txt'), 1)).toBe(shared);
  const places = await fixture.server.database.query(
    `SELECT DISTINCT file, data_offset FROM document_versions WHERE document_id = ANY ($1::uuid[])`,
    [[id, await idOf('c.txt')]],
  );
  expect(places).toHaveLength(1);
});

test('two versions are compared, and one is compared with the current', async () => {
  const id = await write('a.txt', 'Oil every 5,000 km.', 'Oil every 10,000 km.', 'Oil each year.');
  const compared = await json<VersionComparison>(place(id, '/versions/compare?from=1&to=2'));
  expect(compared).toMatchObject({ from: 1, to: 2, changes: 1 });
  expect(compared.parts.map(({ kind, text }) => `${kind} ${text}`)).toEqual([
    'same Oil every ',
    'removed 5,000 ',
    'added 10,000 ',
    'same km.',
  ]);
  expect(await json(place(id, '/versions/compare?from=2'))).toMatchObject({ from: 2, to: 3 });
  expect((await fixture.call('GET', place(id, '/versions/compare?from=9'))).status).toBe(404);
  expect((await fixture.call('GET', place(id, '/versions/compare?from=x'))).status).toBe(422);
});

test('a version is restored as a new one, and is unchanged where it is what the document has', async () => {
  const id = await write('f/plan.txt', 'First.', 'Second.');
  const restored = await restore(id, 1);
  expect(restored.status).toBe(201);
  expect(await restored.json()).toMatchObject({ outcome: 'restored' });
  await fixture.waitUntilProcessed();
  expect(await contentOf(id, 3)).toBe('First.');
  expect(await numbersOf(id)).toEqual([3, 2, 1]);
  expect((await versionsOf(id))[0]?.received_from).toBe('plan.txt (version 1)');
  const again = await restore(id, 1);
  expect(again.status).toBe(200);
  expect(await again.json()).toEqual({ outcome: 'unchanged' });
  expect(await (await restore(id, 3)).json()).toEqual({ outcome: 'unchanged' });
  expect((await restore(id, 9)).status).toBe(404);
  expect((await restore(randomUUID(), 1)).status).toBe(404);
});

test('a version of a moved document is restored where the document is, and archives still know it', async () => {
  const id = await write('g/plan.txt', 'First.', 'Second.');
  const moved = await fixture.call('POST', `/datasets/${fixture.datasetId}/documents/move`, {
    document_ids: [id],
    to: 'moved',
    name: 'renamed.txt',
  });
  expect(moved.status).toBe(200);
  await fixture.waitUntilProcessed();
  // Of two people, the second finds it restored, or restores the same bytes.
  const restored = await Promise.all([restore(id, 1), restore(id, 1)]);
  expect(Math.max(...restored.map(({ status }) => status))).toBe(201);
  await fixture.waitUntilProcessed();
  expect(await idOf('moved/renamed.txt')).toBe(id);
  expect(await numbersOf(id)).toEqual([3, 2, 1]);
  expect(await contentOf(id, 3)).toBe('First.');
  expect((await versionsOf(id))[0]?.received_from).toBe('renamed.txt (version 1)');
  await write('g/plan.txt', 'Third.');
  expect((await fixture.documents()).map(({ path }) => path)).not.toContain('g/plan.txt');
  expect(await contentOf(id, 4)).toBe('Third.');
});

test('of a version whose original was purged the text is left, and restoring it says so', async () => {
  const id = await write('a.txt', 'First.', 'Second.');
  await settled();
  await fixture.call('PATCH', `/datasets/${fixture.datasetId}`, { keep_originals: false });
  await settled();
  await expect.poll(async () => (await versionsOf(id))[1]?.original).toBe('gone');
  expect(await textOf(id, 1)).toBe('First.');
  expect(await contentOf(id, 1)).toBe(410);
  const refused = await restore(id, 1);
  expect(refused.status).toBe(410);
  expect(await refused.json()).toMatchObject({
    message: expect.stringContaining('cannot be restored') as string,
  });
});

test('versions go with their document, and stay while it can be shown again', async () => {
  const id = await write('a.txt', `First ${randomUUID()}`, 'Second.');
  await settled();
  const response = await fixture.call('POST', `/datasets/${fixture.datasetId}/documents/delete`, {
    document_ids: [id],
  });
  const { removal } = (await response.json()) as { removal: string };
  expect((await fixture.call('GET', place(id, '/versions'))).status).toBe(404);
  expect((await fixture.call('GET', place(id, '/versions/1/text'))).status).toBe(404);
  await fixture.server.database.query('UPDATE original_files SET stale = true');
  const { purgeOriginals } = await import('../../../processing/jobs/originals/purge-originals.ts');
  await purgeOriginals(fixture.pipeline(), fixture.organizationId);
  await fixture.call('POST', `/datasets/${fixture.datasetId}/documents/restore`, { removal });
  expect(await contentOf(id, 1)).toMatch(/^First/);
  await fixture.call('DELETE', `/datasets/${fixture.datasetId}/documents/by-path?path=a.txt`);
  await expect
    .poll(
      () =>
        fixture.server.database.query(
          'SELECT number FROM document_versions WHERE document_id = $1',
          [id],
        ),
      { timeout: 20_000 },
    )
    .toEqual([]);
});

test('another organization, and another dataset, have no versions of it', async () => {
  const id = await write('a.txt', 'First.', 'Second.');
  const other = await first.withNewDataset();
  const elsewhere = `/datasets/${other.datasetId}/documents/${id}/versions`;
  for (const rest of ['', '/1/text', '/1/content', '/compare?from=1']) {
    expect((await fixture.call('GET', elsewhere + rest)).status).toBe(404);
  }
  expect((await fixture.call('POST', `${elsewhere}/1/restore`)).status).toBe(404);
  const stranger = await fixture.server.person();
  const organizationId = await fixture.server.organization(stranger);
  const seen = await stranger.call('GET', place(id, '/versions'), { organizationId });
  expect(seen.status).toBe(404);
  const rows = await fixture.server.database.tenant(organizationId, (tx) =>
    tx.query('SELECT number FROM document_versions'),
  );
  expect(rows).toEqual([]);
});

test('the text of a version that kept none is read from its bytes', async () => {
  await fixture.uploadFiles({ 'a.txt': 'First.' });
  await fixture.waitUntilProcessed();
  const id = await idOf('a.txt');
  await fixture.server.database.query('DELETE FROM chunks WHERE document_id = $1', [id]);
  await write('a.txt', 'Second.');
  expect((await versionsOf(id))[1]).toMatchObject({ has_text: false, original: 'stored' });
  expect(await textOf(id, 1)).toBe('First.');
});

test('many versions end in pieces', async () => {
  const id = await write('a.txt', 'First.');
  await fixture.server.database.query(
    `INSERT INTO document_versions (organization_id, document_id, number, name, size, status, received_at, expires_at)
     SELECT $1, $2, -number, 'a.txt', 1, 'embedded', now(), now() - interval '1 hour'
     FROM generate_series(1, 600) AS number`,
    [fixture.organizationId, id],
  );
  const { organizationId } = fixture;
  expect(await expireVersions(fixture.pipeline(), { organizationId })).toBe(true);
  expect(await expireVersions(fixture.pipeline(), { organizationId })).toBe(false);
  expect(await numbersOf(id)).toEqual([1]);
});
