import { encode } from 'iconv-lite';
import { expect, test } from 'vitest';

import { readFile } from '../partition/partition.ts';

const KOREAN = '보증 기간';
const bytesOf = encode(KOREAN, 'euc-kr');
const quoted = [...bytesOf].map((byte) => `=${byte.toString(16).toUpperCase()}`).join('');

/** A mail of two parts, of which the second declares its encoding. */
const mail = (head: string, body: Buffer) =>
  Buffer.concat([
    Buffer.from(
      `From: a@example.org\nSubject: x\nMIME-Version: 1.0\nContent-Type: multipart/alternative; boundary=b\n\n--b\n${head}\n\n`,
    ),
    body,
    Buffer.from('\n--b\nContent-Type: text/html; charset=utf-8\n\n<p>Gull</p>\n--b--\n'),
  ]);

const read = async (bytes: Buffer, encoding?: string) =>
  (await readFile(bytes, 'a.eml', { encoding: { encoding } })).blocks
    .map(({ text }) => text)
    .join('\n');

test.each([
  ['as it is', 'Content-Type: text/plain', bytesOf],
  [
    'in base64',
    'Content-Type: text/plain\nContent-Transfer-Encoding: base64',
    Buffer.from(bytesOf.toString('base64')),
  ],
  [
    'quoted-printable',
    'Content-Transfer-Encoding: quoted-printable\nContent-Type: text/plain; format=flowed',
    Buffer.from(quoted),
  ],
])('a part of a mail %s without an encoding has that of the dataset', async (_, head, body) => {
  expect(await read(mail(head, body), 'euc-kr')).toContain(KOREAN);
});

test('a part in UTF-8, and one that declares its encoding, keep theirs', async () => {
  const utf8 = mail('Content-Type: text/plain', Buffer.from(KOREAN));
  expect(await read(utf8, 'windows-1251')).toContain(KOREAN);
  const declared = mail('Content-Type: text/plain;\n charset="euc-kr"', bytesOf);
  expect(await read(declared, 'windows-1251')).toContain(KOREAN);
});
