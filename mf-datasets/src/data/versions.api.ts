import { client } from '@carrel/shared/api';
import {
  documentTextSchema,
  documentVersionsSchema,
  restoredVersionSchema,
  versionComparisonSchema,
} from '@carrel/shared/contract';
import { apiPaths } from '@carrel/shared/paths';

import type { DocumentPlace } from './document.api.ts';

export const listVersions = ({ organizationId, datasetId, documentId }: DocumentPlace) =>
  client
    .get(apiPaths.documentVersions(datasetId, documentId), { organizationId })
    .json(documentVersionsSchema);

export const listVersionBlocks = (
  { organizationId, datasetId, documentId }: DocumentPlace,
  number: number,
  query: { from: number; limit: number },
) =>
  client
    .get(apiPaths.versionText(datasetId, documentId, number, query), { organizationId })
    .json(documentTextSchema);

export const compareVersions = (
  { organizationId, datasetId, documentId }: DocumentPlace,
  query: { from: number; to: number; skip: number },
) =>
  client
    .get(apiPaths.compareVersions(datasetId, documentId, query), { organizationId })
    .json(versionComparisonSchema);

export const restoreVersion = (
  { organizationId, datasetId, documentId }: DocumentPlace,
  number: number,
) =>
  client
    .post(apiPaths.restoreVersion(datasetId, documentId, number), { organizationId })
    .json(restoredVersionSchema);

export const deleteVersion = (
  { organizationId, datasetId, documentId }: DocumentPlace,
  number: number,
) => client.delete(apiPaths.version(datasetId, documentId, number), { organizationId }).done();
