import { client } from '@carrel/shared/api';
import {
  deletedDocumentsSchema,
  reprocessResultSchema,
  restoredDocumentsSchema,
} from '@carrel/shared/contract';
import type { DocumentSelection } from '@carrel/shared/contract';
import { apiPaths } from '@carrel/shared/paths';

/** Hides documents at once; they can be restored for `UNDO_SECONDS`. */
export const deleteDocuments = (
  organizationId: string,
  datasetId: string,
  selection: DocumentSelection,
) =>
  client
    .post(apiPaths.deleteDocuments(datasetId), { organizationId, json: selection })
    .json(deletedDocumentsSchema);

/** Shows again what one act has hidden. */
export const restoreDocuments = (organizationId: string, datasetId: string, removal: string) =>
  client
    .post(apiPaths.restoreDocuments(datasetId), { organizationId, json: { removal } })
    .json(restoredDocumentsSchema);

/** Makes the chunks of documents anew. */
export const reprocessDocuments = (
  organizationId: string,
  datasetId: string,
  selection: DocumentSelection,
) =>
  client
    .post(apiPaths.reprocessDocuments(datasetId), { organizationId, json: selection })
    .json(reprocessResultSchema);
