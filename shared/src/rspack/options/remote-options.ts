import type { RemoteRoute } from '../../releases/public.ts';

/** What a remote says of itself in its `rspack.config.ts`. */
export interface RemoteOptions {
  /** The remote's name, which is its folder's. */
  name: string;
  /** The folder of its package: `import.meta.dirname`. */
  context: string;
  /** The screens it brings, and who may see them. */
  routes: readonly RemoteRoute[];
  /** Port of its page during development. */
  devPort: number;
  /** Modules offered beside `./routes`, such as a dialog that the shell opens. */
  exposes?: Record<string, string>;
}
