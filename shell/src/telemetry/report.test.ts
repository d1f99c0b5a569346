import { expect, test } from 'vitest';

import { listenToReports, report } from './report.ts';
import type { Noticed } from './report.ts';

const trouble = (error: unknown): Noticed => ({ kind: 'error', error });

test('what was noticed before anybody listened is told with the path of then, and is bounded', () => {
  window.history.replaceState(null, '', '/datasets');
  for (let count = 0; count < 80; count += 1) report(trouble(count));
  window.history.replaceState(null, '', '/workspaces');
  const heard: [unknown, string][] = [];
  listenToReports((noticed, pathname) => {
    if (noticed.kind === 'error') heard.push([noticed.error, pathname]);
  });
  expect(heard).toHaveLength(50);
  expect(heard[49]).toEqual([49, '/datasets']);
  report(trouble('now'));
  expect(heard.at(-1)).toEqual(['now', '/workspaces']);
});

test('a listener that throws is no second trouble', () => {
  report(trouble('waiting'));
  listenToReports(() => {
    throw new Error('A broken sink');
  });
  expect(() => report(trouble('later'))).not.toThrow();
});
