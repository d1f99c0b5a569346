import type { OldestShell } from '../federation/provided-versions.ts';
import type { CommandEntry, IconName, RemoteRoute, SidebarEntry } from '../../releases/public.ts';

/** An entry whose icon the shell of this version can draw. */
type Drawn<Entry extends { icon?: string | undefined }> = Omit<Entry, 'icon'> &
  (undefined extends Entry['icon'] ? { icon?: IconName } : { icon: IconName });

/** What a remote declares in its `rspack.config.ts`. */
export interface RemoteOptions {
  /** The remote's name, which is its folder's. */
  name: string;
  /** The folder of its package: `import.meta.dirname`. */
  context: string;
  /** Its screens: `path`, `access`, and where it has them `title` and `reads`. */
  routes: readonly RemoteRoute[];
  /** Its links in the sidebar: `to`, `label`, `icon`, and where it needs them `group`, `order` and `roles`. */
  sidebar?: readonly Drawn<SidebarEntry>[];
  /**
   * Its commands in the palette of every screen: `id`, `label`, `group`, `to`, and where it needs them `icon`,
   * `keywords`, `intent`, `section`, `typedOnly`, `order` and `roles`.
   */
  commands?: readonly Drawn<CommandEntry>[];
  /**
   * The oldest shell that it was tested on; by default one of the same versions as this kit. An older shell
   * keeps the release before.
   */
  oldest?: OldestShell;
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
