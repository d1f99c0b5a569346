import { consolePaths } from '@carrel/shared/paths';

/** Returns the URL of the documents of a dataset that failed: of all, or for one reason. */
export function failedDocumentsPath(datasetId: string, reason?: string): string {
  const query = new URLSearchParams({
    show: 'failed',
    ...(reason === undefined ? {} : { reason }),
  });
  return `${consolePaths.datasetDocuments(datasetId)}?${query.toString()}`;
}
