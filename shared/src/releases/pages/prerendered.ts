import * as v from 'valibot';

/** Screens as pages carry them before any script has run, by their route patterns. */
export const prerenderedSchema = v.record(
  v.string(),
  v.object({
    /** What stands in the page's root. */
    html: v.string(),
    /** Style elements, as emotion takes them over in the browser. */
    style: v.string(),
  }),
);

export type Prerendered = v.InferOutput<typeof prerenderedSchema>;

/** In place of a remote's name, for what the shell shows by itself. */
export const SHELL = 'shell';
/** In place of a route pattern: what stands while it is found out who is signed in. */
export const LOADING_SCREEN = 'loading';

/**
 * The file of a console's folder that has a remote's prerendered screens. They are true of one release
 * of the remote in one release of the shell; for any other two there are none, and none are needed.
 */
export const prerenderedFile = (remote: string, version: string, shellVersion: string): string =>
  `prerendered/${remote}.${version}.${shellVersion}.json`;
