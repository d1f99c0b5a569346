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

/** A stream that sends one change and ends. */
const streamOf = (id: number): MockedResponse => ({
  headers: { 'content-type': 'text/event-stream' },
  body: `: awake\n\nid: ${id}\nevent: change\ndata: ${JSON.stringify(changeTo(id))}\n\n`,
});

/** Follows until the server responds with 404. */
async function follow(responses: (MockedResponse | 'unreachable')[]) {
  const seen: unknown[] = [];
  let call = 0;
  mockApi.get(EVENTS, () => {
    const response = responses[call];
    call += 1;
    if (response === 'unreachable') throw new TypeError('Failed to fetch');
    return response ?? { status: 404, body: { message: 'Not found' } };
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

test('a stream that breaks is resumed where it broke, and polled meanwhile', async () => {
  const { seen, cursors } = await follow([streamOf(1), 'unreachable', streamOf(2)]);
  expect(seen).toEqual([true, 1, false, false, true, 2, false, false]);
  expect(cursors).toEqual([null, '1', '1', '2']);
});

test.each([
  ['a server without a stream', { status: 404, body: { message: 'Not found' } }],
  ['a response that is no stream', { body: { counts: {} } }],
])('%s is polled', async (_, response) => {
  const { seen, cursors } = await follow([response]);
  expect(seen).toEqual([false]);
  expect(cursors).toHaveLength(1);
});
