import { expect, test } from 'vitest';

import { EventParser } from './event-parser.ts';

const TEXT =
  ': awake\n\nid: 7\nevent: change\ndata: {"a":\ndata: 1}\n\ndata:second\r\n\r\nevent: none\n\nid\rdata: Ü\r\r';
const EVENTS = [
  { id: '7', name: 'change', data: '{"a":\n1}' },
  { id: '7', name: 'message', data: 'second' },
  { id: '', name: 'message', data: 'Ü' },
];

test('events are read from their lines, comments and nameless ends passed over', () => {
  const parser = new EventParser();
  expect([...parser.push(TEXT), ...parser.push('\n')]).toEqual(EVENTS);
});

test.each([1, 2, 3, 7])('pieces of %i characters make no difference', (length) => {
  const parser = new EventParser();
  const events = [];
  for (let at = 0; at < TEXT.length; at += length) {
    events.push(...parser.push(TEXT.slice(at, at + length)));
  }
  expect([...events, ...parser.push('\n')]).toEqual(EVENTS);
});
