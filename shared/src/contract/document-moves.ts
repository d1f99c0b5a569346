import * as v from 'valibot';

import { folderPathSchema, selectionWith } from './documents.ts';
import { firstControl } from './names.ts';
import { idSchema } from './text.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** Documents of one move. */
export const MOVED_DOCUMENTS_MAX = 100_000;
/** Seconds for which a move can be undone. A person is offered it for as long as that of a deletion. */
export const MOVE_UNDO_SECONDS = 600;
/** Examples that a plan or a result lists of what is taken, refused or similar. */
export const MOVE_EXAMPLES_MAX = 50;

/** The path of a folder; empty for the dataset itself. */
const targetSchema = v.pipe(
  v.string('Folder is required'),
  v.maxLength(1024, 'Folder is too long'),
  v.metadata({
    pattern: String.raw`^(?:[^/\\\x00-\x1f\x7f-\x9f\u2028\u2029][^\\\x00-\x1f\x7f-\x9f\u2028\u2029]*)?$`,
  }),
  v.check(
    (path) => firstControl(path) === undefined,
    ({ input }) => `Folder has the control character ${firstControl(input) ?? ''} in it`,
  ),
);

/** Without slashes: a name is no path. */
const nameSchema = v.pipe(
  v.string(),
  v.metadata({ pattern: String.raw`^[^/\\\x00-\x1f\x7f-\x9f\u2028\u2029]+$` }),
  v.minLength(1, 'Name is required'),
  v.maxLength(1024, 'Name is too long'),
  v.check((name) => !/[/\\]/.test(name), 'Name must not have a slash in it'),
  v.check(
    (name) => firstControl(name) === undefined,
    ({ input }) => `Name has the control character ${firstControl(input) ?? ''} in it`,
  ),
);

/** What happens to documents whose new path another has: they stay, or get a name with a number. */
export const TAKEN_RULES = ['skip', 'number'] as const;

export type TakenRule = (typeof TAKEN_RULES)[number];

const entries = { to: targetSchema, taken: v.optional(v.picklist(TAKEN_RULES)) };

/** A selection that moves, or one document or folder that gets another name, too. */
const moveWith = <Entries extends v.ObjectEntries>(more: Entries) => {
  const renaming = { ...entries, name: nameSchema, ...more };
  return v.union(
    [
      ...selectionWith({ ...entries, ...more }).options,
      v.strictObject({ document_ids: v.tuple([idSchema]), ...renaming }),
      v.strictObject({ folder: folderPathSchema, ...renaming }),
    ],
    'Send a selection and where it goes; with a name, one document or one folder',
  );
};

/** `to` is the folder into which the selection goes; `name` renames the one document or folder that is selected. */
export const planMoveInputSchema = moveWith({});

export type PlanMoveInput = v.InferOutput<typeof planMoveInputSchema>;

/** `plan` is that of a plan; where the documents have changed since, nothing is moved. */
export const moveDocumentsInputSchema = moveWith({
  plan: v.optional(v.pipe(v.string(), v.maxLength(100))),
});

export type MoveDocumentsInput = v.InferOutput<typeof moveDocumentsInputSchema>;

/** A document that stays where it is, or gets another name than it would have, and why. */
export const moveObstacleSchema = v.object({
  path: v.string(),
  to: v.string(),
  /** A sentence. */
  reason: v.string(),
  /** The path that it gets in place of `to`. */
  numbered: v.optional(v.string()),
});

export type MoveObstacle = v.InferOutput<typeof moveObstacleSchema>;

/**
 * What a move would do. `documents` and `bytes` are what moves, contained documents and sidecars included; `folders` are
 * folders that people made; `unchanged` documents are there already. `taken` have a path that is taken, `refused` cannot
 * be moved; up to 50 of each are listed. `similar` are paths that differ from new ones in case or accents only. `merged`
 * is whether a folder is moved into one that exists. `plan` names the whole.
 */
export const movePlanSchema = v.object({
  documents: count,
  bytes: count,
  folders: count,
  unchanged: count,
  sidecars: count,
  taken: count,
  refused: count,
  obstacles: v.array(moveObstacleSchema),
  similar: v.array(v.object({ to: v.string(), existing: v.string() })),
  merged: v.boolean(),
  plan: v.string(),
});

export type MovePlan = v.InferOutput<typeof movePlanSchema>;

/**
 * A move. `moved` are at their new paths, `waiting` follow within moments, `skipped` stay; `move` undoes it. `obstacles`
 * says why, for up to 50.
 */
export const movedDocumentsSchema = v.object({
  move: idSchema,
  moved: count,
  waiting: count,
  skipped: count,
  obstacles: v.array(moveObstacleSchema),
});

export type MovedDocuments = v.InferOutput<typeof movedDocumentsSchema>;

export const undoMoveInputSchema = v.strictObject({ move: idSchema });

/** `kept` stay, as something else is at their earlier paths, or as they were moved again. */
export const undoneMoveSchema = v.object({ moved: count, waiting: count, kept: count });

export type UndoneMove = v.InferOutput<typeof undoneMoveSchema>;

export const createFolderInputSchema = v.strictObject({
  path: v.pipe(targetSchema, v.minLength(1, 'Folder is empty')),
});

export const createdFolderSchema = v.object({ path: v.string() });

/** Where an archive finds documents that were moved: where they are now, or back at its own paths. */
export const MOVED_RULES = ['keep', 'follow'] as const;

export type MovedRule = (typeof MOVED_RULES)[number];
