import { expect, test } from 'vitest';

import { eventReader } from './event-stream.ts';
import type { StreamEvent } from './event-stream.ts';

const TEXT =
  ': awake\n\nid: 7\nevent: change\ndata: {"a":\ndata: 1}\n\ndata:second\r\n\r\nevent: none\n\nid\rdata: Ü\r\r';
const EVENTS = [
  { id: '7', name: 'change', data: '{"a":\n1}' },
  { id: '7', name: 'message', data: 'second' },
  { id: '', name: 'message', data: 'Ü' },
];

function read(pieces: readonly string[]): StreamEvent[] {
  const events: StreamEvent[] = [];
  const feed = eventReader((event) => events.push(event));
  for (const piece of [...pieces, '\n']) feed(piece);
  return events;
}

test('events are read from their lines, comments and events without data are skipped', () => {
  expect(read([TEXT])).toEqual(EVENTS);
});

test.each([1, 2, 3, 7])('pieces of %i characters make no difference', (length) => {
  const count = Math.ceil(TEXT.length / length);
  const pieces = Array.from({ length: count }, (_, index) =>
    TEXT.slice(index * length, (index + 1) * length),
  );
  expect(read(pieces)).toEqual(EVENTS);
});
