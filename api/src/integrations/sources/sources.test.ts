import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import {
  createSourcesFixture,
  type SourceFixture,
} from '@carrel/testing/sources/source-fixture.ts';
import {
  createTestKind,
  createTestPlace,
  type TestPlace,
} from '@carrel/testing/sources/test-kind.ts';
import { SourceError } from './source-error.ts';

let shared: Awaited<ReturnType<typeof createSourcesFixture>>;
const place: TestPlace = createTestPlace();

beforeAll(async () => {
  shared = await createSourcesFixture(createTestKind(place));
});
beforeEach(() => {
  Object.assign(place, createTestPlace());
});
afterAll(() => shared.close());

const put = (files: Record<string, string>) => {
  for (const [key, text] of Object.entries(files)) place.files.set(key, { text });
};

async function source(input: object = {}): Promise<SourceFixture> {
  return shared.source(await shared.pipeline.withNewDataset(), input);
}

/** A source whose first run is done. */
async function filled(files: Record<string, string>, input: object = {}): Promise<SourceFixture> {
  put(files);
  const fixture = await source({ approve: true, ...input });
  expect(await fixture.perform()).toMatchObject({ state: 'completed' });
  return fixture;
}

describe('the first run', () => {
  test('waits with its plan, and reads once a person approves it', async () => {
    put({ 'a.txt': 'A.', 'f/b.txt': 'Bee.', 'f/c.txt': 'Sea.' });
    const fixture = await source();
    expect(await fixture.perform()).toMatchObject({
      number: 1,
      state: 'waiting',
      waiting_for: 'first',
      started_by: 'first',
      listed: 3,
      added: 3,
    });
    expect(place.reads).toEqual([]);
    expect(await fixture.objects('added')).toMatchObject([
      { path: 'a.txt', size: 2, state: 'added' },
      { path: 'f/b.txt' },
      { path: 'f/c.txt' },
    ]);
    const run = await fixture.approve();
    expect(run).toMatchObject({ state: 'completed', added: 3, read: 3, failed: 0, error: null });
    expect(run.archive_ids).toHaveLength(1);
    expect(await fixture.documents()).toEqual({ 'a.txt': 2, 'f/b.txt': 4, 'f/c.txt': 4 });
    expect(await fixture.objects('current')).toHaveLength(3);
  });

  test('leaves out what patterns and sizes do, and puts the rest into its folder', async () => {
    put({
      'docs/a.md': 'A.',
      'docs/draft/b.md': 'B.',
      'c.txt': 'C.',
      'docs/large.md': 'x'.repeat(99),
    });
    const fixture = await source({
      approve: true,
      folder: 'Wiki',
      include: ['docs/**'],
      exclude: ['draft/'.padStart(9, '*'), '**/draft/**'],
      size_max: 50,
    });
    expect(await fixture.perform()).toMatchObject({ listed: 1, left_out: 3, added: 1 });
    expect(await fixture.documents()).toEqual({ 'Wiki/docs/a.md': 2 });
  });

  test('refuses paths of other documents, and says so before', async () => {
    const dataset = await shared.pipeline.withNewDataset();
    await dataset.uploadFiles({ 'a.txt': 'Mine.' });
    put({ 'a.txt': 'Theirs.', 'b.txt': 'B.' });
    const fixture = await shared.source(dataset);
    expect(await fixture.perform()).toMatchObject({ added: 1, failed: 1 });
    expect(await fixture.objects('failed')).toMatchObject([
      { path: 'a.txt', reason: expect.stringContaining('Another document is at this path.') },
    ]);
    await fixture.approve();
    expect(await fixture.documents()).toEqual({ 'a.txt': 5, 'b.txt': 2 });
  });

  test('of a path that no document may have fails for that object alone', async () => {
    put({ '../out.txt': 'Out.', 'in.txt': 'In.' });
    const fixture = await source({ approve: true });
    expect(await fixture.perform()).toMatchObject({ state: 'completed', added: 1, failed: 1 });
    expect(await fixture.objects('failed')).toMatchObject([
      { reason: expect.stringMatching(/outside/) },
    ]);
  });

  test('gives two objects of one name different paths, which they keep', async () => {
    place.files.set('id-1', { text: 'One.', path: 'Notes.txt' });
    place.files.set('id-2', { text: 'Two!', path: 'Notes.txt' });
    const fixture = await source({ approve: true });
    await fixture.perform();
    const paths = Object.keys(await fixture.documents());
    expect(paths).toEqual([expect.stringMatching(/^Notes \([0-9a-f]{6}\)\.txt$/), 'Notes.txt']);
    place.files.set('id-2', { text: 'Two again.', path: 'Notes.txt' });
    expect(await fixture.run()).toMatchObject({ changed: 1, added: 0 });
    expect(Object.keys(await fixture.documents())).toEqual(paths);
  });
});

describe('a later run', () => {
  test('reads only what changed, and removes what is gone', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 20 }, (_, at) => [`n/${at}.txt`, `${at}`]),
    );
    const fixture = await filled({ ...many, 'a.txt': 'A.', 'b.txt': 'B.' });
    const ids = await fixture.pipeline.documents();
    place.reads.length = 0;
    expect(await fixture.run()).toMatchObject({ state: 'completed', unchanged: 22, changed: 0 });
    expect(place.reads).toEqual([]);
    place.files.delete('b.txt');
    put({ 'a.txt': 'Another A.', 'c.txt': 'C.' });
    expect(await fixture.run()).toMatchObject({
      state: 'completed',
      added: 1,
      changed: 1,
      removed: 1,
      unchanged: 20,
    });
    expect(place.reads.toSorted()).toEqual(['a.txt', 'c.txt']);
    const documents = await fixture.documents();
    expect(documents).toMatchObject({ 'a.txt': 10, 'c.txt': 2 });
    expect(documents).not.toHaveProperty('b.txt');
    const idOf = (path: string, list: typeof ids) => list.find((one) => one.path === path)?.id;
    expect(idOf('a.txt', await fixture.pipeline.documents())).toBe(idOf('a.txt', ids));
  });

  test('that would remove more than a tenth waits for a person', async () => {
    const fixture = await filled({ 'a.txt': 'A.', 'b.txt': 'B.', 'c.txt': 'C.' });
    place.files.clear();
    expect(await fixture.run()).toMatchObject({
      state: 'waiting',
      waiting_for: 'many_gone',
      removed: 3,
    });
    expect(Object.keys(await fixture.documents())).toHaveLength(3);
    expect(await fixture.objects('removed')).toHaveLength(3);
    put({ 'a.txt': 'A.', 'b.txt': 'B.', 'c.txt': 'C.' });
    expect(await fixture.run()).toMatchObject({ state: 'completed', removed: 0, unchanged: 3 });
    expect(Object.keys(await fixture.documents())).toHaveLength(3);
    place.files.delete('c.txt');
    await fixture.run();
    expect(await fixture.approve()).toMatchObject({ state: 'completed', removed: 1 });
    expect(await fixture.documents()).toEqual({ 'a.txt': 2, 'b.txt': 2 });
  });

  test('keeps documents that are gone where that is chosen', async () => {
    const fixture = await filled({ 'a.txt': 'A.', 'b.txt': 'B.' }, { gone: 'keep' });
    place.files.delete('b.txt');
    expect(await fixture.run()).toMatchObject({ state: 'completed', removed: 0 });
    expect(await fixture.documents()).toEqual({ 'a.txt': 2, 'b.txt': 2 });
    put({ 'b.txt': 'B again.' });
    expect(await fixture.run()).toMatchObject({ state: 'completed', changed: 1 });
    expect(await fixture.documents()).toMatchObject({ 'b.txt': 8 });
  });

  test('does not bring back what a person has deleted', async () => {
    const fixture = await filled({ 'a.txt': 'A.', 'b.txt': 'B.' });
    const [document] = await fixture.pipeline.documents();
    await fixture.pipeline.call(
      'POST',
      `/datasets/${fixture.pipeline.datasetId}/documents/delete`,
      {
        document_ids: [document?.id],
      },
    );
    expect(await fixture.run()).toMatchObject({ state: 'completed', unchanged: 2 });
    expect(await fixture.documents()).toEqual({ 'b.txt': 2 });
  });

  test('moves the document of an object that was renamed, and keeps its id', async () => {
    place.files.set('id-1', { text: 'One.', path: 'a/one.txt' });
    put({ 'b.txt': 'B.' });
    const fixture = await source({ approve: true });
    await fixture.perform();
    await fixture.documents();
    const idAt = async (path: string) =>
      (await fixture.pipeline.documents()).find((document) => document.path === path)?.id;
    const id = await idAt('a/one.txt');
    place.reads.length = 0;
    place.files.set('id-1', { text: 'One.', path: 'c/uno.txt' });
    expect(await fixture.run()).toMatchObject({ state: 'completed', moved: 1, removed: 0 });
    expect(place.reads).toEqual([]);
    expect(await fixture.documents()).toEqual({ 'b.txt': 2, 'c/uno.txt': 4 });
    expect(await idAt('c/uno.txt')).toBe(id);
    place.files.set('id-1', { text: 'One again.', path: 'c/dos.txt' });
    expect(await fixture.run()).toMatchObject({ state: 'completed', changed: 1 });
    expect(await fixture.documents()).toEqual({ 'b.txt': 2, 'c/dos.txt': 10 });
    expect(await idAt('c/dos.txt')).toBe(id);
    expect(await fixture.run()).toMatchObject({ unchanged: 2, moved: 0, changed: 0 });
  });

  test('finds a document where a person has moved it', async () => {
    const fixture = await filled({ 'a.txt': 'A.', 'b.txt': 'B.' });
    const [document] = await fixture.pipeline.documents();
    const base = `/datasets/${fixture.pipeline.datasetId}`;
    await fixture.pipeline.call('POST', `${base}/documents/move`, {
      document_ids: [document?.id],
      to: 'mine',
    });
    expect(await fixture.run()).toMatchObject({ unchanged: 2 });
    put({ 'a.txt': 'Another A.' });
    expect(await fixture.run()).toMatchObject({ state: 'completed', changed: 1, failed: 0 });
    expect(await fixture.documents()).toEqual({ 'b.txt': 2, 'mine/a.txt': 10 });
    await fixture.pipeline.call('PATCH', base, { moved_documents: 'follow' });
    put({ 'a.txt': 'A third A.' });
    expect(await fixture.run()).toMatchObject({ state: 'completed', changed: 1, failed: 0 });
    expect(await fixture.documents()).toEqual({ 'a.txt': 10, 'b.txt': 2 });
  });

  test('takes a key that is gone and a new one with the same contents for a rename, where tokens are contents', async () => {
    const fixture = await filled({ 'a.txt': 'Same words.', 'b.txt': 'B.' });
    const [document] = await fixture.pipeline.documents();
    place.tokensAreContents = true;
    place.files.delete('a.txt');
    put({ 'z.txt': 'Same words.' });
    place.reads.length = 0;
    expect(await fixture.run()).toMatchObject({
      state: 'completed',
      moved: 1,
      removed: 0,
      added: 0,
    });
    expect(place.reads).toEqual([]);
    const moved = (await fixture.pipeline.documents()).find(({ path }) => path === 'z.txt');
    expect(moved?.id).toBe(document?.id);
  });

  test('reads an object that failed again', async () => {
    put({ 'a.txt': 'A.', 'b.txt': 'B.' });
    place.unreadable.set('b.txt', new SourceError('forbidden'));
    const fixture = await source({ approve: true });
    expect(await fixture.perform()).toMatchObject({ state: 'completed', added: 1, failed: 1 });
    place.unreadable.clear();
    expect(await fixture.run()).toMatchObject({ state: 'completed', added: 1, failed: 0 });
    expect(await fixture.documents()).toEqual({ 'a.txt': 2, 'b.txt': 2 });
  });
});

test('a run whose list fails changes nothing, and the third in a row is told', async () => {
  const fixture = await filled({ 'a.txt': 'A.' });
  place.fault = new SourceError('sign_in');
  for (const failed of [1, 2, 3]) {
    expect(await fixture.run()).toMatchObject({ state: 'failed', error: { code: 'sign_in' } });
    expect(await fixture.read()).toMatchObject({ failed_runs: failed });
  }
  const mails = await fixture.pipeline.server.database.query(
    `SELECT FROM outbox WHERE kind = 'source-failed' AND reference = $1`,
    [fixture.sourceId],
  );
  expect(mails).toHaveLength(1);
  expect(await fixture.documents()).toEqual({ 'a.txt': 2 });
  place.fault = undefined;
  await fixture.run();
  expect(await fixture.read()).toMatchObject({ failed_runs: 0 });
});

test('a source that is deleted leaves its documents, and another one takes them over', async () => {
  const fixture = await filled({ 'a.txt': 'A.' });
  expect((await fixture.call('DELETE')).status).toBe(204);
  expect((await fixture.call('GET')).status).toBe(404);
  put({ 'a.txt': 'New A.' });
  const again = await shared.source(fixture.pipeline, { approve: true });
  expect(await again.perform()).toMatchObject({ state: 'completed', failed: 0 });
  expect(await again.documents()).toEqual({ 'a.txt': 6 });
});
