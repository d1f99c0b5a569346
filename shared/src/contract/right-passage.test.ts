import { describe, expect, test } from 'vitest';

import { holdsPassage, PASSAGE_MAX, passageOf } from './right-passage.ts';

const TEXT =
  'The warranty lasts two years from the day of delivery. It covers parts and labour. Wear is not covered, nor is damage by lightning. Claims are sent to the office in Zürich.';

describe('a chunk holds a passage', () => {
  test.each([
    ['it is the same text', TEXT, TEXT],
    ['it contains the passage', `Before. ${TEXT} After.`, TEXT],
    ['it begins within the first half', TEXT.slice(60), TEXT],
    ['it ends within the second half', `Before that. ${TEXT.slice(0, 120)}`, TEXT],
    ['it is a part of the passage', TEXT.slice(55, 130), TEXT],
    ['lines are broken elsewhere', TEXT.replaceAll(' ', '\n'), TEXT],
    ['case and compatibility characters differ', 'The Ofﬁce in ZÜRICH', 'the office in Zürich'],
    ['the passage is empty', 'Anything.', ''],
  ])('if %s', (_, chunk, passage) => {
    expect(holdsPassage(chunk, passage)).toBe(true);
  });

  test.each([
    ['it repeats less than half of the passage', `Before that. ${TEXT.slice(0, 70)}`, TEXT],
    ['it is another text', 'The engine runs on two cylinders.', TEXT],
    ['it is a word of the passage', 'warranty', TEXT],
    ['it is empty', '', TEXT],
  ])('but not if %s', (_, chunk, passage) => {
    expect(holdsPassage(chunk, passage)).toBe(false);
  });

  test('with the overlap of chunks that a dataset has by default, only where it begins', () => {
    const words = Array.from({ length: 600 }, (_, index) => `word${index}`).join(' ');
    const [first, second] = [words.slice(0, 1200), words.slice(1050, 2250)];
    const passage = passageOf(second);
    expect([holdsPassage(first, passage), holdsPassage(second, passage)]).toEqual([false, true]);
  });
});

test('a passage is one line of at most 400 characters, and no pair of surrogates is cut', () => {
  expect(passageOf(' One\n two\u0000 ')).toBe('One two');
  expect(passageOf(`a${'🚂'.repeat(400)}`)).toHaveLength(PASSAGE_MAX - 1);
});
