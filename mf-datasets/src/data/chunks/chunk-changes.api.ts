import { client } from '@carrel/shared/api';
import {
  changedChunksSchema,
  datasetChunkChangesSchema,
  documentChunkChangesSchema,
  documentChunksSchema,
} from '@carrel/shared/contract';
import type { ChangeChunkInput } from '@carrel/shared/contract';
import { apiPaths } from '@carrel/shared/paths';

import type { DocumentPlace } from '../document.api.ts';

/** A chunk as it was seen: its number, and its entity tag. */
export interface SeenChunk {
  number: number;
  etag: string;
}

/** A chunk as it is now, with its entity tag; undefined where the document has fewer. */
export const getChunk = async (
  { organizationId, datasetId, documentId }: DocumentPlace,
  number: number,
) => {
  const { chunks } = await client
    .get(apiPaths.documentChunks(datasetId, documentId, { from: number, limit: 1, etags: true }), {
      organizationId,
    })
    .json(documentChunksSchema);
  return chunks[0];
};

export const changeChunk = (
  { organizationId, datasetId, documentId }: DocumentPlace,
  { number, etag }: SeenChunk,
  json: ChangeChunkInput,
) =>
  client
    .patch(apiPaths.chunk(datasetId, documentId, number, { etag }), { organizationId, json })
    .json(changedChunksSchema);

export const splitChunk = (
  { organizationId, datasetId, documentId }: DocumentPlace,
  { number, etag }: SeenChunk,
  at: number,
) =>
  client
    .post(apiPaths.splitChunk(datasetId, documentId, number, { etag }), {
      organizationId,
      json: { at },
    })
    .json(changedChunksSchema);

export const joinChunks = (
  { organizationId, datasetId, documentId }: DocumentPlace,
  { number, etag }: SeenChunk,
  next: string,
) =>
  client
    .post(apiPaths.joinChunks(datasetId, documentId, number, { etag }), {
      organizationId,
      json: { next },
    })
    .json(changedChunksSchema);

export const restoreChunk = (
  { organizationId, datasetId, documentId }: DocumentPlace,
  { number, etag }: SeenChunk,
) =>
  client
    .post(apiPaths.restoreChunk(datasetId, documentId, number, { etag }), { organizationId })
    .json(changedChunksSchema);

export const listChunkChanges = ({ organizationId, datasetId, documentId }: DocumentPlace) =>
  client
    .get(apiPaths.chunkChanges(datasetId, documentId), { organizationId })
    .json(documentChunkChangesSchema);

export const applyChunkChange = (
  { organizationId, datasetId, documentId }: DocumentPlace,
  changeId: string,
  json: SeenChunk,
) =>
  client
    .post(apiPaths.applyChunkChange(datasetId, documentId, changeId), { organizationId, json })
    .json(changedChunksSchema);

export const discardChunkChange = (
  { organizationId, datasetId, documentId }: DocumentPlace,
  changeId: string,
) =>
  client.delete(apiPaths.chunkChange(datasetId, documentId, changeId), { organizationId }).done();

export const listChangedDocuments = (organizationId: string, datasetId: string) =>
  client
    .get(apiPaths.datasetChunkChanges(datasetId), { organizationId })
    .json(datasetChunkChangesSchema);
