import { encode } from 'iconv-lite';
import { describe, expect, test } from 'vitest';

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

const read = async (message: Buffer, encoding?: string) =>
  (await readFile(message, 'note.msg', { encoding: { encoding } })).blocks.map(({ text }) => text);

describe('a message of Outlook in a code page', () => {
  const RUSSIAN = 'Счёт оплачен';
  const properties = {
    '0037': encode(RUSSIAN, 'windows-1251'),
    '1000': encode('Цена за штуку', 'windows-1251'),
  };
  test('is read in the one that it says', async () => {
    const message = buildOutlook(properties, [], { '3FFD': 1251 });
    expect(await read(message)).toEqual([RUSSIAN, 'Цена за штуку']);
  });

  test('is read in that of the dataset, or of its letters, where it says none', async () => {
    const message = buildOutlook(properties);
    expect(await read(message, 'windows-1251')).toEqual([RUSSIAN, 'Цена за штуку']);
    expect(await read(message)).toEqual([RUSSIAN, 'Цена за штуку']);
  });

  test('has its HTML in the encoding that the page says, else the message', async () => {
    const page = encode(`<p>${RUSSIAN}</p>`, 'windows-1251');
    const said = encode(`<meta charset="windows-1251"><p>${RUSSIAN}</p>`, 'windows-1251');
    expect(await read(buildOutlook({ '10130102': said }))).toEqual([RUSSIAN]);
    expect(await read(buildOutlook({ '10130102': page }, [], { '3FDE': 1251 }))).toEqual([RUSSIAN]);
  });
});
