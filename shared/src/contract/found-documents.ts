import * as v from 'valibot';

import type { DocumentKind } from './document-kind.ts';
import type { DocumentStatus } from './document-status.ts';
import { documentOcrSchema, documentSchema } from './documents.ts';
import { timestampSchema } from './text.ts';

/** What a list of found documents can be ordered by. `status` is the order of the stages. */
export const FIND_SORTS = ['path', 'name', 'size', 'created', 'changed', 'status'] as const;

export type FindSort = (typeof FIND_SORTS)[number];

/** Statuses that are asked for together: those that failed, and those that the server works on. */
export const STATUS_GROUPS = ['failed', 'in_work'] as const;

export type FindStatus = DocumentStatus | (typeof STATUS_GROUPS)[number];

/** Names of parameters for metadata begin with this; the key follows. */
export const METADATA_PARAMETER = 'metadata.';

/** Conditions of one request. */
export const METADATA_CONDITIONS_MAX = 8;

/** A document has this value under this key, or in the list under it. */
export interface MetadataCondition {
  key: string;
  value: string;
}

/**
 * Which documents of a dataset to list, and how. `q` is part of the path in any case; `folder` holds them
 * at any depth; `changed_from` and `size_min` are included, `changed_to` is not; sizes are in bytes. All
 * conditions of `metadata` apply.
 */
export interface FindDocumentsQuery {
  q?: string;
  status?: FindStatus;
  kind?: readonly DocumentKind[];
  folder?: string;
  changed_from?: string;
  changed_to?: string;
  size_min?: number;
  size_max?: number;
  metadata?: readonly MetadataCondition[];
  /** Only those that have text by OCR. */
  ocr?: boolean;
  /** Only those that an older reader has read. */
  older_reader?: boolean;
  sort?: FindSort;
  order?: 'asc' | 'desc';
  limit?: number;
  cursor?: string;
}

/** Found documents are counted up to this number. */
export const FOUND_TOTAL_MAX = 10_000;

export const foundDocumentSchema = v.object({
  ...documentSchema.entries,
  /** When its content was last processed. */
  updated_at: timestampSchema,
  /** Whether the dataset's settings have changed since its chunks were made. */
  outdated: v.boolean(),
  /** Whether it is being processed again. */
  reprocessing: v.boolean(),
  /** What of it was read by OCR; null where nothing was. */
  ocr: v.nullish(documentOcrSchema),
});

export type FoundDocument = v.InferOutput<typeof foundDocumentSchema>;

/** A page of found documents. With `total_is_more`, there are more than `total`. */
export const foundDocumentsSchema = v.object({
  documents: v.array(foundDocumentSchema),
  total: v.pipe(v.number(), v.integer(), v.minValue(0)),
  total_is_more: v.nullish(v.boolean()),
  next_cursor: v.nullish(v.string()),
});

export type FoundDocuments = v.InferOutput<typeof foundDocumentsSchema>;
