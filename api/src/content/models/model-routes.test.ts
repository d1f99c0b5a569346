import type { RoleName } from '@carrel/shared/contract';
import type { ModelName, Models } from '@carrel/shared/contract/organization';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { sendEnd, sendParts, startChatService } from '@carrel/testing/faults/chat-service.ts';
import {
  sendJson,
  startJsonService,
  type JsonService,
} from '@carrel/testing/faults/json-service.ts';
import { createPipelineFixture, type PipelineFixture } from '@carrel/testing/pipeline-fixture.ts';
import { readJson, type Member } from '@carrel/testing/server-fixture.ts';

const KEY = 'secret-key-of-the-operator';

const embed: JsonService['respond'] = (response, body, request) => {
  const texts = body['input'] as string[];
  sendJson({ data: texts.map((_, index) => ({ index, embedding: [1, 2, 3] })) })(
    response,
    body,
    request,
  );
};

let service: JsonService;
let chat: Awaited<ReturnType<typeof startChatService>>;
let fixture: PipelineFixture;

beforeAll(async () => {
  service = await startJsonService(embed);
  chat = await startChatService((response) => {
    sendParts(response, ['yes']);
    sendEnd(response);
  });
  fixture = await createPipelineFixture(
    {},
    {
      embeddings: {
        url: service.url,
        model: 'small',
        apiKey: KEY,
        dimensions: undefined,
        batch: 64,
        tokens: undefined,
        version: '',
        queryPrefix: '',
        passagePrefix: '',
      },
      chat: { url: chat.url, model: 'talker', apiKey: undefined },
    },
  );
  await fixture.uploadFiles({ 'car.txt': 'My automobile is red.', 'cat.txt': 'A kitten sleeps.' });
});
afterAll(async () => {
  service.close();
  chat.stop();
  await fixture.close();
});
beforeEach(async () => {
  service.respond = embed;
  await fixture.server.database.query('DELETE FROM rate_limits');
});

const modelsPath = (id = fixture.organizationId) => `/organizations/${id}/models`;
const read = async (query = '', caller: Member = fixture.owner) => {
  const response = await caller.call('GET', `${modelsPath()}${query}`);
  expect(response.status).toBe(200);
  return readJson<Models>(response);
};
const send = (model: ModelName, caller: Member = fixture.owner) =>
  caller.call('POST', `${modelsPath()}/test`, { json: { model } });
const messageOf = async (response: Response) =>
  (await readJson<{ message: string }>(response)).message;

/** Has the dataset's vectors look as if a run were at work. */
const setRun = (run: { complete: boolean; done: number; total: number }) =>
  fixture.server.database.query(
    'UPDATE dataset_models SET complete = $2, done = $3, total = $4 WHERE dataset_id = $1',
    [fixture.datasetId, run.complete, run.done, run.total],
  );

describe('the models of an organization', () => {
  test('are those of the settings, with the length of vectors that were made, and no key', async () => {
    const models = await read();
    expect(models.embeddings).toEqual({
      name: 'small',
      runs: 'service',
      host: new URL(service.url).host,
      dimensions: 3,
      state: 'ready',
      loaded: null,
      reason: null,
      since: expect.any(String),
      next_try: null,
      texts_per_second: expect.any(Number),
    });
    expect(models.chat?.name).toBe('talker');
    expect(models.rerank).toBeNull();
    expect(JSON.stringify(models)).not.toContain(KEY);
  });

  test('say how many chunks of a dataset have vectors', async () => {
    const { datasets } = await read();
    expect(datasets).toEqual([
      {
        id: fixture.datasetId,
        name: 'Library',
        chunks: 2,
        vectors: 2,
        waiting: 0,
        state: 'ready',
        seconds_left: null,
      },
    ]);
  });

  test('say of a dataset that is embedded by another model how far it is, and how long it takes', async () => {
    const { models } = fixture.server.dependencies;
    const { embeddings } = models;
    if (embeddings === undefined) throw new Error('No model');
    models.embeddings = {
      ...embeddings,
      status: () => ({ ...embeddings.status(), textsPerSecond: 20 }),
    };
    await setRun({ complete: false, done: 11_206, total: 34_683 });
    expect((await read()).datasets).toMatchObject([
      { chunks: 34_683, vectors: 11_206, state: 'building', seconds_left: 1174 },
    ]);
    await setRun({ complete: false, done: 0, total: 0 });
    expect((await read()).datasets).toMatchObject([
      { chunks: null, vectors: null, state: 'building', seconds_left: null },
    ]);
    await setRun({ complete: true, done: 0, total: 0 });
    models.embeddings = embeddings;
  });

  test('list datasets by name, in pages, and an empty one has nothing to embed', async () => {
    await fixture.call('POST', '/datasets', { name: 'Archive' });
    await fixture.call('POST', '/datasets', { name: 'Zoo: "älter"' });
    const first = await read('?limit=2');
    expect(first.datasets.map(({ name, state }) => [name, state])).toEqual([
      ['Archive', 'none'],
      ['Library', 'ready'],
    ]);
    const second = await read(`?limit=2&cursor=${first.next_cursor}`);
    expect(second.datasets.map(({ name }) => name)).toEqual(['Zoo: "älter"']);
    expect(second.next_cursor).toBeUndefined();
  });

  test.each(['?cursor=eA', '?limit=101', '?limit=0'])('refuse %s', async (query) => {
    const response = await fixture.owner.call('GET', `${modelsPath()}${query}`);
    expect([400, 422]).toContain(response.status);
  });

  test('of another organization have its own datasets alone', async () => {
    const other = await fixture.withNewOrganization();
    const response = await other.owner.call('GET', modelsPath(other.organizationId));
    const { datasets } = await readJson<Models>(response);
    expect(datasets.map(({ id }) => id)).toEqual([other.datasetId]);
    expect((await other.owner.call('GET', modelsPath())).status).toBe(404);
  });

  test.each<[RoleName, number]>([
    ['Admin', 200],
    ['Editor', 403],
    ['Viewer', 403],
  ])('are shown to %s with status %d', async (role, status) => {
    const member = await fixture.server.member(fixture.organizationId, role);
    expect((await member.call('GET', modelsPath())).status).toBe(status);
    expect((await send('embeddings', member)).status).toBe(status);
  });
});

describe('a test of a model', () => {
  test.each<ModelName>(['embeddings', 'chat'])('of %s says how long it took', async (model) => {
    const response = await send(model);
    expect(response.status).toBe(200);
    expect(await readJson(response)).toEqual({ milliseconds: expect.any(Number) as number });
  });

  test('that fails has the sentence of the failure, and is tried again at once', async () => {
    service.respond = sendJson({}, 503);
    const refused = await send('embeddings');
    expect(refused.status).toBe(502);
    expect(await messageOf(refused)).toBe('The embedding service is not available (status 503).');
    service.respond = embed;
    expect((await send('embeddings')).status).toBe(200);
  });

  test('that no setting names, names the setting', async () => {
    const refused = await send('rerank');
    expect(refused.status).toBe(409);
    expect(await messageOf(refused)).toBe(
      'No reranking model is set. The operator can set RERANK_MODEL or RERANK_URL.',
    );
  });

  test('is refused by the limit, and of an unknown model', async () => {
    const unknown = await fixture.owner.call('POST', `${modelsPath()}/test`, {
      json: { model: 'other' },
    });
    expect(unknown.status).toBe(422);
    await fixture.server.database.query('UPDATE rate_limits SET count = 30');
    expect((await send('chat')).status).toBe(429);
  });
});
