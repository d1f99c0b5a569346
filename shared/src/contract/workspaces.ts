import * as v from 'valibot';

import { shownNameSchema } from './names.ts';
import { descriptionSchema, idSchema, nameSchema, timestampSchema } from './text.ts';

export const workspaceSchema = v.object({
  id: idSchema,
  name: shownNameSchema,
  description: v.nullish(v.string()),
  /** `named` where only people and groups with access see it; absent from servers that do not know that. */
  access: v.nullish(v.string()),
  /** What the caller may do with it where it is `named`, if that is not the role in the organization. */
  role: v.nullish(v.string()),
  /** When it or its attached datasets changed last. */
  changed_at: v.nullish(timestampSchema),
});

export type Workspace = v.InferOutput<typeof workspaceSchema>;

export const workspaceListSchema = v.object({ workspaces: v.array(workspaceSchema) });

export const createWorkspaceInputSchema = v.object({
  name: nameSchema('Workspace name'),
  description: v.optional(descriptionSchema),
});

export type CreateWorkspaceInput = v.InferOutput<typeof createWorkspaceInputSchema>;

/** What is absent stays unchanged; a description of null is deleted. */
export const updateWorkspaceInputSchema = v.object({
  name: v.optional(nameSchema('Workspace name')),
  description: v.optional(v.nullable(descriptionSchema)),
});

export type UpdateWorkspaceInput = v.InferOutput<typeof updateWorkspaceInputSchema>;
