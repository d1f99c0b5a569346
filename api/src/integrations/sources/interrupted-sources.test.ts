import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { SHORTEST } from '@carrel/testing/slices.ts';
import type { SourceFixture } from '@carrel/testing/sources/source-fixture.ts';
import { createTestSources, MANY, type TestSources } from '@carrel/testing/sources/test-sources.ts';
import { runSome } from './runs/source-run-job.ts';
import { startDueRuns } from './runs/start-run.ts';
import { SourceError } from './source-error.ts';

let sources: TestSources;
let place: TestSources['place'];
let put: TestSources['put'];
let filled: TestSources['filled'];
let others: TestSources['others'];
let query: TestSources['query'];
let step: TestSources['step'];
let newSource: TestSources['newSource'];

beforeAll(async () => {
  sources = await createTestSources();
  ({ place, put, filled, others, query, step, newSource } = sources);
});
beforeEach(() => sources.empty());
afterAll(() => sources.close());

test('a password that expires in the middle ends the run, and the next one reads only what is left', async () => {
  put(MANY);
  const fixture = await newSource();
  let left = 10;
  place.before = (key) => {
    if (key !== undefined && (left -= 1) < 0) throw new SourceError('sign_in');
  };
  expect(await fixture.perform()).toMatchObject({ state: 'failed', error: { code: 'sign_in' } });
  place.before = () => undefined;
  place.reads.length = 0;
  expect(await fixture.run()).toMatchObject({ state: 'completed', failed: 0 });
  expect(place.reads).toHaveLength(20);
  expect(Object.keys(await fixture.documents())).toHaveLength(30);
});

test('two sources that write to one path: the second says so in its plan, and writes beside it', async () => {
  const first = await filled({ 'a.txt': 'First.' });
  place.files.clear();
  put({ 'a.txt': 'Second one.', 'b.txt': 'B.' });
  const second = await sources.source(first.pipeline);
  expect(await second.perform()).toMatchObject({ state: 'waiting', added: 1, failed: 1 });
  expect(await second.approve()).toMatchObject({ state: 'completed' });
  expect(await others(first)).toEqual({ 'a.txt': 6, 'b.txt': 2 });
  place.files.clear();
  expect(await second.run()).toMatchObject({ state: 'waiting', removed: 1 });
  await second.approve();
  expect(await others(first)).toEqual({ 'a.txt': 6 });
});

test('a clock that was wrong starts one run, and ends no other', async () => {
  const fixture = await filled({ 'a.txt': 'A.' }, { every_minutes: 5 });
  await query(`UPDATE sources SET next_run_at = now() - interval '2 years' WHERE id = $1`, [
    fixture.sourceId,
  ]);
  const { database, queue } = fixture.running;
  await startDueRuns(database, queue);
  await startDueRuns(database, queue);
  await query(
    `UPDATE source_runs SET started_at = now() + interval '2 years' WHERE source_id = $1 AND ended_at IS NULL`,
    [fixture.sourceId],
  );
  expect(await fixture.perform()).toMatchObject({ number: 2, state: 'completed', unchanged: 31 });
  const { next_run_at: next } = await fixture.read();
  expect(Date.parse(next ?? '') - Date.now()).toBeLessThan(6 * 60_000);
});

const during = async (act: (fixture: SourceFixture) => Promise<unknown>) => {
  put(MANY);
  const fixture = await sources.foreignSource();
  let isDone = false;
  place.before = async (key) => {
    if (key === undefined || isDone) return;
    isDone = true;
    await act(fixture);
  };
  while ((await step(fixture)) !== undefined);
  expect(isDone).toBe(true);
  return fixture;
};
const openOf = async ({ sourceId }: SourceFixture) =>
  query('SELECT FROM source_runs WHERE source_id = $1 AND ended_at IS NULL', [sourceId]);

describe('while it runs, a person deletes', () => {
  test('the source: nothing is sent any more', async () => {
    const fixture = await during((source) => source.call('DELETE'));
    expect(await openOf(fixture)).toEqual([]);
    expect(await fixture.documents()).toEqual({});
  });

  test('the dataset: nothing of it is left', async () => {
    const fixture = await during(({ pipeline }) =>
      pipeline.call('DELETE', `/datasets/${pipeline.datasetId}`),
    );
    expect((await fixture.call('GET')).status).toBe(404);
    await expect.poll(() => openOf(fixture), { timeout: 30_000 }).toEqual([]);
  });

  test('the organization: nothing of it is left', async () => {
    const fixture = await during(({ pipeline: { organizationId } }) =>
      query('DELETE FROM organizations WHERE id = $1', [organizationId]),
    );
    expect(await openOf(fixture)).toEqual([]);
  });
});

test('a run that is cancelled while its archives wait has sent what it has sent, and the next one sends nothing twice', async () => {
  put(MANY);
  const fixture = await newSource();
  while ((await fixture.read()).run?.state !== 'merging') await step(fixture);
  expect((await fixture.call('POST', '/runs/cancel')).status).toBe(204);
  place.reads.length = 0;
  const run = await fixture.run();
  expect(run).toMatchObject({ state: 'completed', unchanged: 30, archive_ids: [] });
  expect(place.reads).toEqual([]);
  expect(Object.keys(await fixture.documents())).toHaveLength(30);
});

const limitTo = (quota: 'bytes' | 'documents', { pipeline }: SourceFixture, most: number) =>
  query(
    `INSERT INTO organization_quotas (organization_id, ${quota}) VALUES ($1, $2)
     ON CONFLICT (organization_id) DO UPDATE SET ${quota} = $2`,
    [pipeline.organizationId, most],
  );

test('a quota of bytes that is reached in the middle ends the run, and the rest comes once there is room', async () => {
  put(MANY);
  const fixture = await sources.foreignSource();
  await limitTo('bytes', fixture, 20);
  expect(await fixture.perform()).toMatchObject({ state: 'failed', error: { code: 'quota' } });
  await limitTo('bytes', fixture, -1);
  expect(await fixture.run()).toMatchObject({ state: 'completed', failed: 0 });
  expect(Object.keys(await fixture.documents())).toHaveLength(30);
});

test('of a quota of documents, what fits is brought in, and the rest is not read until there is room', async () => {
  put(MANY);
  const fixture = await sources.foreignSource();
  await limitTo('documents', fixture, 20);
  expect(await fixture.perform()).toMatchObject({ state: 'completed', added: 20, failed: 10 });
  expect(Object.keys(await fixture.documents())).toHaveLength(20);
  place.reads.length = 0;
  expect(await fixture.run()).toMatchObject({ added: 0, failed: 10, archive_ids: [] });
  expect(place.reads).toEqual([]);
  const [failed] = await fixture.objects('failed');
  expect(failed?.reason).toMatch(/^This organization may have 20 documents.*the next run/);
  await limitTo('documents', fixture, -1);
  expect(await fixture.run()).toMatchObject({ state: 'completed', failed: 0 });
  expect(Object.keys(await fixture.documents())).toHaveLength(30);
});

test('a storage that is not available fails no run: it goes on once it is', async () => {
  put(MANY);
  const fixture = await newSource();
  const { running, pipeline, sourceId } = fixture;
  const { organizationId } = pipeline;
  const without = { ...running, openReceiver: () => Promise.reject(new Error('503')) };
  const perform = async () => {
    while ((await runSome(without, { organizationId, sourceId }, SHORTEST)) !== undefined);
  };
  await expect(perform()).rejects.toThrow('503');
  expect((await fixture.read()).run).toMatchObject({ state: 'reading', error: null });
  expect(await fixture.perform()).toMatchObject({ state: 'completed', failed: 0 });
  expect(Object.keys(await fixture.documents())).toHaveLength(30);
});
