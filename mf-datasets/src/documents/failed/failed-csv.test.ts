import { makeDocument } from '@carrel/shared/testing';
import { expect, test } from 'vitest';

import { failedCsv } from './failed-csv.ts';

test('a list of failed documents has no formulas, and quotes what needs it', () => {
  const list = failedCsv([
    makeDocument({
      path: 'Wiki/a, "b".pdf',
      status: 'partitioning_error',
      error: 'Damaged.\nAgain.',
      attempts: 2,
    }),
    makeDocument({ path: '=1+1.txt', status: 'embedding_error', error: null, attempts: 1 }),
  ]);
  expect(list).toBe(
    'Path,Stage,Reason,Attempts\r\n' +
      '"Wiki/a, ""b"".pdf",Partition Error,"Damaged.\nAgain.",2\r\n' +
      "'=1+1.txt,Embed Error,,1\r\n",
  );
});
