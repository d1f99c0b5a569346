import type { ServerResponse } from 'node:http';

import type { AskEvent, AskRequest, SearchLog } from '@carrel/shared/contract';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';

import {
  partOf,
  sendEnd,
  sendParts,
  startChatService,
  type ChatRequest,
  type TestChatService,
} from '@carrel/testing/faults/chat-service.ts';
import { createPipelineFixture, type PipelineFixture } from '@carrel/testing/pipeline-fixture.ts';
import { createServerFixture, readJson } from '@carrel/testing/server-fixture.ts';
import { searchLogWriterOf } from '../search-log/search-log.ts';

let respond: (response: ServerResponse, request: ChatRequest) => void = () => undefined;
let service: TestChatService;
let fixture: PipelineFixture;
let workspaceId: string;

let closing: Promise<void> | undefined;
const close = () => (closing ??= fixture.close());

beforeAll(async () => {
  service = await startChatService((response, request) => respond(response, request));
  const chat = { url: service.url, model: 'small', apiKey: 'key' };
  fixture = await createPipelineFixture({}, { chat });
  await fixture.uploadFiles({
    'warranty.md': 'The warranty of an engine lasts two years.',
    'oil.md': 'Change the oil of the engine each year.',
  });
  const created = await fixture.call('POST', '/workspaces', { name: 'Garage' });
  ({ id: workspaceId } = await readJson<{ id: string }>(created));
  await fixture.call('PUT', `/workspaces/${workspaceId}/datasets/${fixture.datasetId}`);
});
afterEach(() => service.requests.splice(0));
afterAll(async () => {
  await close();
  service.stop();
});

const answer =
  (...parts: string[]) =>
  (response: ServerResponse) => {
    sendParts(response, parts);
    sendEnd(response);
  };

type Received = {
  [Name in AskEvent['name']]: [Name, Extract<AskEvent, { name: Name }>['data']];
}[AskEvent['name']];

const open = (input: AskRequest) => fixture.call('POST', `/workspaces/${workspaceId}/ask`, input);

/** Asks, and returns the events of the answer. */
async function ask(input: AskRequest): Promise<Received[]> {
  const response = await open(input);
  expect(response.status).toBe(200);
  expect(response.headers.get('Content-Type')).toContain('text/event-stream');
  return eventsOf(await response.text());
}

const eventsOf = (text: string) =>
  [...text.matchAll(/^event: (.+)\ndata: (.+)$/gm)].map(
    ([, name, data = '']) => [name, JSON.parse(data)] as Received,
  );

const textOf = (events: readonly Received[]) =>
  events.map(([name, data]) => (name === 'delta' ? data.text : '')).join('');

/** Begins an answer that never ends. */
const hang = (response: ServerResponse) => sendParts(response, ['Two years']);

const QUESTION = { query: 'How long is the warranty of an engine?' };

describe('a question', () => {
  test('is answered from passages, whose citations exist', async () => {
    respond = answer('Two ye', 'ars [', '1', '], not three [', '99].');
    const events = await ask(QUESTION);
    const [first, last] = [events[0], events.at(-1)];
    expect(first?.[0]).toBe('passages');
    expect(first?.[0] === 'passages' && first[1].passages[0]?.document.name).toBe('warranty.md');
    expect(textOf(events)).toBe('Two years [1], not three.');
    expect(last).toEqual(['done', { citations: [1], dropped: 1, cut: false }]);
  });

  test('is sent with the passages, the model and the key', async () => {
    respond = answer('Yes [1].');
    await ask(QUESTION);
    const [request] = service.requests;
    expect(request?.headers.authorization).toBe('Bearer key');
    expect(request?.body.model).toBe('small');
    expect(request?.body.messages.map(({ role }) => role)).toEqual(['system', 'user']);
    expect(request?.body.messages[1]?.content).toContain('lasts two years');
    expect(request?.body.messages[1]?.content).toContain(QUESTION.query);
  });

  test('may be limited to some documents', async () => {
    respond = answer('Yes [1].');
    const events = await ask({ query: 'engine', filter: { name: 'oil' } });
    expect(
      events[0]?.[0] === 'passages' && events[0][1].passages.map(({ document }) => document.name),
    ).toEqual(['oil.md']);
  });

  test('that nothing answers is asked of no model, and shows the nearest passages', async () => {
    const events = await ask({ query: 'Which engine has Saturn or Jupiter in its orbit?' });
    expect(events.map(([name]) => name)).toEqual(['passages', 'refused']);
    expect(events[0]?.[0] === 'passages' && events[0][1].passages.length).toBeGreaterThan(0);
    expect(events[1]?.[1]).toEqual({
      reason: 'too_far',
      message: 'Nothing in these datasets answers this.',
    });
    expect((await ask({ query: 'Saturn' }))[1]?.[1]).toMatchObject({ reason: 'nothing_found' });
    expect(service.requests).toEqual([]);
  });

  test('that the model cannot answer from the passages is refused', async () => {
    respond = answer('NO', '_ANSWER');
    const events = await ask(QUESTION);
    expect(events.map(([name]) => name)).toEqual(['passages', 'refused']);
    expect(events[1]?.[1]).toMatchObject({ reason: 'not_answered' });
  });

  test('is counted in what people ask, by what was found', async () => {
    respond = answer('Yes [1].');
    await ask({ query: 'warranty of an engine' });
    await ask({ query: 'Jupiter' });
    await searchLogWriterOf(fixture.server.dependencies).flush();
    const { unanswered } = await readJson<SearchLog>(
      await fixture.call('GET', `/workspaces/${workspaceId}/searches`),
    );
    const queries = unanswered.map(({ query }) => query);
    expect(queries).toContain('Jupiter');
    expect(queries).not.toContain('warranty of an engine');
  });

  test.each([
    ['', 'Question is required'],
    ['x'.repeat(2001), 'Question must be at most 2000 characters'],
  ])('is refused if it is too short or too long', async (query, message) => {
    const response = await open({ query });
    expect(response.status).toBe(422);
    expect(await response.text()).toContain(message);
  });
});

/** Responds to the request for a search with this text, and else with an answer. */
const searchFor =
  (text: string) =>
  (response: ServerResponse, { body }: ChatRequest): void => {
    const isSearch = body.messages.at(-1)?.content.includes('last question') === true;
    answer(isSearch ? text : 'Each year [1].')(response);
  };

describe('a follow-up question', () => {
  const turns = [{ question: QUESTION.query, answer: 'Two years [1].' }];
  test('is searched as the model says it alone, and answered after the turns', async () => {
    respond = searchFor('<think>oil?</think>"Change of the oil of an engine"');
    const events = await ask({ query: 'And that?', turns });
    expect(events[0]).toMatchObject(['passages', { query: 'Change of the oil of an engine' }]);
    expect(events[0]?.[0] === 'passages' && events[0][1].passages[0]?.document.name).toBe('oil.md');
    expect(textOf(events)).toBe('Each year [1].');
    const messages = service.requests.at(-1)?.body.messages ?? [];
    expect(messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user']);
    expect(messages[2]?.content).toBe('Two years.');
    expect(messages[3]?.content).toContain('And that?');
  });

  test.each([
    [Array.from({ length: 5 }, () => turns[0]), 'At most 4 turns go along'],
    [[{ question: 'a', answer: 'x'.repeat(12_001) }], 'Answer must be at most 12000 characters'],
    [[{ question: ' ', answer: '' }], 'Question is required'],
  ])('has few and short turns', async (many, message) => {
    const response = await open({ query: 'And oil?', turns: many as typeof turns });
    expect(response.status).toBe(422);
    expect(await response.text()).toContain(message);
  });
});

describe('an answer that fails', () => {
  test('says so after its passages', async () => {
    respond = (response) => void response.writeHead(500).end();
    const events = await ask(QUESTION);
    expect(events.map(([name]) => name)).toEqual(['passages', 'failed']);
    expect(events[1]?.[1]).toEqual({
      message: 'The answering service is not available (status 500). Try again in a moment.',
    });
  });

  test('keeps what was sent before', async () => {
    respond = (response) => {
      sendParts(response, ['Two years']);
      response.end();
    };
    const events = await ask(QUESTION);
    expect(events.map(([name]) => name)).toEqual(['passages', 'delta', 'failed']);
  });
});

describe('an answer in progress', () => {
  test('ends at the service when the person stops it', async () => {
    respond = hang;
    const response = await open(QUESTION);
    const reader = response.body?.getReader();
    let text = '';
    while (!text.includes('event: delta')) {
      text += new TextDecoder().decode((await reader?.read())?.value);
    }
    await reader?.cancel();
    await expect(service.closed).resolves.toBeUndefined();
  });

  test('S2: ends with a sentence once its reader is signed out', async () => {
    const reader = await fixture.server.member(fixture.organizationId, 'Viewer');
    let answering: ServerResponse | undefined;
    respond = (response) => {
      answering = response;
      hang(response);
    };
    const response = await reader.call('POST', `/workspaces/${workspaceId}/ask`, {
      organizationId: fixture.organizationId,
      json: QUESTION,
    });
    let text = '';
    for await (const part of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += part;
      if (answering === undefined || !text.includes('event: delta')) continue;
      await fixture.server.database.query('DELETE FROM sessions WHERE account_id = $1', [
        reader.accountId,
      ]);
      const later = performance.now() + 60_000;
      vi.spyOn(performance, 'now').mockReturnValue(later);
      answering.write(partOf(' [1], as is written.'));
      sendEnd(answering);
      answering = undefined;
    }
    vi.restoreAllMocks();
    const events = eventsOf(text);
    expect(events.map(([name]) => name)).toEqual(['passages', 'delta', 'failed']);
    expect(textOf(events)).toBe('Two years');
    expect(events.at(-1)?.[1]).toEqual({ message: 'Please sign in to continue.' });
  });

  test('is limited for an account, and free again after it', async () => {
    respond = hang;
    const first = await open(QUESTION);
    const second = await open(QUESTION);
    const third = await open(QUESTION);
    expect(third.status).toBe(503);
    expect(third.headers.get('Retry-After')).not.toBeNull();
    await first.body?.cancel();
    await second.body?.cancel();
    respond = answer('Yes [1].');
    await expect.poll(async () => (await open(QUESTION)).status, { timeout: 20_000 }).toBe(200);
  });
});

test('a server without a chat service has no answers, and says so', async () => {
  const server = await createServerFixture({ settings: { chat: undefined } });
  const owner = await server.person();
  const organizationId = await server.organization(owner);
  const created = await owner.call('POST', '/workspaces', {
    organizationId,
    json: { name: 'Desk' },
  });
  const { id } = await readJson<{ id: string }>(created);
  const available = await owner.call('GET', '/ask', { organizationId });
  expect(await available.json()).toEqual({ available: false });
  const asked = await owner.call('POST', `/workspaces/${id}/ask`, {
    organizationId,
    json: QUESTION,
  });
  expect(asked.status).toBe(404);
  await server.close();
});

// The last test: the fixture is closed in it.
test('a server that restarts ends answers in progress with a sentence', async () => {
  respond = (response) => {
    hang(response);
    void close();
  };
  const events = await ask(QUESTION);
  expect(events.at(-1)).toEqual([
    'failed',
    { message: 'The server is restarting. Ask again in a moment.' },
  ]);
});
