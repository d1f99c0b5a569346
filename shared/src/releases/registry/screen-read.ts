import * as v from 'valibot';

export const screenReadSchema = v.object({
  /**
   * Path of a call under the API's origin, as `apiPaths` returns it. `:name` is replaced by a parameter
   * of the screen's address, from its path or its query; it is a whole segment or a query's value.
   */
  path: v.pipe(v.string(), v.startsWith('api/', 'A read is a path of the API.')),
  /** Whether the call names the selected organization. */
  inOrganization: v.boolean(),
});

/** What a screen reads first, so that it can be requested before its code has loaded. */
export type ScreenRead = v.InferOutput<typeof screenReadSchema>;
