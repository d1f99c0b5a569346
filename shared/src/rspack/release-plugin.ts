import { Compilation } from '@rspack/core';
import type { Compiler, RspackPluginInstance } from '@rspack/core';

import { SHELL_API_VERSION } from '../contract/public.ts';
import type { RemoteRelease, RemoteRoute } from '../contract/public.ts';
import { integrityOf } from './integrity.ts';
import { packageOf, requiredRangeOf, SHARED_MODULES } from './shared-dependencies.ts';

/**
 * Writes `release.json` beside a remote's files: its entry in the registry, with URLs as they are
 * when the remote is served under `/remotes/<name>/`.
 */
export class ReleasePlugin implements RspackPluginInstance {
  readonly #options: { name: string; routes: readonly RemoteRoute[]; exposes: string[] };

  constructor(options: { name: string; routes: readonly RemoteRoute[]; exposes: string[] }) {
    this.#options = options;
  }

  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('ReleasePlugin', (compilation) => {
      compilation.hooks.processAssets.tap(
        { name: 'ReleasePlugin', stage: Compilation.PROCESS_ASSETS_STAGE_REPORT },
        () => {
          const release = this.#describe(compilation);
          compilation.emitAsset(
            'release.json',
            new compiler.webpack.sources.RawSource(JSON.stringify(release, null, 2)),
          );
        },
      );
    });
  }

  #describe(compilation: Compilation): RemoteRelease {
    const { name, routes, exposes } = this.#options;
    const url = (file: string) => `/remotes/${name}/${file}`;
    const scripts = compilation.getAssets().filter(({ name }) => name.endsWith('.js'));
    const entry = scripts.find(({ name }) => name.startsWith('entry.'));
    if (entry === undefined) throw new Error(`${name} was built without an entry.`);
    const chunks = exposes.map((exposed): [string, string[]] => {
      const chunkName = `__federation_expose_${exposed.replace('./', '').replaceAll('/', '_')}`;
      const files = [...compilation.chunkGroups]
        .filter((group) => group.name === chunkName)
        .flatMap((group) => group.chunks.flatMap((chunk) => [...chunk.files]))
        .filter((file) => file.endsWith('.js'));
      return [exposed, files.map(url)];
    });
    const integrity = scripts.map(({ name, source }): [string, string] => [
      url(name),
      integrityOf(source.buffer()),
    ]);
    const packages = [...new Set(SHARED_MODULES.map(packageOf))];
    return {
      version: integrityOf(entry.source.buffer()).slice(7, 19),
      entry: url(entry.name),
      chunks: Object.fromEntries(chunks),
      integrity: Object.fromEntries(integrity),
      requires: {
        shellApi: `^${SHELL_API_VERSION}`,
        shared: Object.fromEntries(packages.map((name) => [name, requiredRangeOf(name)])),
      },
      routes: [...routes],
    };
  }
}
