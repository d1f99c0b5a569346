import {
  changedChunksSchema,
  documentChunkChangesSchema,
  documentChunksSchema,
  documentDetailSchema,
  type SearchResponse,
} from '@carrel/shared/contract';
import { parse } from 'valibot';
import { expect } from 'vitest';

import type { PipelineFixture } from './pipeline-fixture.ts';

export const PARAGRAPHS = [
  'Alpha pumps need oil every week, and nobody may skip that.',
  'Beta valves are closed at night by the people of the station.',
  'Gamma filters are changed once in a year, in the quiet season.',
];
export const FRUITS = ['kiwi', 'mango'];
export const TEXT = PARAGRAPHS.join('\n\n');

/** A dataset with a document of three chunks, and calls that change them. */
export async function createChunkFixture(first: PipelineFixture) {
  const fixture = await first.withNewDataset();
  const idOf = async (path: string) =>
    (await fixture.documents()).find((document) => document.path === path)?.id ?? '';
  const setChunkSize = (size: number) =>
    fixture.call('PATCH', `/datasets/${fixture.datasetId}`, {
      metadata_parameters: { chunk_size: size, chunk_overlap: 0 },
    });
  const base = () => `/datasets/${fixture.datasetId}/documents/${documentId}/chunks`;
  const list = async () =>
    parse(documentChunksSchema, await (await fixture.call('GET', `${base()}?etags=true`)).json());
  const texts = async () => (await list()).chunks.map(({ text }) => text);
  const chunk = async (number: number) => {
    const found = (await list()).chunks[number];
    if (found === undefined) throw new Error(`There is no chunk ${number}`);
    return found;
  };
  const send = (method: string, path: string, json?: unknown, tag?: string | null) =>
    fixture.owner.call(method, `${base()}${path}`, {
      organizationId: fixture.organizationId,
      ...(json !== undefined && { json }),
      ...(tag && { headers: { 'If-Match': `"${tag}"` } }),
    });
  const changed = async (method: string, path: string, json?: unknown, tag?: string | null) => {
    const response = await send(method, path, json, tag);
    expect(response.status).toBe(200);
    return parse(changedChunksSchema, await response.json());
  };
  const patch = (number: number, json: unknown) => changed('PATCH', `/${number}`, json);
  const changes = async () =>
    parse(documentChunkChangesSchema, await (await fixture.call('GET', `${base()}/changes`)).json())
      .changes;
  const found = async (query: string, mode = 'words') => {
    const response = await fixture.call('POST', `/datasets/${fixture.datasetId}/search`, {
      query,
      mode,
    });
    const { results } = (await response.json()) as SearchResponse;
    return results.map(({ text }) => text);
  };
  const again = async () => {
    const response = await fixture.call(
      'POST',
      `/datasets/${fixture.datasetId}/documents/reprocess`,
      { document_ids: [documentId] },
    );
    expect(response.status).toBe(200);
    const detail = async () =>
      parse(
        documentDetailSchema,
        await (
          await fixture.call('GET', `/datasets/${fixture.datasetId}/documents/${documentId}`)
        ).json(),
      );
    await expect.poll(async () => (await detail()).reprocessing, { timeout: 30_000 }).toBe(false);
  };
  await setChunkSize(80);
  await fixture.uploadFiles({ 'a.txt': TEXT });
  const documentId = await idOf('a.txt');
  return {
    fixture,
    documentId,
    setChunkSize,
    list,
    texts,
    chunk,
    send,
    changed,
    patch,
    changes,
    found,
    again,
  };
}

export type ChunkFixture = Awaited<ReturnType<typeof createChunkFixture>>;
