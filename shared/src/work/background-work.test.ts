import type { BackgroundWork, WorkRow } from '@carrel/shared/contract/organization';
import { expect, test } from 'vitest';

import { followedWork } from './background-work.queries.ts';
import { isStanding, kindText, progressText, stalledText, standingText } from './work-labels.ts';

const row = (overrides: Partial<WorkRow> = {}): WorkRow => ({
  kind: 'again',
  dataset: { id: '00000000-0000-4000-8000-000000000600', name: 'Handbook' },
  archive: null,
  left: 400,
  total: null,
  standing: null,
  stalled: null,
  ...overrides,
});
const work = (overrides: Partial<WorkRow> = {}): BackgroundWork => ({
  rows: [row(overrides)],
  is_more: false,
  is_shared: false,
});

test('a total that the server does not know stays what it was, and grows with what is added', () => {
  const first = followedWork(undefined, work(), 0);
  const second = followedWork(first, work({ left: 300 }), 5000);
  const third = followedWork(second, work({ left: 450 }), 10_000);
  expect([first, second, third].map(({ rows }) => rows[0]?.total)).toEqual([400, 400, 450]);
});

test('the speed is that of the last minute, and none of work that stands', () => {
  const paused = { reason: 'paused', detail: null, next_try: null };
  const first = followedWork(undefined, work({ total: 1000 }), 0);
  const second = followedWork(first, work({ left: 300, total: 1000 }), 10_000);
  const third = followedWork(second, work({ left: 300, total: 1000, standing: paused }), 20_000);
  const texts = [first, second, third].map(({ rows: [shown] }) => shown && progressText(shown));
  expect(texts).toEqual([
    '600 of 1,000 documents',
    '700 of 1,000 documents · 10/s · about 30 s left',
    '700 of 1,000 documents',
  ]);
});

test('work whose size is not known has no numbers', () => {
  const followed = followedWork(undefined, work({ left: null }), 0);
  expect(followed.rows.map(progressText)).toEqual(['']);
});

test('each unit has its noun', () => {
  const texts = ['ocr', 'vectors', 'documents'].map((kind) => {
    const [shown] = followedWork(undefined, work({ kind, left: 1 }), 0).rows;
    return shown && progressText(shown);
  });
  expect(texts).toEqual(['0 of 1 page', '0 of 1 passage', '0 of 1 document']);
});

test('a reason says when it is tried next', () => {
  const next_try = new Date(2026, 10, 29, 14, 5).toISOString();
  expect(standingText({ reason: 'failed', detail: null, next_try })).toBe(
    'The last attempt failed. Next try at 14:05.',
  );
  expect(standingText({ reason: 'paused', detail: null, next_try: null })).toBe('Paused');
  expect(standingText({ reason: 'of a newer server', detail: null, next_try: null })).toBe(
    'Waiting',
  );
  expect(kindText('of a newer server')).toBe('Working');
});

test('what was paused does not stand', () => {
  const reasons = ['paused', 'queued', 'failed'];
  const stands = reasons.map((reason) =>
    isStanding({ standing: { reason, detail: null, next_try: null } }),
  );
  expect(stands).toEqual([false, false, true]);
});

test('a document that only takes longer is not called stalled', () => {
  const stalled = {
    documents: 1,
    document_id: '00000000-0000-4000-8000-000000000001',
    path: 'a.pdf',
    stage: 'partition',
    since: '2026-11-29T10:00:00Z',
  };
  expect(stalledText({ ...stalled, reason: 'slow_document' })).toBe('Takes longer than others');
  expect(stalledText({ ...stalled, reason: 'waiting_for_worker' })).toBe(
    'Stalled, waiting for a worker',
  );
});
