import * as v from 'valibot';

const cursorSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    /** Folders that are still to be listed, encoded; the last one is next. */
    pending: v.array(v.string()),
    /** Folders that were listed. */
    folders: v.number(),
    /** What changes with anything below the root, where the server has it. */
    rootTag: v.nullable(v.string()),
    /** The rest of a folder that is larger than a page. */
    rest: v.nullable(v.object({ folder: v.string(), file: v.string(), at: v.number() })),
    /** How often such a rest was lost. */
    lost: v.number(),
  }),
);

/** How far a walk is. */
export type Walk = v.InferOutput<typeof cursorSchema>;

/** A new walk where the cursor is none. */
export function readWalk(cursor: string | undefined): Walk {
  const read = v.safeParse(cursorSchema, cursor);
  if (read.success) return read.output;
  return { pending: [''], folders: 0, rootTag: null, rest: null, lost: 0 };
}
