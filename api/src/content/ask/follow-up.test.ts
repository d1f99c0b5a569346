import type { ServerResponse } from 'node:http';

import { afterAll, beforeAll, expect, test } from 'vitest';

import {
  sendEnd,
  sendParts,
  startChatService,
  type TestChatService,
} from '@carrel/testing/faults/chat-service.ts';
import { searchedFor } from './follow-up.ts';

let service: TestChatService;
let respond: (response: ServerResponse) => void = () => undefined;

beforeAll(async () => {
  service = await startChatService((response) => respond(response));
});
afterAll(() => service.stop());

const TURNS = [{ question: 'How long is the warranty?', answer: 'Two years [1].' }];
const TOGETHER = 'And oil? How long is the warranty?';

const write = (text: string) => (response: ServerResponse) => {
  sendParts(response, [text]);
  sendEnd(response);
};

const search = (turns = TURNS, signal = new AbortController().signal) =>
  searchedFor({ url: service.url, model: 'small', apiKey: undefined }, 'And oil?', turns, signal);

test('a first question is searched as it is, without the model', async () => {
  expect(await search([])).toBe('And oil?');
  expect(service.requests).toEqual([]);
});

test.each([
  ['a question', 'How long does oil last?', 'How long does oil last?'],
  [
    'quotes and reasoning',
    '<think>oil</think>\n"How long does oil last?"\n',
    'How long does oil last?',
  ],
  [
    'reasoning that no tag opens',
    'oil\n</think>How long does oil last?',
    'How long does oil last?',
  ],
  ['a code in brackets and a phrase', 'Is [500] "soft close"', 'Is [500] "soft close"'],
  ['what cannot be stored', 'a\0b', TOGETHER],
  ['several lines', 'One\nTwo', TOGETHER],
  ['nothing', ' ', TOGETHER],
  ['too much', 'x '.repeat(400), TOGETHER],
])('a model that writes %s', async (_, text, searched) => {
  respond = write(text);
  expect(await search()).toBe(searched);
});

test('a service that fails', async () => {
  respond = (response) => void response.writeHead(500).end();
  expect(await search()).toBe(TOGETHER);
});

test('a person who leaves ends the request', async () => {
  const leaving = new AbortController();
  respond = () => leaving.abort();
  expect(await search(TURNS, leaving.signal)).toBe(TOGETHER);
  await service.closed;
});
