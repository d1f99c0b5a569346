import * as v from 'valibot';

import { statusCountsSchema } from './document-status.ts';
import { failureReasonSchema } from './failure-reasons.ts';
import { firstControl, shownNameSchema } from './names.ts';
import { idSchema, timestampSchema } from './text.ts';

/** One of `DOCUMENT_STATUSES`, or another word of the server's, which is shown as it is. */
const statusSchema = v.string();

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** What a document has by OCR: pages that were read, and pages that could not be. */
export const documentOcrSchema = v.object({ pages: count, unread: count });

export type DocumentOcr = v.InferOutput<typeof documentOcrSchema>;

/**
 * A file of a dataset. `size` in bytes; `error` is a sentence when the status ends in `_error`;
 * `attempts` is how often its processing was started; `retryable` is false when it failed for what is in
 * its file, and only other bytes can succeed.
 */
export const documentSchema = v.object({
  id: idSchema,
  name: shownNameSchema,
  path: v.string(),
  size: v.number(),
  status: statusSchema,
  error: v.nullish(v.string()),
  attempts: v.nullish(v.number()),
  retryable: v.nullish(v.boolean()),
  created_at: timestampSchema,
});

export type Document = v.InferOutput<typeof documentSchema>;

export const documentListSchema = v.object({
  pagination: v.object({ page: v.number(), limit: v.number(), total_count: count }),
  status_counts: statusCountsSchema,
  documents: v.optional(v.array(documentSchema), []),
});

export type DocumentList = v.InferOutput<typeof documentListSchema>;

export const DOCUMENT_PAGE_LIMIT_MAX = 200;
export const DOCUMENT_PAGE_LIMIT_DEFAULT = 50;

/** A folder's counts are those of the documents below it, at any depth. */
export const navigationItemSchema = v.object({
  item_type: v.picklist(['folder', 'document']),
  name: shownNameSchema,
  path: v.string(),
  created_at: timestampSchema,
  size: v.nullish(v.number()),
  status: v.nullish(statusSchema),
  error: v.nullish(v.string()),
  attempts: v.nullish(v.number()),
  document_id: v.nullish(idSchema),
  document_count: v.nullish(count),
  failed_count: v.nullish(count),
});

export type NavigationItem = v.InferOutput<typeof navigationItemSchema>;

/** What the documents of a folder are ordered by; those that are alike are by name. */
export const FOLDER_SORTS = ['name', 'size', 'created', 'status'] as const;

export type FolderSort = (typeof FOLDER_SORTS)[number];

/** Which page of a folder is asked for, and in which order. */
export interface FolderQuery {
  path?: string;
  limit?: number;
  cursor?: string;
  sort?: FolderSort;
  order?: 'asc' | 'desc';
}

/**
 * One folder of a dataset, folders first, by name unless asked otherwise. `next_cursor` is absent on the last page.
 * `version` is the id of the event of the dataset's stream up to which its changes are included. `total` is how many
 * folders and documents are directly in the folder; the first page has it.
 */
export const navigationSchema = v.object({
  breadcrumbs: v.array(v.object({ name: shownNameSchema, path: v.string() })),
  items: v.array(navigationItemSchema),
  version: v.nullish(v.number()),
  total: v.nullish(count),
  next_cursor: v.nullish(v.string()),
});

export type Navigation = v.InferOutput<typeof navigationSchema>;

/** The server's limits: bytes of a zip, its entries, and its bytes once unpacked. */
export const archiveLimitsSchema = v.object({
  max_upload_bytes: v.number(),
  max_entries: v.number(),
  max_unpacked_bytes: v.number(),
});

export type ArchiveLimits = v.InferOutput<typeof archiveLimitsSchema>;

/**
 * Every document of a dataset, as a zip's directory would describe it; by path, a page at a time. `origin_path` is the
 * path by which archives know a document that was moved, and `moved_documents` the dataset's rule for these. A
 * server may add its limits. `partial_archives` tells that it knows files that were not sent, and removes
 * orphans of one folder where an upload names it.
 */
export const manifestSchema = v.object({
  documents: v.array(
    v.object({
      path: v.string(),
      size: v.number(),
      crc32: v.nullable(v.number()),
      origin_path: v.optional(v.string()),
    }),
  ),
  moved_documents: v.nullish(v.string()),
  limits: v.nullish(archiveLimitsSchema),
  partial_archives: v.nullish(v.boolean()),
  next_cursor: v.nullish(v.string()),
});

export type Manifest = v.InferOutput<typeof manifestSchema>;

export const MANIFEST_LIMIT_MAX = 5000;

export const RETRY_DOCUMENTS_MAX = 1000;

const documentIdsSchema = v.pipe(
  v.array(idSchema),
  v.minLength(1, 'Choose at least one document'),
  v.maxLength(RETRY_DOCUMENTS_MAX, `Choose at most ${RETRY_DOCUMENTS_MAX} documents`),
);

/** Which failed documents to retry: these, or all, or all of one reason. */
export const retryDocumentsInputSchema = v.union(
  [
    v.strictObject({
      document_ids: documentIdsSchema,
    }),
    v.strictObject({ all_failed: v.literal(true), reason: v.optional(failureReasonSchema) }),
  ],
  'Send either document_ids or all_failed',
);

export type RetryDocumentsInput = v.InferOutput<typeof retryDocumentsInputSchema>;

/** `reason` is a sentence; at most a thousand skipped documents are listed. */
export const retryResultSchema = v.object({
  retried: count,
  skipped: v.array(v.object({ id: idSchema, reason: v.string() })),
});

export type RetryResult = v.InferOutput<typeof retryResultSchema>;

/** Folders of one selection. */
export const SELECTED_FOLDERS_MAX = 100;

export const folderPathSchema = v.pipe(
  v.string(),
  v.minLength(1, 'Folder is empty'),
  v.maxLength(4096, 'Folder is too long'),
  v.metadata({ pattern: String.raw`^[^\x00-\x1f\x7f-\x9f\u2028\u2029]*$` }),
  v.check(
    (path) => firstControl(path) === undefined,
    ({ input }) => `Folder has the control character ${firstControl(input) ?? ''} in it`,
  ),
);

const selectedFoldersSchema = v.pipe(
  v.array(folderPathSchema),
  v.minLength(1, 'Choose at least one folder'),
  v.maxLength(SELECTED_FOLDERS_MAX, `Choose at most ${SELECTED_FOLDERS_MAX} folders`),
);

/** A selection of documents, with fields that an action has beside it. */
export const selectionWith = <Entries extends v.ObjectEntries>(entries: Entries) =>
  v.union(
    [
      v.strictObject({ document_ids: documentIdsSchema, ...entries }),
      v.strictObject({
        folders: selectedFoldersSchema,
        document_ids: v.optional(documentIdsSchema),
        ...entries,
      }),
      v.strictObject({ folder: folderPathSchema, ...entries }),
      v.strictObject({ all: v.literal(true), ...entries }),
      v.strictObject({ outdated: v.literal(true), ...entries }),
      v.strictObject({ older_reader: v.literal(true), ...entries }),
      v.strictObject({
        failed: v.literal(true),
        reason: v.optional(failureReasonSchema),
        ...entries,
      }),
    ],
    'Send document_ids, folders, folder, all, outdated, older_reader or failed',
  );

/**
 * Which documents an action is about: these, those of folders at any depth, all, those that were processed
 * with older settings, those that were read by an older reader and whose originals are stored, or those that
 * failed, for any reason or for one.
 */
export const documentSelectionSchema = selectionWith({});

export type DocumentSelection = v.InferOutput<typeof documentSelectionSchema>;

/** Documents of one zip. */
export const DOWNLOAD_DOCUMENTS_MAX = 100_000;

/** Selections whose documents are downloaded as one zip. */
export const downloadDocumentsInputSchema = v.strictObject({
  selections: v.pipe(
    v.array(documentSelectionSchema),
    v.minLength(1, 'Choose at least one document'),
    v.maxLength(20, 'Send at most 20 selections'),
  ),
});

/**
 * A zip that can be downloaded for an hour: how many originals it has, their bytes before packing, and how
 * many documents of the selection have none any more.
 */
export const preparedDownloadSchema = v.object({
  id: idSchema,
  documents: count,
  bytes: count,
  missing: count,
});

export type PreparedDownload = v.InferOutput<typeof preparedDownloadSchema>;

/**
 * `reason` is a sentence; at most a thousand skipped documents are listed. With `is_more`, documents of an older
 * reader are left, and the same request goes on with them.
 */
export const reprocessResultSchema = v.object({
  reprocessed: count,
  skipped: v.array(v.object({ id: idSchema, reason: v.string() })),
  is_more: v.nullish(v.boolean()),
});

export type ReprocessResult = v.InferOutput<typeof reprocessResultSchema>;

/** Documents that are not processed again any more. */
export const cancelledReprocessingSchema = v.object({ cancelled: count });

/** Documents that an older reader has read are counted up to this number. */
export const OLDER_READER_MAX = 10_000;

/**
 * Documents that were processed with older settings, and those that are being processed again. `older_reader`
 * counts those that an older reader has read and that can be read again; with `older_reader_is_more`, there are
 * more.
 */
export const settingsDriftSchema = v.object({
  outdated: count,
  reprocessing: count,
  /** What the run that has begun began with, and what was added to it since; `reprocessing` shrinks. */
  reprocessing_total: v.nullish(count),
  older_reader: v.nullish(count),
  older_reader_is_more: v.nullish(v.boolean()),
});

export type SettingsDrift = v.InferOutput<typeof settingsDriftSchema>;

/** Seconds for which a person can undo the deletion of documents. */
export const UNDO_SECONDS = 10;

/** `removal` is of an earlier request of the same act: one undo then restores the documents of both. */
export const deleteDocumentsInputSchema = selectionWith({ removal: v.optional(idSchema) });

/** `removal` names the act, for undoing it. */
export const deletedDocumentsSchema = v.object({ removal: idSchema, deleted: count });

export type DeletedDocuments = v.InferOutput<typeof deletedDocumentsSchema>;

export const restoreDocumentsInputSchema = v.strictObject({ removal: idSchema });

export const restoredDocumentsSchema = v.object({ restored: count });
