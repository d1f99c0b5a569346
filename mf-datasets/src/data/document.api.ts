import { client } from '@carrel/shared/api';
import {
  documentChunksSchema,
  documentDetailSchema,
  documentTextSchema,
} from '@carrel/shared/contract';
import { apiPaths } from '@carrel/shared/paths';

/** Where a document is. */
export interface DocumentPlace {
  organizationId: string;
  datasetId: string;
  documentId: string;
}

interface PageQuery {
  from: number;
  limit: number;
}

export const getDocument = ({ organizationId, datasetId, documentId }: DocumentPlace) =>
  client
    .get(apiPaths.document(datasetId, documentId), { organizationId })
    .json(documentDetailSchema);

export const listChunks = (
  { organizationId, datasetId, documentId }: DocumentPlace,
  query: PageQuery,
) =>
  client
    .get(apiPaths.documentChunks(datasetId, documentId, query), { organizationId })
    .json(documentChunksSchema);

export const listBlocks = (
  { organizationId, datasetId, documentId }: DocumentPlace,
  query: PageQuery,
) =>
  client
    .get(apiPaths.documentText(datasetId, documentId, query), { organizationId })
    .json(documentTextSchema);
