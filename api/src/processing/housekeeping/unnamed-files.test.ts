import { expect, test } from 'vitest';

import type { PipelineContext } from '../context/pipeline-context.ts';
import { cleanUpUnnamedFiles } from './clean-up-after-crash.ts';

test('after a look that failed at the start, a file without a row is not removed by the next one', async () => {
  const removed: string[] = [];
  let isAway = true;
  const context = {
    database: { query: () => Promise.resolve([]) },
    storage: {
      list: () =>
        isAway
          ? Promise.reject(new Error('away'))
          : Promise.resolve([{ key: 'upload', modifiedAt: new Date(0) }]),
      remove: (key: string) => Promise.resolve(removed.push(key)),
    },
    log: { info: () => undefined },
    unnamedFiles: { seen: 'all' },
  } as unknown as PipelineContext;
  await expect(cleanUpUnnamedFiles(context)).rejects.toThrow('away');
  isAway = false;
  await cleanUpUnnamedFiles(context);
  expect(removed).toEqual([]);
});
