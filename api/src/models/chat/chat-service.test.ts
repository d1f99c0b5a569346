import { once } from 'node:events';
import type { ServerResponse } from 'node:http';

import { afterEach, expect, test } from 'vitest';

import {
  sendEnd,
  sendParts,
  startChatService,
  type TestChatService,
} from '@carrel/testing/faults/chat-service.ts';
import { requestChat, type ChatServiceSettings } from './chat-service.ts';
import { readChunks, type ChatPart } from './read-chunks.ts';

const SECRET = 'a secret of the tenant';
const MESSAGES = [{ role: 'user', content: SECRET }] as const;

let service: TestChatService | undefined;
afterEach(() => service?.stop());

async function ask(
  respond: (response: ServerResponse) => void,
  settings: Partial<ChatServiceSettings> = {},
  signal = new AbortController().signal,
): Promise<ChatPart[]> {
  service = await startChatService(respond);
  const parts: ChatPart[] = [];
  const { url } = service;
  const chat = { url, model: 'small', apiKey: 'key', ...settings };
  for await (const part of requestChat(chat, MESSAGES, signal)) parts.push(part);
  return parts;
}

const stream = (text: string) => (response: ServerResponse) => {
  response.writeHead(200, { 'Content-Type': 'text/event-stream' }).end(text);
};

test('an answer is returned in the parts in which it arrives', async () => {
  const parts = await ask((response) => {
    sendParts(response, ['Two ', 'years [1].']);
    sendEnd(response);
  });
  expect(parts).toEqual([{ text: 'Two ' }, { text: 'years [1].' }, { end: 'complete' }]);
  expect(
    service?.requests.map(({ path, headers, body }) => [
      path,
      headers.authorization,
      body.model,
      body.stream,
    ]),
  ).toEqual([['/v1/chat/completions', 'Bearer key', 'small', true]]);
});

test.each([
  ['stop', 'complete'],
  ['length', 'length'],
  ['content_filter', 'filter'],
  ['SAFETY', 'filter'],
  ['tool_calls', 'cut'],
])('an answer with finish reason %s ends as %s', async (reason, end) => {
  const parts = await ask((response) => {
    sendParts(response, ['Two']);
    sendEnd(response, reason);
  });
  expect(parts.at(-1)).toEqual({ end });
});

test('reasoning in fields or parts of its own is not the answer, a refusal is', async () => {
  const deltas = [
    { reasoning_content: 'hm' },
    { content: null, reasoning: 'hm' },
    { content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'hm' }] }] },
    { content: [{ type: 'text', text: 'Two ' }, { text: 'years' }] },
    { refusal: ', no more.' },
  ];
  const chunks = deltas.map((delta) => `data: ${JSON.stringify({ choices: [{ delta }] })}\n\n`);
  expect(await ask(stream(`${chunks.join('')}data: [DONE]\n\n`))).toEqual([
    { text: 'Two years' },
    { text: ', no more.' },
    { end: 'complete' },
  ]);
});

test('each part of reasoning is one without text, so that a model that reasons for long is not late', async () => {
  const chunk = 'data: {"choices":[{"delta":{"reasoning_content":"hm"}}]}\n\n';
  const body = new Blob([`${chunk.repeat(2)}data: [DONE]\n\n`]).stream();
  const parts: ChatPart[] = [];
  for await (const part of readChunks(body)) parts.push(part);
  expect(parts).toEqual([{ text: '' }, { text: '' }, { end: 'complete' }]);
});

test('a chunk without choices, such as one with the usage, is skipped', async () => {
  const parts = await ask(stream('data: {"choices":[],"usage":{}}\n\ndata: [DONE]\n\n'));
  expect(parts).toEqual([{ end: 'complete' }]);
});

test.each([301, 302, 307, 308])('a redirect (%d) is not followed', async (status) => {
  const elsewhere = await startChatService((response) => response.end());
  await expect(
    ask((response) => response.writeHead(status, { Location: elsewhere.url }).end()),
  ).rejects.toThrow('set CHAT_URL');
  expect(elsewhere.requests).toEqual([]);
  elsewhere.stop();
});

test.each([
  [429, 'not available (status 429)'],
  [500, 'not available (status 500)'],
  [401, 'refused the question (status 401)'],
])('a response with status %d is a failure with a sentence', async (status, sentence) => {
  const failed = ask((response) => response.writeHead(status).end(`{"error":"${SECRET}"}`));
  await expect(failed).rejects.toThrow(sentence);
  await expect(failed).rejects.not.toThrow(SECRET);
});

test.each([
  ['text', stream('data: nonsense\n\n')],
  ['other JSON', stream('data: {"answer":"yes"}\n\n')],
  ['an error in the stream', stream('data: {"error":{"message":"overloaded"}}\n\n')],
  [
    'no stream',
    (response: ServerResponse) =>
      void response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}'),
  ],
])('%s instead of an answer is a failure', async (_, respond) => {
  await expect(ask(respond)).rejects.toThrow('no answer');
});

test('a stream that ends before the answer does is a failure', async () => {
  await expect(
    ask((response) => {
      sendParts(response, ['Two']);
      response.end();
    }),
  ).rejects.toThrow('in the middle of its answer');
});

test('a connection that breaks is a failure', async () => {
  await expect(
    ask((response) => {
      sendParts(response, ['Two']);
      response.write(': here\n\n', () => response.destroy());
    }),
  ).rejects.toThrow('in the middle of its answer');
});

test('a service that is away is a failure', async () => {
  await expect(ask(() => undefined, { url: 'http://127.0.0.1:9' })).rejects.toThrow(
    'could not be reached',
  );
});

test('an answer without end is cut off at 8 MB, and its connection closed', async () => {
  await expect(
    ask((response) => {
      const write = () => {
        while (!response.destroyed && response.write(`data: {"choices":[]}\n\n`.repeat(1000)));
      };
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      response.on('drain', write);
      write();
    }),
  ).rejects.toThrow('more than an answer may have');
  await service?.closed;
});

test('a service that does not begin is left at its deadline', async () => {
  await expect(ask(() => undefined, { partMilliseconds: 50 })).rejects.toThrow('took too long');
  await service?.closed;
});

test('a service that stops in the middle is left at its deadline', async () => {
  await expect(
    ask((response) => sendParts(response, ['Two']), { partMilliseconds: 50 }),
  ).rejects.toThrow('took too long');
});

test('an answer that arrives slowly without end is left at the deadline of the whole', async () => {
  await expect(
    ask(
      (response) => {
        sendParts(response, ['Two']);
        const timer = setInterval(() => response.write(': here\n\n'), 20);
        void once(response, 'close').then(() => clearInterval(timer));
      },
      { wholeMilliseconds: 200 },
    ),
  ).rejects.toThrow('took too long');
});

test('aborting reaches the service', async () => {
  const aborting = new AbortController();
  const asked = ask(
    (response) => {
      sendParts(response, ['Two']);
      aborting.abort();
    },
    {},
    aborting.signal,
  );
  await expect(asked).rejects.toMatchObject({ name: 'AbortError' });
  await service?.closed;
});

test('leaving the answer early closes the connection', async () => {
  service = await startChatService((response) => sendParts(response, ['Two', 'years']));
  const chat = { url: service.url, model: 'small', apiKey: undefined };
  for await (const part of requestChat(chat, MESSAGES, new AbortController().signal)) {
    expect(part).toEqual({ text: 'Two' });
    break;
  }
  await service.closed;
});
