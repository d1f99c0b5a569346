import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import type { SourceFixture } from '@carrel/testing/sources/source-fixture.ts';
import { createTestSources, type TestSources } from '@carrel/testing/sources/test-sources.ts';

let sources: TestSources;
let place: TestSources['place'];
let put: TestSources['put'];
let filled: TestSources['filled'];
let others: TestSources['others'];
let query: TestSources['query'];
let step: TestSources['step'];

beforeAll(async () => {
  sources = await createTestSources();
  ({ place, put, filled, others, query, step } = sources);
});
beforeEach(() => sources.empty());
afterAll(() => sources.close());

describe('a list', () => {
  test('that repeats its page ends the run, and removes nothing', async () => {
    const fixture = await filled({ 'a.txt': 'A.' });
    place.instead = () => ({ objects: [], next: 'again' });
    const ended = { state: 'failed', error: { code: 'invalid_response' } };
    expect(await fixture.run()).toMatchObject(ended);
    expect(await others(fixture)).toEqual({ 'a.txt': 2 });
  });

  test('of more objects than a source may follow ends the run', async () => {
    const fixture = await filled({ 'a.txt': 'A.' });
    await fixture.call('POST', '/runs', {});
    let pages = 0;
    place.instead = () => {
      pages += 1;
      const objects = [{ key: `k${pages}`, path: `k${pages}.txt`, token: '1', size: 1 }];
      return { objects, next: String(pages) };
    };
    await step(fixture);
    await query(
      'UPDATE source_runs SET listed = 999999 WHERE source_id = $1 AND ended_at IS NULL',
      [fixture.sourceId],
    );
    expect(await fixture.perform()).toMatchObject({
      state: 'failed',
      error: { code: 'too_many_objects' },
    });
    expect(pages).toBeLessThan(4);
    place.instead = undefined;
    expect(await fixture.run()).toMatchObject({ state: 'completed', listed: 31, added: 0 });
    expect(await others(fixture)).toEqual({ 'a.txt': 2 });
  });

  test('of pages without objects ends after two days', async () => {
    const fixture = await filled({ 'a.txt': 'A.' });
    await fixture.call('POST', '/runs', {});
    let pages = 0;
    place.instead = () => ({ objects: [], next: String((pages += 1)) });
    await step(fixture);
    await query(
      `UPDATE source_runs SET started_at = now() - interval '49 hours' WHERE source_id = $1 AND ended_at IS NULL`,
      [fixture.sourceId],
    );
    expect(await fixture.perform()).toMatchObject({ state: 'failed', error: { code: 'timeout' } });
    expect(pages).toBe(1);
  });

  test('that is interrupted before its plan is counted once', async () => {
    const fixture = await filled({ 'a.txt': 'A.' });
    await fixture.call('POST', '/runs', {});
    while (
      (
        await query(
          'SELECT FROM source_runs WHERE source_id = $1 AND listed > 3 AND ended_at IS NULL',
          [fixture.sourceId],
        )
      ).length === 0
    ) {
      await step(fixture);
    }
    // As a kill between the last page and the plan leaves it.
    await query('UPDATE source_runs SET cursor = NULL WHERE source_id = $1 AND ended_at IS NULL', [
      fixture.sourceId,
    ]);
    expect(await fixture.perform()).toMatchObject({ state: 'completed', listed: 31 });
  });
});

const sizes = async (fixture: SourceFixture) =>
  Object.values(await others(fixture)).toSorted((a, b) => a - b);

describe('names', () => {
  test('a folder becomes a file, and a folder again', async () => {
    const fixture = await filled({ 'a/b.txt': 'Inside.' });
    place.files.delete('a/b.txt');
    put({ a: 'A file now.' });
    expect(await fixture.run()).toMatchObject({ state: 'completed', failed: 0 });
    expect(await others(fixture)).toEqual({ a: 11 });
    place.files.delete('a');
    put({ 'a/b.txt': 'Inside again.' });
    expect(await fixture.run()).toMatchObject({ state: 'completed', failed: 0 });
    expect(await others(fixture)).toEqual({ 'a/b.txt': 13 });
  });

  test('that differ by case or by their normal form are documents of their own', async () => {
    const fixture = await filled({
      'Notes.txt': 'Large.',
      'notes.txt': 'Small',
      'caf\u00e9.txt': 'One',
      'cafe\u0301.txt': 'Four',
    });
    expect(await sizes(fixture)).toEqual([3, 4, 5, 6]);
    expect(await fixture.run()).toMatchObject({ state: 'completed', unchanged: 34, failed: 0 });
    place.files.delete('cafe\u0301.txt');
    expect(await fixture.run()).toMatchObject({ state: 'completed', removed: 1 });
    expect(await sizes(fixture)).toEqual([3, 5, 6]);
  });

  test('that are exchanged are the right ones after the next run', async () => {
    place.files.set('1', { text: 'One', path: 'a.txt' });
    place.files.set('2', { text: 'Three', path: 'b.txt' });
    const fixture = await filled({});
    place.files.set('1', { text: 'One', path: 'b.txt' });
    place.files.set('2', { text: 'Three', path: 'a.txt' });
    expect(await fixture.run()).toMatchObject({ state: 'completed', failed: 0 });
    expect(await fixture.run()).toMatchObject({ state: 'completed', failed: 0 });
    expect(await others(fixture)).toEqual({ 'a.txt': 5, 'b.txt': 3 });
  });
});

describe('objects', () => {
  test('without bytes become documents, and ones that turn out too large are refused alone', async () => {
    place.files.set('large.txt', { text: 'x'.repeat(99), size: null });
    place.files.set('liar.txt', { text: 'x'.repeat(99), size: 5 });
    const fixture = await filled({ 'empty.txt': '', 'small.txt': 'S.' }, { size_max: 50 });
    expect(await others(fixture)).toEqual({ 'empty.txt': 0, 'small.txt': 2 });
    const failed = await fixture.objects('failed');
    expect(failed.map(({ path }) => path)).toEqual(['large.txt', 'liar.txt']);
    expect(failed[0]?.reason).toContain('larger');
  });

  test('with equal contents, one of which is gone, keep one document where everything is read again', async () => {
    place.tokensAreContents = true;
    const fixture = await filled({ 'a.txt': 'Same.', 'b.txt': 'Same.' });
    place.files.delete('a.txt');
    expect(await fixture.run({ everything: true })).toMatchObject({ state: 'completed' });
    expect(await others(fixture)).toEqual({ 'b.txt': 5 });
  });

  test('whose removal a person deletes before it is merged are removed by the next run', async () => {
    const fixture = await filled({ 'a.txt': 'A.' });
    place.files.delete('a.txt');
    await query(
      `UPDATE source_objects SET state = 'gone', archive_id = gen_random_uuid(), sent_path = path
       WHERE source_id = $1 AND key = 'a.txt'`,
      [fixture.sourceId],
    );
    expect(await fixture.run()).toMatchObject({ state: 'completed', removed: 1 });
    expect(await others(fixture)).toEqual({});
  });
});
