import * as v from 'valibot';

/** The body of every response that is not 2xx. `issues` come with 422 and name the invalid fields. */
export const errorBodySchema = v.object({
  message: v.string(),
  issues: v.optional(v.array(v.object({ path: v.string(), message: v.string() }))),
});

export type ErrorBody = v.InferOutput<typeof errorBodySchema>;

/**
 * Comes with a 403 that needs the user to authenticate again: the call may be repeated then. `sso` says that the single
 * sign-on of the organization is enough, any other value that the account itself has to be authenticated.
 */
export const REAUTHENTICATE_HEADER = 'X-Reauthenticate';
