/** An archive whose files are all in the staging table `archive_entries`. */
export interface StagedEntries {
  organizationId: string;
  datasetId: string;
  archiveId: string;
}

/** Staged files that one statement merges: those after one path, up to another. */
export interface EntryRange {
  after: string;
  /** The path of the last one. */
  to: string;
}
