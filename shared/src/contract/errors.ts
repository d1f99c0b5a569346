import * as v from 'valibot';

/** The body of every answer that is not 2xx. `issues` come with 422 and name the field at fault. */
export const errorBodySchema = v.object({
  message: v.string(),
  issues: v.optional(v.array(v.object({ path: v.string(), message: v.string() }))),
});

export type ErrorBody = v.InferOutput<typeof errorBodySchema>;
