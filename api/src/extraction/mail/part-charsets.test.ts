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

const head = 'From: a@example.org\nMIME-Version: 1.0\nSubject: ';
const bytesIn = (text: string, encoding: string) => Buffer.from(encode(text, encoding));

test.each([
  ['us-ascii', bytesIn('Größe', 'utf-8'), 'Größe'],
  ['iso-8859-1', bytesIn('Größe', 'utf-8'), 'Größe'],
  ['unknown-8bit', bytesIn('Größe', 'utf-8'), 'Größe'],
  ['us-ascii', bytesIn('Счёт на оплату', 'windows-1251'), 'Счёт на оплату'],
  ['cp850', bytesIn('Größe', 'cp850'), 'Größe'],
  ['utf-7', Buffer.from('Gr+APYA3w-e'), 'Größe'],
  ['hz-gb-2312', Buffer.from('~{1(<[~}'), '报价'],
  ['iso-2022-kr', Buffer.from(`\u001b$)C\u000e0_@{<-\u000f${' and so on'.repeat(20)}`), '견적서'],
])('a part that says %s is read as its bytes are (%#)', async (charset, body, text) => {
  const type = `x\nContent-Type: text/plain; charset=${charset}\n\n`;
  expect(await read(Buffer.concat([Buffer.from(head + type), body]))).toContain(text);
});

test('a part without an encoding has that of its page', async () => {
  const page = bytesIn('<meta charset="windows-1251"><p>Цена</p>', 'windows-1251');
  const type = 'x\nContent-Type: text/html\nContent-Transfer-Encoding: base64\n\n';
  const mail = Buffer.from(head + type + page.toString('base64'));
  expect(await read(mail)).toContain('Цена');
  const saved = { blocks: (await readFile(mail, 'a.mht')).blocks };
  expect(saved.blocks.map(({ text }) => text)).toContain('Цена');
});

test('a head that is not encoded has the encoding that its mail declares', async () => {
  const mail = `${head}Größe\nContent-Type: text/plain; charset=iso-8859-1\n\nLänge`;
  expect(await read(Buffer.from(mail, 'latin1'))).toMatch(/Größe[^]*Länge/);
  const word = `${head}=?cp850?Q?Gr=94=E1e?=\n\nx`;
  expect(await read(Buffer.from(word))).toContain('Größe');
});
