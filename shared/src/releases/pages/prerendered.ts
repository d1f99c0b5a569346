import * as v from 'valibot';

/** Screens as they are in a page before any script has run, by their route patterns. */
export const prerenderedSchema = v.record(
  v.string(),
  v.object({
    /** The content of the page's root. */
    html: v.string(),
    /** Style elements, which emotion takes over in the browser. */
    style: v.string(),
  }),
);

export type Prerendered = v.InferOutput<typeof prerenderedSchema>;

/** The shell's own screens, in place of a remote's name. */
export const SHELL = 'shell';
/** The screen that is shown while the current user is read, in place of a route pattern. */
export const LOADING_SCREEN = 'loading';

/**
 * Returns the file of a remote's prerendered screens in a console's folder. They belong to one release
 * of the remote in one release of the shell; other pairs work without.
 */
export const prerenderedFile = (remote: string, version: string, shellVersion: string): string =>
  `prerendered/${remote}.${version}.${shellVersion}.json`;
