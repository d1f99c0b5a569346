import { burn } from '@kenjiuno/msgreader/lib/Burner';
import { TypeEnum } from '@kenjiuno/msgreader/lib/Reader';
import { expect, test } from 'vitest';

import { readFile } from '../partition.ts';

/** A compound file with these streams, as Outlook names them: `__substg1.0_`, the property and its type. */
function messageOf(properties: Record<string, string>): Buffer {
  const streams = Object.entries(properties).map(([property, text]) => ({
    name: `__substg1.0_${property}001F`,
    type: TypeEnum.DOCUMENT,
    content: Buffer.from(text, 'utf16le'),
  }));
  const header = {
    name: '__properties_version1.0',
    type: TypeEnum.DOCUMENT,
    content: Buffer.alloc(32),
  };
  const all = [header, ...streams];
  const root = { name: 'Root Entry', type: TypeEnum.ROOT, children: all.map((_, at) => at + 1) };
  return Buffer.from(
    burn([
      { ...root, binaryProvider: () => new Uint8Array(), length: 0 },
      ...all.map(({ name, type, content }) => ({
        name,
        type,
        binaryProvider: () => new Uint8Array(content),
        length: content.length,
      })),
    ]),
  );
}

test('a message of Outlook is its subject, addresses and body', async () => {
  const { blocks, properties } = await readFile(
    messageOf({
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
  const message = messageOf({ '0037': 'Pumps in Q3' });
  await expect(readFile(message.subarray(0, 700), 'note.msg')).rejects.toThrow(/damaged/);
});
