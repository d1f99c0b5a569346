import type {
  Document,
  DocumentChunk,
  DocumentChunks,
  DocumentDetail,
} from '@carrel/shared/contract';

import type { PipelineFixture } from '../pipeline-fixture.ts';
import { readJson } from '../server-fixture.ts';
import { buildZip, type TestEntry } from '../zips/build-zip.ts';

/** Uploads files, without waiting until they are processed. */
export async function uploadScans(fixture: PipelineFixture, files: TestEntry[]): Promise<void> {
  await fixture.upload(Uint8Array.from(buildZip(files)));
}

/** Returns the document at a path, as it is listed. */
export async function documentAt(fixture: PipelineFixture, path: string): Promise<Document> {
  const found = (await fixture.documents()).find((document) => document.path === path);
  if (found === undefined) throw new Error(`There is no document ${path}`);
  return found;
}

/** Returns what the page of a document shows. */
export async function detailAt(fixture: PipelineFixture, path: string): Promise<DocumentDetail> {
  const { id } = await documentAt(fixture, path);
  return readJson(await fixture.call('GET', `/datasets/${fixture.datasetId}/documents/${id}`));
}

/** Returns the chunks of a document. */
export async function chunksAt(fixture: PipelineFixture, path: string): Promise<DocumentChunk[]> {
  const { id } = await documentAt(fixture, path);
  const place = `/datasets/${fixture.datasetId}/documents/${id}/chunks`;
  return (await readJson<DocumentChunks>(await fixture.call('GET', place))).chunks;
}
