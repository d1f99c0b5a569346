import { expect, test } from 'vitest';

import { buildOutlook } from '@carrel/testing/mails/build-outlook.ts';
import { readFile } from '../partition/partition.ts';

test('a message of Outlook is its subject, addresses and body', async () => {
  const { blocks, properties } = await readFile(
    buildOutlook({
      '0037': 'Pumps in Q3',
      '0C1A': 'Ann Lee',
      '5D01': 'ann@example.org',
      '1000': 'Five pumps.\r\n\r\nTwo spares.',
    }),
    'note.msg',
  );
  expect(blocks).toEqual([
    { kind: 'heading', level: 1, text: 'Pumps in Q3' },
    { kind: 'paragraph', text: 'From: Ann Lee <ann@example.org>' },
    { kind: 'paragraph', text: 'Five pumps.' },
    { kind: 'paragraph', text: 'Two spares.' },
  ]);
  expect(Object.fromEntries(properties)).toMatchObject({
    subject: 'Pumps in Q3',
    from: 'Ann Lee <ann@example.org>',
  });
});

test('a damaged message says so', async () => {
  const message = buildOutlook({ '0037': 'Pumps in Q3' });
  await expect(readFile(message.subarray(0, 700), 'note.msg')).rejects.toThrow(/damaged/);
});
