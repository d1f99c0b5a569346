import { expect, test } from 'vitest';

import { partition } from '../partition/partition.ts';

const read = async (name: string, text: string) =>
  (await partition(Buffer.from(text), name)).map((block) => block.text).join('\n\n');

test('escapes of JSON are the characters that they stand for', async () => {
  const text = String.raw`{"a": "Gr\u00f6\u00dfe\/L", "b": "\ud83d\ude00 \"x\"\nnext"}`;
  expect(await read('a.json', text)).toBe('{"a": "Größe/L", "b": "😀 "x"\nnext"}');
});

test('JSON in one line is read in lines, with its numbers as they are written', async () => {
  const record = { id: 1, name: 'kestrel', tags: [], text: 'a, b: {c}' };
  const text = JSON.stringify(Array.from({ length: 20 }, () => record)).replaceAll(
    '1,',
    '12345678901234567890,',
  );
  const lines = (await read('a.json', text)).split('\n').map((line) => line.trim());
  expect(lines.slice(0, 6)).toEqual([
    '[',
    '{',
    '"id": 12345678901234567890,',
    '"name": "kestrel",',
    '"tags": [],',
    '"text": "a, b: {c}"',
  ]);
});

test('colours and other commands of terminals are left out', async () => {
  expect(await read('a.log', '\u001b[32mok\u001b[0m Größe \u001b]0;title\u0007done\u001b[K')).toBe(
    'ok Größe done',
  );
  expect(await read('a.txt', 'N\bNA\bAM\bME\bE')).toBe('NAME');
});

test('lines of a calendar are unfolded, and their escapes are read', async () => {
  const lines = [
    'BEGIN:VCALENDAR',
    'BEGIN:VEVENT',
    'SUMMARY:Plan re',
    ' view\\, part 1\\nnext',
    'DTSTART;TZID=Europe/Berlin:20260314T090000',
    'ATTENDEE;CN="Ada, L.":mailto:ada@example.com',
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  expect(await read('a.ics', lines.join('\r\n'))).toBe(
    'Summary: Plan review, part 1\nnext\nStart: 2026-03-14 09:00 Europe/Berlin\nAttendee: Ada, L. <ada@example.com>',
  );
});

test('a card of a person is read, with its quoted-printable names', async () => {
  const lines = [
    'BEGIN:VCARD',
    'FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:J=C3=B6rg M=',
    'eier',
    'item1.TEL;TYPE=work:+49 30 1234',
    'N:Meier;Jörg;;;',
    'PHOTO;ENCODING=b:AAAA',
    'END:VCARD',
  ];
  expect(await read('a.vcf', lines.join('\n'))).toBe(
    'Name: Jörg Meier\nTelephone: +49 30 1234\nN: Meier, Jörg',
  );
});

test.each([
  [
    String.raw`Poincar\'e, G\"odel, \'{E}tale, {\"u}ber, na\"{\i}ve`,
    'Poincaré, Gödel, Étale, über, naïve',
  ],
  [
    String.raw`Stra\ss{}e, \v{C}apek, Fran\c{c}ois, \AA rhus, {\o}re, \L{}\'od\'z`,
    'Straße, Čapek, François, Århus, øre, Łódź',
  ],
])('accents of LaTeX are letters: %s', async (source, text) => {
  expect(await read('a.tex', source)).toBe(text);
});

test('hostile JSON, calendars and terminal codes take no longer than others', async () => {
  const started = performance.now();
  await read('a.json', '[{"'.repeat(300_000));
  await read('b.json', `"${'\\'.repeat(900_000)}`);
  await read('a.log', `x${'\u001b]'.repeat(300_000)}`);
  await read('a.ics', `BEGIN:VCARD\n${'N;A="'.repeat(100_000)}`);
  await read('b.ics', `BEGIN:VCARD\n${'N;ENCODING=QUOTED-PRINTABLE:a=\n'.repeat(50_000)}`);
  await read('a.tex', String.raw`{\'{`.repeat(200_000));
  expect(performance.now() - started).toBeLessThan(15_000);
}, 60_000);
