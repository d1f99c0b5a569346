import type { Registry } from '@carrel/shared/releases';
import { expect, test } from 'vitest';

import { toVitalEvent } from './to-vital-event.ts';

const registry = {
  remotes: {
    'mf-datasets': {
      version: 'd7',
      entry: '/remotes/mf-datasets/d7/entry.js',
      routes: [{ path: '/datasets/:datasetId/documents', access: 'organization' }],
    },
  },
} as unknown as Registry;

test('a figure names the pattern and the release of its screen, and no id', () => {
  expect(toVitalEvent(registry, 's1', ['screen', 83.2, '/datasets/4711/documents'])).toEqual({
    kind: 'vital',
    vital: 'screen',
    milliseconds: 80,
    route: '/datasets/:datasetId/documents',
    remote: 'mf-datasets',
    version: 'd7',
  });
});

test("a figure of the shell's own screen has its release", () => {
  expect(toVitalEvent(registry, 's1', ['first-paint', 411, '/dashboard'])).toEqual({
    kind: 'vital',
    vital: 'first-paint',
    milliseconds: 408,
    route: '/dashboard',
    version: 's1',
  });
});

test('a path of no screen is not sent', () => {
  expect(toVitalEvent(registry, 's1', ['screen', 8, '/x/secret'])).toMatchObject({
    route: 'unknown',
  });
});
