import { expect, test } from 'vitest';

import { listenToReports, report } from './report.ts';
import type { Report } from './report.ts';

const failure = (error: unknown): Report => ({ kind: 'error', error });

test('reports before there is a listener keep the path they were made at, up to a limit', () => {
  window.history.replaceState(null, '', '/datasets');
  for (let count = 0; count < 80; count += 1) report(failure(count));
  window.history.replaceState(null, '', '/workspaces');
  const received: [unknown, string][] = [];
  listenToReports((item, pathname) => {
    if (item.kind === 'error') received.push([item.error, pathname]);
  });
  expect(received).toHaveLength(50);
  expect(received[49]).toEqual([49, '/datasets']);
  report(failure('now'));
  expect(received.at(-1)).toEqual(['now', '/workspaces']);
});

test('an error of the listener is not thrown to the reporter', () => {
  report(failure('waiting'));
  listenToReports(() => {
    throw new Error('A broken sink');
  });
  expect(() => report(failure('later'))).not.toThrow();
});
