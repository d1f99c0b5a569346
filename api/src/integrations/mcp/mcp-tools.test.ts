import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { ApiKeyScope, SearchLog } from '@carrel/shared/contract';

import { connect, ERAS } from '@carrel/testing/mcp/mcp-client.ts';
import { createPipelineFixture, type PipelineFixture } from '@carrel/testing/pipeline-fixture.ts';
import { readJson } from '@carrel/testing/server-fixture.ts';
import { searchLogWriterOf } from '../../content/search-log/search-log.ts';
import { TEXT_MAX } from './tools/text-window.ts';

let fixture: PipelineFixture;
let workspaceId: string;

/** A chapter each; as long as five parts. */
const NOVEL = Array.from(
  { length: 500 },
  (_, chapter) => `# Chapter ${chapter}\n\n${'It was a dark night. '.repeat(25)}Word${chapter} 😀.`,
).join('\n\n');

beforeAll(async () => {
  fixture = await createPipelineFixture();
  await fixture.uploadFiles({
    'Manuals/engine.md': '# Oil\n\nChange the oil each year.',
    'novel.md': NOVEL,
    'letter.txt': 'José liked the café in Zürich.',
  });
  workspaceId = await workspaceOf(fixture, [fixture.datasetId]);
});
afterAll(() => fixture.close());

async function workspaceOf(of: PipelineFixture, datasetIds: string[]): Promise<string> {
  const created = await of.call('POST', '/workspaces', { name: 'Reading room' });
  const { id } = await readJson<{ id: string }>(created);
  for (const datasetId of datasetIds) {
    await of.call('PUT', `/workspaces/${id}/datasets/${datasetId}`);
  }
  return id;
}

async function newKey(scopes: ApiKeyScope[], more: object = {}): Promise<string> {
  const created = await fixture.call('POST', `/organizations/${fixture.organizationId}/api-keys`, {
    name: 'Reader',
    scopes,
    ...more,
  });
  return (await readJson<{ key: string }>(created)).key;
}

const clientOf = async (scopes: ApiKeyScope[] = ['search', 'documents:read']) =>
  connect(fixture.server, workspaceId, await newKey(scopes));

interface Found {
  results: { id: string; title: string; url: string; text: string }[];
}
interface Fetched {
  id: string;
  title: string;
  text: string;
  url: string;
  metadata: Record<string, string>;
}
interface Listed {
  documents: { id: string; title: string; path: string; url: string }[];
  next_cursor?: string;
}

async function callTool<Result>(client: Client, name: string, args: object): Promise<Result> {
  const result = await client.callTool({ name, arguments: { ...args } });
  expect(result.isError ?? false).toBe(false);
  // Clients that know no structured results read the same as text.
  expect(result.content).toEqual([
    { type: 'text', text: JSON.stringify(result.structuredContent) },
  ]);
  return result.structuredContent as Result;
}

async function refusedTool(client: Client, name: string, args: object): Promise<string> {
  const { isError, content } = await client.callTool({ name, arguments: { ...args } });
  expect(isError).toBe(true);
  const [first] = content;
  return first?.type === 'text' ? first.text : '';
}

describe.each(Object.entries(ERAS))('a client of version %s', (_, era) => {
  test('finds three tools that only read', async () => {
    const key = await newKey(['search', 'documents:read']);
    const client = await connect(fixture.server, workspaceId, key, era);
    expect(client.getServerVersion()).toMatchObject({ name: 'carrel' });
    expect(client.getInstructions()).toContain('Reading room');
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['search', 'fetch', 'list_documents']);
    for (const tool of tools) {
      expect(tool.annotations).toMatchObject({ readOnlyHint: true, openWorldHint: false });
      expect(tool.outputSchema).toMatchObject({ type: 'object' });
    }
    expect(tools[0]?.inputSchema).toMatchObject({
      properties: { query: { type: 'string' } },
      required: ['query'],
    });
  });

  test('searches, fetches what it found, and lists', async () => {
    const key = await newKey(['search', 'documents:read']);
    const client = await connect(fixture.server, workspaceId, key, era);
    const { results } = await callTool<Found>(client, 'search', { query: 'oil change' });
    const [best] = results;
    expect(best).toMatchObject({ title: 'engine.md: Oil', text: expect.stringContaining('oil') });
    expect(best?.url).toMatch(
      /^http:\/\/localhost:3000\/datasets\/[\da-f-]{36}\/documents\/[\da-f-]{36}\?chunk=0&words=Oil\+Change&version=[\da-f]{8}$/,
    );
    const fetched = await callTool<Fetched>(client, 'fetch', { id: best?.id });
    expect(fetched).toMatchObject({
      id: best?.id,
      title: 'engine.md',
      text: 'Oil\n\nChange the oil each year.',
      url: best?.url.split('&')[0],
      metadata: { path: 'Manuals/engine.md', dataset: 'Library' },
    });
    const { documents } = await callTool<Listed>(client, 'list_documents', {});
    expect(documents.map(({ path }) => path)).toEqual([
      'Manuals/engine.md',
      'letter.txt',
      'novel.md',
    ]);
  });
});

describe('fetch', () => {
  test('returns a long document in parts that follow each other without a gap', async () => {
    const client = await clientOf();
    const { documents } = await callTool<Listed>(client, 'list_documents', {});
    let id = documents.find(({ title }) => title === 'novel.md')?.id;
    const parts: string[] = [];
    const ends: (string | undefined)[] = [];
    const nextIds: (string | undefined)[] = [];
    while (id !== undefined) {
      const { text, metadata } = await callTool<Fetched>(client, 'fetch', { id });
      expect(text.length).toBeLessThan(TEXT_MAX + 500);
      expect(text.isWellFormed()).toBe(true);
      ends.push(/Fetch (\S+) for what follows\.\]$/.exec(text)?.[1]);
      nextIds.push(metadata['next_id']);
      parts.push(text.replaceAll(/^\[This part .*?\]\n\n|\n\n\[This part .*?\]$/g, ''));
      id = metadata['next_id'];
    }
    // What it says in words, for clients that show nothing else.
    expect(ends).toEqual(nextIds);
    expect(parts.length).toBeGreaterThan(4);
    const words = parts.join('\n\n').matchAll(/Word(\d+) 😀\./g);
    expect([...words].map(([, chapter]) => Number(chapter))).toEqual(
      Array.from({ length: 500 }, (_, chapter) => chapter),
    );
  });

  test('returns a passage of a long document with the text around it', async () => {
    const client = await clientOf();
    const { results } = await callTool<Found>(client, 'search', { query: 'Word321' });
    const { text, url } = await callTool<Fetched>(client, 'fetch', { id: results[0]?.id });
    expect(text).toContain('Word321');
    expect(text).toMatch(/^\[This part starts at character \d+ of \d+\. Fetch [\da-f-]{36} for/);
    expect(url).toBe(results[0]?.url.split('&')[0]);
  });

  test.each(['', 'no id', '00000000-0000-4000-8000-000000000000', "'; DROP TABLE documents --"])(
    'of an unknown id is refused with a sentence: %j',
    async (id) => {
      expect(await refusedTool(await clientOf(), 'fetch', { id })).toBe(
        'This document was not found.',
      );
    },
  );

  test('reads nothing of datasets that are not attached to the workspace', async () => {
    const other = await fixture.withNewDataset();
    await other.uploadFiles({ 'secret.txt': 'The oil is hidden in the cellar.' });
    const elsewhere = await workspaceOf(fixture, [other.datasetId]);
    const key = await newKey(['search', 'documents:read']);
    const there = await connect(fixture.server, elsewhere, key);
    const { documents } = await callTool<Listed>(there, 'list_documents', {});
    expect(documents.map(({ title }) => title)).toEqual(['secret.txt']);
    const here = await connect(fixture.server, workspaceId, key);
    expect(await refusedTool(here, 'fetch', { id: documents[0]?.id })).toMatch(/not found/);
    const { results } = await callTool<Found>(here, 'search', { query: 'hidden cellar' });
    expect(results).toEqual([]);
  });
});

const files = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`${at}.txt`, `Text ${at}.`]));

describe('list_documents', () => {
  test('lists every document of all datasets once, page by page', async () => {
    const [first, second] = [await fixture.withNewDataset(), await fixture.withNewDataset()];
    await first.uploadFiles(files(130));
    await second.uploadFiles(files(95));
    const workspace = await workspaceOf(fixture, [first.datasetId, second.datasetId]);
    const client = await connect(fixture.server, workspace, await newKey(['documents:read']));
    const ids: string[] = [];
    let cursor: string | undefined;
    let pages = 0;
    do {
      const args = cursor === undefined ? {} : { cursor };
      const page = await callTool<Listed>(client, 'list_documents', args);
      ids.push(...page.documents.map(({ id }) => id));
      cursor = page.next_cursor;
      pages += 1;
    } while (cursor !== undefined);
    expect(pages).toBe(3);
    expect(new Set(ids).size).toBe(225);
    expect(ids).toHaveLength(225);
  });

  test.each(['x', 'WzFd', Buffer.from('["x","y"]').toString('base64url')])(
    'refuses a cursor that is none: %j',
    async (cursor) => {
      expect(await refusedTool(await clientOf(), 'list_documents', { cursor })).toMatch(/cursor/);
    },
  );
});

describe('a key', () => {
  test.each([
    ['search', { query: 'oil' }, ['documents:read'], 'search'],
    ['fetch', { id: 'x' }, ['search'], 'documents:read'],
    ['list_documents', {}, ['search'], 'documents:read'],
  ] as const)(
    'without the scope of %s is told which one it lacks',
    async (name, args, has, lacks) => {
      expect(await refusedTool(await clientOf([...has]), name, args)).toBe(
        `This API key lacks the scope ${lacks}.`,
      );
    },
  );
});

test('an empty query is refused with a sentence, and a missing one by the schema', async () => {
  const client = await clientOf();
  expect(await refusedTool(client, 'search', { query: '  ' })).toBe('Query is required');
  expect(await refusedTool(client, 'search', {})).toMatch(/query/);
  expect(await refusedTool(client, 'search', { query: 'x'.repeat(10_001) })).toMatch(/10000/);
});

test('searches by MCP are counted in what people ask, as such', async () => {
  const own = await workspaceOf(fixture, [fixture.datasetId]);
  const client = await connect(fixture.server, own, await newKey(['search']));
  await callTool<Found>(client, 'search', { query: 'opening hours' });
  await fixture.call('POST', `/workspaces/${own}/search`, { query: 'oil' });
  await searchLogWriterOf(fixture.server.dependencies).flush();
  const log = await readJson<SearchLog>(await fixture.call('GET', `/workspaces/${own}/searches`));
  expect(log.days).toMatchObject([{ searches: 2, by_mcp: 1, without_results: 1 }]);
  expect(log.unanswered).toMatchObject([{ query: 'opening hours' }]);
});
