import { expect, test } from 'vitest';

import { AnswerFilter } from './answer-filter.ts';

/** Filters an answer that arrives in these parts, and returns what its reader has in the end. */
function filtered(parts: readonly string[], passages = 3, settings = {}) {
  const filter = new AnswerFilter(passages, settings);
  let text = '';
  for (const part of [...parts.map((each) => filter.push(each)), filter.end()]) {
    text = part.restarted ? part.text : text + part.text;
  }
  return { text, ...filter.counts };
}

/** The answer that arrives cut at any place, and in characters, is the same as that which arrives whole. */
function sameInParts(answer: string, settings = {}) {
  const whole = filtered([answer], 3, settings);
  for (let at = 0; at <= answer.length; at += 1) {
    expect(filtered([answer.slice(0, at), answer.slice(at)], 3, settings)).toEqual(whole);
  }
  expect(filtered(answer.split(''), 3, settings)).toEqual(whole);
  return whole;
}

test.each([
  ['a passage that exists', 'Two years [2].', 'Two years [2].', [2], 0],
  ['a passage that does not', 'Two years [99].', 'Two years.', [], 1],
  ['number zero', 'Two years [0].', 'Two years.', [], 1],
  ['several in one pair of brackets', 'Yes [1, 3].', 'Yes [1][3].', [1, 3], 0],
  ['some that exist', 'Yes [1, 9; 2].', 'Yes [1][2].', [1, 2], 1],
  ['two with a word between', 'Yes [1 and 2].', 'Yes [1][2].', [1, 2], 0],
  ['a range', 'Yes [1-2], no [1–3].', 'Yes [1][2], no [1][2][3].', [1, 2, 3], 0],
  [
    'a range of other numbers',
    'Match [0-9]{4}, [2-999] [1].',
    'Match [0-9]{4}, [2-999] [1].',
    [1],
    0,
  ],
  ['a list of other numbers', 'In [0, 1] and [10, 20].', 'In [0, 1] and [10, 20].', [], 0],
  ['an index', 'The first is arr[0] [1].', 'The first is arr[0] [1].', [1], 0],
  ['a range that runs backwards', 'Yes [3-2].', 'Yes [2][3].', [2, 3], 0],
  ['in corner brackets', 'Yes【1】 no 【2†source】.', 'Yes[1] no [2].', [1, 2], 0],
  ['as services with sources do', 'Yes【1:0†a b.pdf】.', 'Yes[1].', [1], 0],
  ['as a footnote', 'Yes [^1] no[^2].', 'Yes [1] no[2].', [1, 2], 0],
  ['in double brackets', 'Yes [[1]].', 'Yes [1].', [1], 0],
  ['by a word', 'Yes [passage 1], no [Passages 2, 3].', 'Yes [1], no [2][3].', [1, 2, 3], 0],
  ['as a link', 'Yes [1](https://a.example/b).', 'Yes [1].', [1], 0],
  ['before parentheses', 'Yes [1](see there).', 'Yes [1] (see there).', [1], 0],
  ['one twice', '[1] and [1]', '[1] and [1]', [1], 0],
  ['a year', 'In [1999] and [2019-2021].', 'In [1999] and [2019-2021].', [], 0],
  ['words in brackets', 'see [sic] and a[i]', 'see [sic] and a[i]', [], 0],
  ['a bracket that never closes', 'an interval [1, 2', 'an interval [1, 2', [], 0],
  ['lines', 'One [1]\n\n[7] Two', 'One [1]\n\n Two', [1], 1],
  ['in a code span', 'Use `a[9]` and ``b`[0]``, [1].', 'Use `a[9]` and ``b`[0]``, [1].', [1], 0],
  [
    'in fenced code',
    'So [1]:\n\n```js\na[9] = `b[0]\n```\n\nand [9] [2].',
    'So [1]:\n\n```js\na[9] = `b[0]\n```\n\nand [2].',
    [1, 2],
    1,
  ],
  ['after a fence in a fence', '~~~\n```\n[9]\n~~~\n[1]', '~~~\n```\n[9]\n~~~\n[1]', [1], 0],
  [
    'after a backtick alone',
    'The ` key [1].\n\nIt [9] is [2].',
    'The ` key [1].\n\nIt is [2].',
    [2],
    1,
  ],
])('an answer that cites %s', (_, answer, text, citations, dropped) => {
  expect(sameInParts(answer)).toEqual({ text, citations, dropped });
});

test.each([
  ['tags', '<think>It is [1].\n\nOr [9]?</think>\n\nTwo years [2].'],
  ['tags in capitals', '<THINK>hm</THINK>Two years [2].'],
  ['other words', '<thinking>a</thinking><reasoning>b</reasoning> Two years [2].'],
  ['other marks', '◁think▷a◁/think▷Two years [2].'],
  ['brackets', '[THINK]a [1][/THINK]Two years [2].'],
  ['channels', '<|channel|>analysis<|message|>a<|channel|>final<|message|>Two years [2].'],
  ['code in it', '<think>```\n`</think>Two years [2].'],
  ['a tag within', '<think>a <think> b</think>Two years [2].'],
  ['no opening tag', 'It is [1], or ```[3]``` perhaps.\n</think>\n\nTwo years [2].'],
  ['a place in the middle', 'Two <think>or three [1]?</think>years [2].'],
])('reasoning in %s is left out', (_, answer) => {
  expect(sameInParts(answer)).toEqual({ text: 'Two years [2].', citations: [2], dropped: 0 });
});

test.each([
  ['a tag that nothing closes', 'It has a <reasoning> element [1]. Delete it [2].'],
  ['a closing tag that nothing follows', 'Two years [1].\n</think>'],
])('an answer with %s keeps its text', (_, answer) => {
  expect(sameInParts(answer).text.trim()).toBe(answer.replace('\n</think>', ''));
  expect(sameInParts(answer).citations).not.toEqual([]);
});

test('a tag that nothing closes begins reasoning in an answer that is cut', () => {
  const filter = new AnswerFilter(3);
  expect(filter.push('Two years [1]. <think>Or').text).toBe('Two years [1]. ');
  expect(filter.end(false).text).toBe('');
});

test('lines may end in two characters, and a fence has no backtick in its line', () => {
  const lines = 'So:\r\n\r\n```js\r\na[0]\r\n```\r\n\r\nTwo [99] [1].';
  expect(sameInParts(lines)).toMatchObject({ citations: [1], dropped: 1 });
  const span = '```a[9]``` is the code.\n\nTwo [99] [1].';
  expect(sameInParts(span).text).toBe('```a[9]``` is the code.\n\nTwo [1].');
  expect(sameInParts('Press \\` to open [1], [99].').text).toBe('Press \\` to open [1],.');
});

test('a long run of spaces is read once', () => {
  const filter = new AnswerFilter(3);
  const spaces = ' '.repeat(100_000);
  let text = '';
  for (let at = 0; at < spaces.length; at += 4) text += filter.push(spaces.slice(at, at + 4)).text;
  expect(text + filter.push('a [1]').text + filter.end().text).toBe('a [1]');
  expect(filtered([`a${spaces}b [1]`]).text).toBe(`a${spaces}b [1]`);
  expect(filtered([`a${spaces}[99]`])).toMatchObject({ text: `a${spaces}`, dropped: 1 });
});

test('reasoning that never ends leaves no answer', () => {
  expect(sameInParts('<think>It is [1].').text).toBe('');
});

test.each([
  ['a code span', 'Write `<think>` and `</think>` [1].'],
  ['fenced code', 'So [1]:\n\n```\n<think>a</think>\n</think>\n```'],
])('tags in %s are text', (_, answer) => {
  expect(sameInParts(answer).text).toBe(answer);
});

test('text before a closing tag is held back for a service that is known for it', () => {
  const filter = new AnswerFilter(3, { beginsWithReasoning: true });
  expect(filter.push('It is [1], `or')).toEqual({ text: '', restarted: false });
  expect(filter.push('</think>Two years')).toEqual({ text: 'Two years', restarted: false });
  expect(filter.isReasoningUnopened).toBe(true);
  expect(sameInParts('a</think>Two years [2].', { beginsWithReasoning: true }).text).toBe(
    'Two years [2].',
  );
});

test('text without a closing tag is the answer of such a service too', () => {
  expect(sameInParts('Two `[9]` years [2], [7].', { beginsWithReasoning: true })).toEqual({
    text: 'Two `[9]` years [2],.',
    citations: [2],
    dropped: 1,
  });
});

test('text is passed on as soon as it can no longer be a citation', () => {
  const filter = new AnswerFilter(3);
  expect(filter.push('Two years').text).toBe('Two years');
  expect(filter.push(' [1').text).toBe('');
  expect(filter.push('] or').text).toBe(' [1] or');
});
