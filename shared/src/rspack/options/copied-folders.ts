import { createRequire } from 'node:module';
import path from 'node:path';

import { rspack } from '@rspack/core';
import type { RspackPluginInstance } from '@rspack/core';

import type { RemoteOptions } from './remote-options.ts';

/**
 * Returns plugins that copy folders of packages into a build. The name of a release names the content of
 * these files too, so that they can be cached like its code.
 */
export function copiedFolders({ context, folders = [] }: RemoteOptions): RspackPluginInstance[] {
  if (folders.length === 0) return [];
  const require = createRequire(path.join(context, 'package.json'));
  const patterns = folders.map(({ package: name, folder, to, without = [] }) => {
    const home = path.dirname(require.resolve(`${name}/package.json`));
    return {
      from: path.join(home, folder),
      to,
      globOptions: { ignore: without.map((glob) => `**/${glob}`) },
      // As the package has them: it minified its scripts.
      info: { minimized: true },
    };
  });
  return [new rspack.CopyRspackPlugin({ patterns })];
}
