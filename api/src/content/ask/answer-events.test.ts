import type { AskEvent } from '@carrel/shared/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import {
  sendEnd,
  sendParts,
  startChatService,
  type TestChatService,
} from '@carrel/testing/faults/chat-service.ts';
import { makeResult } from '@carrel/testing/search-result.ts';
import { answerEvents } from './answer-events.ts';
import type { ChatServiceSettings } from '../../models/chat/chat-service.ts';

let service: TestChatService;
let chat: ChatServiceSettings;
let parts: readonly string[] = [];
let reason = 'stop';

beforeAll(async () => {
  service = await startChatService((response) => {
    sendParts(response, parts);
    sendEnd(response, reason);
  });
  chat = { url: service.url, model: 'small', apiKey: undefined };
});
afterAll(() => service.stop());

/** Asks a service that writes these parts. */
async function ask(written: readonly string[], ends = 'stop'): Promise<AskEvent[]> {
  parts = written;
  reason = ends;
  const passages = [makeResult('Two years.')];
  const { signal } = new AbortController();
  const question = { query: 'How long?', turns: [], passages, signal };
  const events: AskEvent[] = [];
  for await (const event of answerEvents(chat, question)) events.push(event);
  return events;
}

const namesOf = (events: readonly AskEvent[]) => events.map(({ name }) => name);
const textOf = (events: readonly AskEvent[]) =>
  events.map(({ name, data }) => (name === 'delta' ? data.text : '')).join('');

describe('reasoning', () => {
  test('never reaches the reader', async () => {
    const events = await ask(['<thi', 'nk>Is it [1]?</th', 'ink>\n\nTwo years [1].']);
    expect(namesOf(events)).toEqual(['delta', 'done']);
    expect(textOf(events)).toBe('Two years [1].');
  });

  test('that no tag opens is taken back twice, and held back after that', async () => {
    const reasoned = ['Is it [1]?', '\n</think>\n', 'Two years.'];
    const names = ['delta', 'delta', 'restarted', 'delta', 'done'];
    const first = await ask(reasoned);
    expect(namesOf(first)).toEqual(names);
    expect(first.at(-1)?.data).toEqual({ citations: [], dropped: 0, cut: false });
    expect(namesOf(await ask(reasoned))).toEqual(names);
    expect(textOf(await ask(reasoned))).toBe('Two years.');
    expect(textOf(await ask(['Two years [1].']))).toBe('Two years [1].');
    // A service that did not do so again is forgotten.
    expect(namesOf(await ask(reasoned))).toEqual(names);
    await ask(['Two years [1].']);
  });
});

describe('an answer', () => {
  test.each([
    [['NO', '_ANSWER']],
    [['**NO', '_ANSWER**']],
    [['NO_ANSWER\n\nThe passages are about oil.']],
    [['<think>x</think>\n', 'NO_ANSWER', '.']],
  ])('of the word for none is a refusal: %j', async (written) => {
    expect(await ask(written)).toMatchObject([
      { name: 'refused', data: { reason: 'not_answered' } },
    ]);
  });

  test.each([
    [['NO', '_ANSWERS are given [1].']],
    [['NO', '_ANSW']],
    [['No.']],
    [['NO_ANSWER is', ' not right.']],
  ])('that begins like that word is one: %j', async (written) => {
    const events = await ask(written);
    expect(textOf(events)).toBe(written.join(''));
    expect(events.at(-1)?.name).toBe('done');
  });

  test.each([
    ['length', { cut: true, cut_by: 'length' }],
    ['content_filter', { cut: true, cut_by: 'filter' }],
    ['tool_calls', { cut: true }],
  ])('that is cut by finish reason %s says so', async (ends, cut) => {
    const events = await ask(['Two years [1]'], ends);
    expect(events.at(-1)?.data).toEqual({ citations: [1], dropped: 0, ...cut });
  });

  test.each([
    ['stop', ' \n', 'wrote no answer'],
    ['stop', '<think>Two years.</think>', 'wrote no answer'],
    ['content_filter', '', 'A content filter of the answering service kept the answer back.'],
    ['length', '<think>Two', 'used the length of its answer before it wrote one'],
  ])('that ends as %s with nothing but %j fails with a sentence', async (ends, text, sentence) => {
    await expect(ask([text], ends)).rejects.toThrow(sentence);
  });
});
