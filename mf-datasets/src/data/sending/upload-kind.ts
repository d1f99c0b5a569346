/** What is uploaded into a dataset: one archive and one set of files, at the same time. */
export type UploadKind = 'archive' | 'files';
