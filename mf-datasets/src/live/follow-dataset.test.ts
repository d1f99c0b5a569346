import type { DatasetChange } from '@carrel/shared/contract';
import { makeId, makeStatusCounts, mockApi } from '@carrel/shared/testing';
import type { MockedResponse } from '@carrel/shared/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { followDataset } from './follow-dataset.ts';

const DATASET = makeId(600);
const EVENTS = `api/v1/datasets/${DATASET}/events`;

beforeEach(() => mockApi.start());
afterEach(() => mockApi.stop());

const changeTo = (embedded: number): DatasetChange => ({
  counts: makeStatusCounts({ embedded }),
  documents: [],
  archives: false,
  reload: false,
});

/** A stream that tells of one change and breaks off. */
const streamOf = (id: number): MockedResponse => ({
  headers: { 'content-type': 'text/event-stream' },
  body: `: awake\n\nid: ${id}\nevent: change\ndata: ${JSON.stringify(changeTo(id))}\n\n`,
});

/** Follows until the server has nothing more, which it says with a 404. */
async function follow(answers: (MockedResponse | 'unreachable')[]) {
  const seen: unknown[] = [];
  let call = 0;
  mockApi.get(EVENTS, () => {
    const answer = answers[call];
    call += 1;
    if (answer === 'unreachable') throw new TypeError('Failed to fetch');
    return answer ?? { status: 404, body: { message: 'Not found' } };
  });
  await followDataset({
    organizationId: makeId(100),
    datasetId: DATASET,
    signal: new AbortController().signal,
    onLive: (live) => seen.push(live),
    onChange: ({ counts }) => seen.push(counts.embedded),
  });
  const cursors = mockApi
    .calls('GET', EVENTS)
    .map(({ path }) => new URLSearchParams(path.split('?')[1]).get('after'));
  return { seen, cursors };
}

test('a stream that breaks is taken up where it broke, and polled for meanwhile', async () => {
  const { seen, cursors } = await follow([streamOf(1), 'unreachable', streamOf(2)]);
  expect(seen).toEqual([true, 1, false, false, true, 2, false, false]);
  expect(cursors).toEqual([null, '1', '1', '2']);
});

test.each([
  ['a server without a stream', { status: 404, body: { message: 'Not found' } }],
  ['an answer that is no stream', { body: { counts: {} } }],
])('%s is left to polling', async (_, answer) => {
  const { seen, cursors } = await follow([answer]);
  expect(seen).toEqual([false]);
  expect(cursors).toHaveLength(1);
});
