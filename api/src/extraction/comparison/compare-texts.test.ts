import type { ComparisonPart } from '@carrel/shared/contract';
import { expect, test } from 'vitest';

import { compareTexts } from './compare-texts.ts';

const marked = (parts: readonly ComparisonPart[]) =>
  parts
    .map(({ kind, text, left_out }) => {
      const sign = kind === 'same' ? '' : kind === 'removed' ? '-' : '+';
      const shown = sign === '' ? text : `${sign}[${text.trim()}]`;
      return left_out === undefined ? shown : `${shown}<${left_out}>`;
    })
    .join('');

const compared = async (from: string, to: string) => {
  const { parts, ...counts } = await compareTexts({ from, to });
  return { text: marked(parts), ...counts };
};

/** The same numbers in each run. */
function createRandom(seed = 1) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state % below;
  };
}

const textOf = (words: number, random = createRandom()) =>
  Array.from({ length: words }, (_, at) => `w${random(3000)}${at % 12 === 11 ? '.\n\n' : ''}`).join(
    ' ',
  );

test('words that came and went are between those that stayed', async () => {
  const { text, ...counts } = await compared(
    'The oil is changed every 5,000 km by the driver.',
    'The oil is changed every 10,000 km.',
  );
  expect(text).toBe('The oil is changed every -[5,000]+[10,000]km-[by the driver].');
  expect(counts).toEqual({ changes: 2, words_removed: 4, words_added: 1, is_coarse: false });
});

test('texts with the same words have no changes, whatever is between them', async () => {
  const { text, changes } = await compared('One two.\n\nThree', '  One\ntwo. Three\n');
  expect(changes).toBe(0);
  expect(text).toBe('<15>');
});

test('an empty text lost or gained everything', async () => {
  expect(await compared('', 'New text.')).toMatchObject({ text: '+[New text.]', words_added: 2 });
  expect(await compared('Old text.', '')).toMatchObject({ text: '-[Old text.]', words_removed: 2 });
  expect(await compared('', '')).toMatchObject({ text: '', changes: 0 });
});

test('scripts without spaces are compared by characters, and pairs and marks stay whole', async () => {
  expect((await compared('油を変える。', '水を変える。')).text).toBe('-[油]+[水]を変える。');
  expect((await compared('ถังน้ำมัน', 'ถังน้ำ')).text).toContain('-[มัน]');
  expect((await compared('a 😀 b', 'a 😁 b')).text).toBe('a -[😀]+[😁]b');
  expect((await compared('Größe é', 'Größe è')).text).toBe('Größe -[é]+[è]');
});

test('what is far from all changes is left out', async () => {
  const long = textOf(1000);
  const { parts } = await compareTexts({ from: `old ${long} old`, to: `new ${long} new` });
  expect(parts.map(({ kind }) => kind)).toEqual([
    'removed',
    'added',
    'same',
    'same',
    'removed',
    'added',
  ]);
  expect(parts[2]?.left_out).toBeGreaterThan(2000);
  expect(parts[2]?.text.length).toBeLessThan(300);
});

test('changes come in pages, and all are counted on each', async () => {
  const words = Array.from({ length: 4000 }, (_, at) => `same${at}`);
  const to = words.map((word, at) => (at % 4 === 0 ? `new${at}` : word)).join(' ');
  const from = words.join(' ');
  const first = await compareTexts({ from, to }, { limit: 600 });
  expect(first).toMatchObject({ changes: 1000, words_added: 1000, next: 600 });
  const second = await compareTexts({ from, to }, { skip: 600, limit: 600 });
  expect(second.next).toBeUndefined();
  const added = [...first.parts, ...second.parts].filter(({ kind }) => kind === 'added');
  expect(added.map(({ text }) => text.trim())).toEqual(
    words.flatMap((_, at) => (at % 4 === 0 ? [`new${at}`] : [])),
  );
});

/** The words of one side of a comparison, without what is between them. */
const sideOf = (kinds: readonly string[], parts: readonly ComparisonPart[]) =>
  parts
    .flatMap(({ kind, text }) => (kinds.includes(kind) ? text : []))
    .join('')
    .replaceAll(/\s/g, '');

test('of random edits, both texts can be put together again', async () => {
  const random = createRandom(7);
  for (let round = 0; round < 300; round += 1) {
    const words = Array.from({ length: random(40) }, () => `w${random(12)}`);
    const edited = words.flatMap((word) => {
      const what = random(10);
      return what === 0
        ? []
        : what === 1
          ? [word, `n${random(5)}`]
          : what === 2
            ? [`w${random(12)}`]
            : [word];
    });
    const { parts } = await compareTexts({ from: words.join(' '), to: edited.join(' ') });
    if (parts.some(({ left_out }) => left_out !== undefined)) continue;
    expect(sideOf(['same', 'removed'], parts)).toBe(words.join(''));
    expect(sideOf(['same', 'added'], parts)).toBe(edited.join(''));
  }
});

test('parts of a text that were exchanged, and another text, are found in time', async () => {
  const long = textOf(100_000);
  const half = long.length / 2;
  const moved = await compareTexts({ from: long, to: long.slice(half) + long.slice(0, half) });
  expect(moved.changes).toBeLessThan(20);
  const other = await compareTexts({ from: long, to: textOf(100_000, createRandom(99)) });
  expect(other.words_removed).toBeGreaterThan(50_000);
  const { is_coarse } = await compareTexts({
    from: 'a b '.repeat(50_000),
    to: 'b a a '.repeat(40_000),
  });
  expect(is_coarse).toBe(true);
});

test('it ends where nobody waits for it', async () => {
  const stopped = AbortSignal.abort(new Error('Nobody waits'));
  await expect(
    compareTexts({ from: textOf(50_000), to: textOf(50_000, createRandom(3)) }, {}, stopped),
  ).rejects.toThrow('Nobody waits');
});
