import type { RemoteRoute } from '../../releases/public.ts';

/** What a remote declares in its `rspack.config.ts`. */
export interface RemoteOptions {
  /** The remote's name, which is its folder's. */
  name: string;
  /** The folder of its package: `import.meta.dirname`. */
  context: string;
  /** Its screens, and who may see them. */
  routes: readonly RemoteRoute[];
  /** Port of its page during development. */
  devPort: number;
  /** Modules exposed besides `./routes`, such as a dialog that the shell opens. */
  exposes?: Record<string, string>;
  /** Folders of packages whose files are served beside its code, under their own names. */
  folders?: readonly CopiedFolder[];
}

/** A folder of a package, which libraries read by the names of its files. */
export interface CopiedFolder {
  package: string;
  /** Within the package. */
  folder: string;
  /** Within the release. */
  to: string;
  /** Files of the folder that are not copied, as globs. */
  without?: readonly string[];
}
