import * as v from 'valibot';

/** The body of every response that is not 2xx. `issues` come with 422 and name the invalid fields. */
export const errorBodySchema = v.object({
  message: v.string(),
  issues: v.optional(v.array(v.object({ path: v.string(), message: v.string() }))),
});

export type ErrorBody = v.InferOutput<typeof errorBodySchema>;
