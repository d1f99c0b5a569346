import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import type { SourceFixture } from '@carrel/testing/sources/source-fixture.ts';
import { createTestSources, type TestSources } from '@carrel/testing/sources/test-sources.ts';
import { SourceError } from './source-error.ts';

let sources: TestSources;
beforeAll(async () => {
  sources = await createTestSources();
});
beforeEach(() => {
  sources.empty();
  sources.place.isListSorted = true;
});
afterAll(() => sources.close());

const NAMES = Array.from({ length: 24 }, (_, at) => `${String(at).padStart(2, '0')}.txt`);

/** A source of 24 objects whose first run is done. */
async function filled(): Promise<SourceFixture> {
  sources.put(Object.fromEntries(NAMES.map((key) => [key, `Text of ${key}`])));
  sources.place.pageSize = 5;
  const fixture = await sources.newSource();
  expect(await fixture.perform()).toMatchObject({ state: 'completed', listed: 24, added: 24 });
  return fixture;
}

/** The runs that have seen objects, as they are stored. */
async function seenBy(fixture: SourceFixture): Promise<number[]> {
  const rows = await sources.query<{ seen: number }>(
    'SELECT seen FROM source_objects WHERE source_id = $1 ORDER BY key',
    [fixture.sourceId],
  );
  return rows.map(({ seen }) => seen);
}

/** Performs a new run, of which each worker does one page or one step. */
async function runByMany(fixture: SourceFixture) {
  await fixture.call('POST', '/runs', {});
  while ((await sources.step(fixture)) !== undefined) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const { run } = await fixture.read();
  return run;
}

test('writes only what differs from the last list, where lists are sorted', async () => {
  const fixture = await filled();
  sources.place.files.set('03.txt', { text: 'Changed.' });
  sources.place.files.set('03b.txt', { text: 'New.' });
  expect(await fixture.run()).toMatchObject({
    listed: 25,
    added: 1,
    changed: 1,
    unchanged: 23,
    read: 2,
    removed: 0,
  });
  expect(await seenBy(fixture)).toEqual([1, 1, 1, 2, 2, ...Array.from({ length: 20 }, () => 1)]);
});

test.each([
  { where: 'first', gone: ['00.txt', '01.txt'] },
  { where: 'in the middle, one on each side of the end of a page', gone: ['09.txt', '10.txt'] },
  { where: 'last', gone: ['22.txt', '23.txt'] },
])('removes what a sorted list lacks: the objects that were $where', async ({ gone }) => {
  const fixture = await filled();
  for (const key of gone) sources.place.files.delete(key);
  expect(await runByMany(fixture)).toMatchObject({ state: 'completed', listed: 22, removed: 2 });
  expect(Object.keys(await fixture.documents())).toEqual(
    NAMES.filter((name) => !gone.includes(name)),
  );
  expect(await seenBy(fixture)).toEqual(Array.from({ length: 22 }, () => 1));
});

test('an empty list waits for a person, and then removes everything', async () => {
  const fixture = await filled();
  sources.place.files.clear();
  expect(await fixture.run()).toMatchObject({ state: 'waiting', waiting_for: 'many_gone' });
  expect(await fixture.approve()).toMatchObject({ state: 'completed', removed: 24 });
  expect(await fixture.documents()).toEqual({});
});

test('keeps what a list that failed did not name, and what came back before the next one', async () => {
  const fixture = await filled();
  sources.place.files.delete('01.txt');
  sources.place.files.delete('02.txt');
  let lists = 0;
  sources.place.before = () => {
    lists += 1;
    if (lists === 3) throw new SourceError('unreachable');
  };
  expect(await fixture.run()).toMatchObject({ state: 'failed', removed: 0 });
  sources.place.files.set('01.txt', { text: 'Text of 01.txt' });
  expect(await fixture.run()).toMatchObject({ state: 'completed', removed: 1, read: 0 });
  expect(Object.keys(await fixture.documents())).toEqual(NAMES.filter((key) => key !== '02.txt'));
});

test('goes on after a kill while it marked what the list lacks', async () => {
  const fixture = await filled();
  sources.place.files.delete('07.txt');
  // As a worker leaves it that was killed while it planned: an object was marked, and one that has come back since.
  await sources.query(
    `UPDATE source_objects SET seen = -2 WHERE source_id = $1 AND key IN ('07.txt', '08.txt')`,
    [fixture.sourceId],
  );
  expect(await fixture.run()).toMatchObject({ number: 2, state: 'completed', removed: 1, read: 0 });
  expect(Object.keys(await fixture.documents())).toEqual(NAMES.filter((key) => key !== '07.txt'));
});

test('a list in another order than that of its kind begins again, and removes only what is gone', async () => {
  const fixture = await filled();
  sources.place.files.delete('04.txt');
  const pages = [NAMES.slice(0, 10), NAMES.slice(14), NAMES.slice(10, 14)];
  const asked: (string | undefined)[] = [];
  sources.place.instead = (cursor) => {
    asked.push(cursor);
    const at = Number(cursor ?? 0);
    const keys = pages[at]?.filter((key) => sources.place.files.has(key)) ?? [];
    return {
      objects: keys.map((key) => ({ key, path: key, token: `Text of ${key}` })),
      ...(at < pages.length - 1 && { next: String(at + 1) }),
    };
  };
  expect(await fixture.run()).toMatchObject({ state: 'completed', listed: 23, removed: 1 });
  expect(asked).toEqual([undefined, '1', '2', undefined, '1', '2']);
  expect(Object.keys(await fixture.documents())).toEqual(NAMES.filter((key) => key !== '04.txt'));
});
