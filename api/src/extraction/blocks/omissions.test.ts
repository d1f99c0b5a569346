import { OMISSION_LABELS, OMISSIONS_MAX, type OmissionCode } from '@carrel/shared/contract';
import { expect, test } from 'vitest';

import { readFile } from '../partition/partition.ts';
import { Omissions } from './omissions.ts';

test('what is left out is counted in the order in which it is met', () => {
  const omitted = new Omissions();
  omitted.add('picture');
  omitted.add('hidden_row', 3);
  omitted.add('picture', 2);
  omitted.add('attachment', 0);
  omitted.add('attachment', Number.NaN);
  expect(omitted.list()).toEqual([
    { what: 'picture', count: 3 },
    { what: 'hidden_row', count: 3 },
  ]);
});

test('further kinds are counted together', () => {
  const omitted = new Omissions();
  const codes = Object.keys(OMISSION_LABELS) as OmissionCode[];
  for (const what of codes) omitted.add(what, 2);
  const list = omitted.list();
  expect(list).toHaveLength(OMISSIONS_MAX);
  expect(list.at(-1)).toEqual({
    what: 'other',
    count: 2 * (codes.length - OMISSIONS_MAX + 1),
  });
});

test('a count that a file claims is a number that JSON has', () => {
  const omitted = new Omissions();
  omitted.add('hidden_row', Infinity);
  omitted.add('hidden_row', Number.MAX_VALUE);
  expect(omitted.list()).toEqual([{ what: 'hidden_row', count: 1_000_000_000 }]);
});

const omittedOf = async (name: string, text: string, isInside = false) =>
  (await readFile(Buffer.from(text), name, { isInside })).omitted;

const MAIL = `From: a@example.org
Subject: Offer
Content-Type: multipart/mixed; boundary=m

--m
Content-Type: text/html

<p>See below.</p><p hidden>Preview.</p>
--m
Content-Type: application/pdf; name="a.pdf"

x
--m--
`;
const HIDDEN = { what: 'hidden_part', count: 1 };

test('attachments of a mail are left out only where they are no documents of their own', async () => {
  expect(await omittedOf('a.eml', MAIL)).toEqual([HIDDEN]);
  expect(await omittedOf('a.eml', MAIL, true)).toEqual([HIDDEN, { what: 'attachment', count: 1 }]);
  const message = `From a@example.org Mon Jan  1 00:00:00 2026\n${MAIL}\n`;
  expect(await omittedOf('a.mbox', message + message)).toEqual([
    { what: 'hidden_part', count: 2 },
    { what: 'attachment', count: 2 },
  ]);
});

test('pictures, traces and long outputs of a notebook are left out', async () => {
  const outputs = [
    { output_type: 'stream', text: 'x'.repeat(3000) },
    { output_type: 'display_data', data: { 'image/png': 'iVBOR', 'text/plain': '<Figure>' } },
    { output_type: 'error', traceback: ['boom'] },
  ];
  const cells = [{ cell_type: 'code', source: 'print(1)', outputs }];
  expect(await omittedOf('a.ipynb', JSON.stringify({ nbformat: 4, cells }))).toEqual([
    { what: 'rest_of_output', count: 1 },
    { what: 'picture', count: 1 },
    { what: 'error_trace', count: 1 },
  ]);
});
