import * as v from 'valibot';

import { shownNameSchema } from './names.ts';
import { storable } from './storable.ts';
import { idSchema, timestampSchema } from './text.ts';

/**
 * How the documents of a group are alike: the same bytes; the same text in files of different bytes; texts of which at
 * least nine tenths are the same.
 */
export const DUPLICATE_KINDS = ['equal', 'equal_text', 'nearly_equal'] as const;

export type DuplicateKind = (typeof DUPLICATE_KINDS)[number];

/** Which document of each group is kept: the one that was added last or first, or the one with the shortest path. */
export const KEEP_RULES = ['newest', 'oldest', 'shortest_path', 'in_folder'] as const;

export type KeepRule = (typeof KEEP_RULES)[number];

/** Groups of a page, documents that each lists, and documents of a page of one group. */
export const DUPLICATE_GROUPS_MAX = 50;
export const DUPLICATE_GROUPS_DEFAULT = 20;
export const GROUP_DOCUMENTS_SHOWN = 10;
export const GROUP_DOCUMENTS_MAX = 200;
/** Groups of each kind are counted up to this number. */
export const DUPLICATE_COUNT_MAX = 1000;
/** Groups that one request resolves: with `is_more`, the same request goes on. */
export const RESOLVED_GROUPS_MAX = 500;
/** Groups, and choices, that a request names. */
export const NAMED_GROUPS_MAX = 200;

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** A document of a group. `is_inside`: it is inside of another, such as a mail, and is deleted only with that. */
export const duplicateDocumentSchema = v.object({
  id: idSchema,
  name: shownNameSchema,
  path: v.string(),
  size: v.number(),
  created_at: timestampSchema,
  updated_at: timestampSchema,
  is_inside: v.nullish(v.boolean()),
});

export type DuplicateDocument = v.InferOutput<typeof duplicateDocumentSchema>;

/**
 * Documents of one dataset that are alike, as far as the caller sees them. `bytes` is what all but the largest take.
 * `similarity` is the least of any two, in percent: estimated for `nearly_equal`, 100 for the others. `shown` has the first
 * documents by path. `dismissed` says who said last that they are no duplicates, and when.
 */
export const duplicateGroupSchema = v.object({
  id: idSchema,
  kind: v.string(),
  documents: count,
  bytes: count,
  similarity: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100)),
  shown: v.array(duplicateDocumentSchema),
  dismissed: v.nullish(v.object({ by: v.nullable(v.string()), at: timestampSchema })),
});

export type DuplicateGroup = v.InferOutput<typeof duplicateGroupSchema>;

/** Groups of a kind, the documents in them beyond one each, and the bytes of these. With `is_more`, there are more. */
export const duplicateCountsSchema = v.object({
  groups: count,
  documents: count,
  bytes: count,
  is_more: v.nullish(v.boolean()),
});

/**
 * A page of groups: by kind, the last found first. The first page has `counts`. `is_comparing`: documents wait to be
 * processed or compared. `read_at` is for `seen_at` of a request that resolves groups.
 */
export const duplicatesSchema = v.object({
  groups: v.array(duplicateGroupSchema),
  counts: v.nullish(v.record(v.string(), duplicateCountsSchema)),
  is_comparing: v.nullish(v.boolean()),
  read_at: timestampSchema,
  next_cursor: v.nullish(v.string()),
});

export type Duplicates = v.InferOutput<typeof duplicatesSchema>;

/** A page of the documents of one group, by path. */
export const duplicateDocumentsSchema = v.object({
  documents: v.array(duplicateDocumentSchema),
  next_cursor: v.nullish(v.string()),
});

export type DuplicateDocuments = v.InferOutput<typeof duplicateDocumentsSchema>;

export interface DuplicatesQuery {
  kind?: DuplicateKind;
  /** Only groups that people said are no duplicates; without it, only the others. */
  dismissed?: boolean;
  limit?: number;
  cursor?: string;
}

const named = <Item extends v.GenericSchema>(item: Item) =>
  v.pipe(
    v.array(item),
    v.minLength(1, 'Choose at least one group'),
    v.maxLength(NAMED_GROUPS_MAX, `Choose at most ${NAMED_GROUPS_MAX} groups`),
  );

/**
 * Which groups are resolved, and which document of each is kept: `choices` name both; `groups`, or all of a `kind`, go by
 * `keep`. With `in_folder`, the newest in `folder` is kept, and groups with none there stay. Documents that changed after
 * `seen_at` stay. `dry_run` says what would be deleted. `removal` is of an earlier request of the same act.
 */
export const resolveDuplicatesInputSchema = v.pipe(
  v.strictObject({
    choices: v.optional(named(v.strictObject({ group_id: idSchema, document_id: idSchema }))),
    groups: v.optional(named(idSchema)),
    kind: v.optional(v.picklist(DUPLICATE_KINDS)),
    keep: v.optional(v.picklist(KEEP_RULES)),
    folder: v.optional(v.pipe(v.string(), v.maxLength(4096, 'The folder is too long'), storable)),
    seen_at: v.optional(timestampSchema),
    dry_run: v.optional(v.boolean()),
    removal: v.optional(idSchema),
  }),
  v.check(
    ({ choices, groups, kind }) =>
      [choices, groups, kind].filter((each) => each !== undefined).length === 1,
    'Send one of choices, groups and kind',
  ),
  v.check(
    ({ choices, keep }) => (choices === undefined) === (keep !== undefined),
    'Send keep with groups or kind, and only with these',
  ),
  v.check(
    ({ keep, folder }) => (keep === 'in_folder') === (folder !== undefined),
    'Send folder with in_folder, and only with it',
  ),
);

export type ResolveDuplicatesInput = v.InferInput<typeof resolveDuplicatesInputSchema>;

/**
 * What was deleted, or would be: `deleted` documents of `groups`, with those inside of them, of `bytes`. `inside` counts
 * documents that stay as they are inside of others; `skipped` those that changed, moved or were deleted meanwhile, or
 * whose group has no document to keep. `removal` names the act, for undoing it. With `is_more`, groups are left.
 */
export const resolvedDuplicatesSchema = v.object({
  groups: count,
  deleted: count,
  bytes: count,
  inside: count,
  skipped: count,
  is_more: v.nullish(v.boolean()),
  removal: v.nullish(idSchema),
});

export type ResolvedDuplicates = v.InferOutput<typeof resolvedDuplicatesSchema>;
