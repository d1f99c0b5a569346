import { client } from '@carrel/shared/api';
import {
  documentListSchema,
  failureReasonsSchema,
  navigationSchema,
  retryResultSchema,
} from '@carrel/shared/contract';
import type { DocumentStatus, FolderQuery, RetryDocumentsInput } from '@carrel/shared/contract';
import { apiPaths } from '@carrel/shared/paths';

/** One page of a folder; the root is the empty path. */
export const listFolder = (organizationId: string, datasetId: string, query: FolderQuery) =>
  client.get(apiPaths.navigate(datasetId, query), { organizationId }).json(navigationSchema);

/** The documents of one status. */
export const listDocuments = (
  organizationId: string,
  datasetId: string,
  query: { status: DocumentStatus; page: number; limit: number; reason?: string; words?: string },
) => client.get(apiPaths.documents(datasetId, query), { organizationId }).json(documentListSchema);

/** The failed documents by reason. */
export const listFailureReasons = (organizationId: string, datasetId: string) =>
  client.get(apiPaths.failureReasons(datasetId), { organizationId }).json(failureReasonsSchema);

/** Retries failed documents, from the stage at which they failed. */
export const retryDocuments = (
  organizationId: string,
  datasetId: string,
  input: RetryDocumentsInput,
) =>
  client
    .post(apiPaths.retryDocuments(datasetId), { organizationId, json: input })
    .json(retryResultSchema);
