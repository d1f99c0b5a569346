import { apiPaths } from '@carrel/shared/paths';

/** A document of a dataset: its id, or the path that it has. */
export type DocumentReference = string | { path: string };

type Part = 'content' | 'text' | 'chunks';

interface Range {
  from?: number;
  limit?: number;
  /** Of chunks. */
  etags?: boolean;
}

/** Returns the path of the call for a document, or for a part of it. */
export function documentPath(
  datasetId: string,
  document: DocumentReference,
  part?: Part,
  range: Range = {},
): string {
  if (typeof document === 'object') {
    return apiPaths.documentByPath(datasetId, { path: document.path, ...range }, part);
  }
  if (part === 'content') return apiPaths.documentContent(datasetId, document);
  if (part === 'text') return apiPaths.documentText(datasetId, document, range);
  if (part === 'chunks') return apiPaths.documentChunks(datasetId, document, range);
  return apiPaths.document(datasetId, document);
}
