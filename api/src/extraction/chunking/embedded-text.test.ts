import { expect, test } from 'vitest';

import { embeddedText } from './embedded-text.ts';

const chunk = { text: 'The text.', headings: ['Outer', 'Inner'] };

test('the title, the headings and the text of a chunk are embedded', () => {
  expect(embeddedText(chunk, { name: 'a.pdf', metadata: { title: ' Oil\nchange ' } })).toBe(
    'Oil change\nOuter\nInner\n\nThe text.',
  );
});

test.each([
  ['annual-report_2023.pdf', 'annual report 2023'],
  ['Notes.v2.md', 'Notes.v2'],
  ['年報.pdf', '年報'],
  ['4983.txt', ''],
  ['a1-b2.txt', ''],
])('a document without a title is called by its name: %s is "%s"', (name, title) => {
  const text = embeddedText({ text: 'Text.' }, { name });
  expect(text).toBe(title === '' ? 'Text.' : `${title}\n\nText.`);
});

test('what the chunk begins with, or stands twice in its headings, is embedded once', () => {
  const document = { name: 'a', metadata: { title: 'Guide' } };
  const headings = ['Guide', 'Oil', 'Filter'];
  expect(embeddedText({ text: 'Filter\n\nText.', headings }, document)).toBe(
    'Guide\nOil\n\nFilter\n\nText.',
  );
});

test('which rows of a table it holds is left out', () => {
  const headings = ['Prices', 'Rows 41–80 of 312'];
  expect(embeddedText({ text: 'Text.', headings }, { name: 'a' })).toBe('Prices\n\nText.');
});

test('what a template rendered is embedded as it is', () => {
  expect(embeddedText({ ...chunk, rendered: 'Rendered.' }, { name: 'handbook.pdf' })).toBe(
    'Rendered.',
  );
});

test.each([
  ['x'.repeat(90), 3],
  ['知'.repeat(30), 3],
])('of long headings the innermost stay: %s', (line, count) => {
  const headings = Array.from({ length: 6 }, (_, at) => `${line}${at}`);
  const text = embeddedText({ text: 'Text.', headings }, { name: 'handbook.pdf' });
  expect(text.split('\n').slice(0, -2)).toEqual(headings.slice(-count));
});
