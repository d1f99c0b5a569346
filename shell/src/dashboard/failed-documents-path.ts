import { consolePaths } from '@carrel/shared/paths';

/** Returns the URL of the documents of a dataset that failed. */
export const failedDocumentsPath = (datasetId: string): string =>
  `${consolePaths.datasetDocuments(datasetId)}?show=failed`;
