import { client } from '@carrel/shared/api';
import {
  deletedDocumentsSchema,
  preparedDownloadSchema,
  reprocessResultSchema,
  restoredDocumentsSchema,
} from '@carrel/shared/contract';
import type { DocumentSelection } from '@carrel/shared/contract';
import { apiPaths } from '@carrel/shared/paths';

/** Hides documents at once; they can be restored for `UNDO_SECONDS`. `removal` is of the same act. */
export const deleteDocuments = (
  organizationId: string,
  datasetId: string,
  selection: DocumentSelection,
  removal: string | undefined,
) =>
  client
    .post(apiPaths.deleteDocuments(datasetId), {
      organizationId,
      json: { ...selection, ...(removal !== undefined && { removal }) },
    })
    .json(deletedDocumentsSchema);

/** Shows again what one act has hidden. */
export const restoreDocuments = (organizationId: string, datasetId: string, removal: string) =>
  client
    .post(apiPaths.restoreDocuments(datasetId), { organizationId, json: { removal } })
    .json(restoredDocumentsSchema);

/** Prepares a zip of the originals of documents. */
export const downloadDocuments = (
  organizationId: string,
  datasetId: string,
  selections: readonly DocumentSelection[],
) =>
  client
    .post(apiPaths.downloadDocuments(datasetId), { organizationId, json: { selections } })
    .json(preparedDownloadSchema);

/** Makes the chunks of documents anew. */
export const reprocessDocuments = (
  organizationId: string,
  datasetId: string,
  selection: DocumentSelection,
) =>
  client
    .post(apiPaths.reprocessDocuments(datasetId), { organizationId, json: selection })
    .json(reprocessResultSchema);
