import { expect, test } from 'vitest';

import { nextCursor, PAGES_MAX, readCursor } from './list-cursor.ts';

test('tokens that never repeat end at the bound', () => {
  let cursor: string | undefined;
  const goOn = (pages: number) => {
    for (let page = 0; page < pages; page += 1) {
      cursor = nextCursor(readCursor(cursor), `token ${readCursor(cursor)?.pages ?? 0}`);
    }
  };
  goOn(PAGES_MAX);
  expect(() => goOn(1)).toThrow('more objects than one source may follow');
});

test('a cursor that is none begins again', () => {
  expect(readCursor('{"token":1}')).toBeUndefined();
  expect(readCursor('rubbish')).toBeUndefined();
});
