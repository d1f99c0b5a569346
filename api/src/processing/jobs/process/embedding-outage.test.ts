import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { vectorsFor as vectors } from '@carrel/testing/faults/embedding-service.ts';
import { createPipelineFixture, type PipelineFixture } from '@carrel/testing/pipeline-fixture.ts';

describe('Q2: an embedding service', () => {
  let server: Server;
  let respond: (texts: string[]) => { status: number; body: unknown };
  let calls: number;
  let fixture: PipelineFixture;

  beforeAll(async () => {
    server = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        calls += 1;
        const { input } = JSON.parse(Buffer.concat(parts).toString()) as { input: string[] };
        const { status, body } = respond(input);
        response.writeHead(status, { 'Content-Type': 'application/json' });
        response.end(JSON.stringify(body));
      });
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    const { port } = server.address() as AddressInfo;
    fixture = await createPipelineFixture({
      embeddingService: {
        url: `http://127.0.0.1:${port}`,
        model: 'test',
        tries: 3,
        waitMilliseconds: 5,
      },
    });
  });
  beforeEach(() => {
    calls = 0;
  });
  afterAll(async () => {
    await fixture.close();
    server.close();
  });

  test('that recovers receives requests again', async () => {
    respond = (texts) =>
      calls < 3
        ? { status: calls === 1 ? 429 : 503, body: {} }
        : { status: 200, body: vectors(texts, 0.5) };
    await fixture.uploadFiles({ 'recovers.txt': 'Text.' });
    expect((await fixture.documents()).find(({ path }) => path === 'recovers.txt')?.status).toBe(
      'embedded',
    );
    expect(calls).toBe(3);
  });

  test.each([
    ['is away', () => ({ status: 503, body: {} }), 'not available (status 503)'],
    [
      'returns no numbers',
      (texts: string[]) => ({ status: 200, body: vectors(texts, null) }),
      'returned an invalid response',
    ],
    [
      'returns vectors of another length',
      (texts: string[]) => ({ status: 200, body: vectors(texts, 1, 4) }),
      'different lengths',
    ],
    ['returns too few', () => ({ status: 200, body: { data: [] } }), 'too few or too many'],
    ['refuses', () => ({ status: 401, body: {} }), 'refused the text (status 401)'],
  ])('that %s leaves an error with the reason', async (what, badResponse, reason) => {
    respond = badResponse;
    await fixture.uploadFiles({ [`${what}.txt`]: 'Text.' });
    const document = (await fixture.documents()).find(({ path }) => path === `${what}.txt`);
    expect(document?.status).toBe('embedding_error');
    expect(document?.error).toContain(reason);
    expect(calls).toBe(what === 'refuses' ? 1 : 3);
  });
});
