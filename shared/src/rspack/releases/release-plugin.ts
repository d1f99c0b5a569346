import { Compilation } from '@rspack/core';
import type { Compiler, RspackPluginInstance } from '@rspack/core';

import type { RemoteRelease } from '../../releases/public.ts';
import { codeVersion } from './code-version.ts';
import { integrityOf } from './integrity.ts';
import { KIT_VERSION } from '../federation/shared-dependencies.ts';

/** Returns the name of an exposed module's chunk: `routes` for `./routes`. */
export const chunkNameOf = (exposed: string): string =>
  exposed.replace('./', '').replaceAll('/', '-');

/** What a remote declares of itself, as it is in its release. */
export type RemoteDeclaration = Pick<RemoteRelease, 'routes' | 'sidebar' | 'commands'>;

interface ReleaseOptions {
  name: string;
  declaration: RemoteDeclaration;
  exposes: string[];
  requires: RemoteRelease['requires'];
}

/**
 * Writes `release.json` beside a remote's files: its entry in the registry, with the URLs that it has
 * when published under `/remotes/<name>/<version>/`.
 */
export class ReleasePlugin implements RspackPluginInstance {
  readonly #options: ReleaseOptions;

  constructor(options: ReleaseOptions) {
    this.#options = options;
  }

  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('ReleasePlugin', (compilation) => {
      compilation.hooks.processAssets.tap(
        { name: 'ReleasePlugin', stage: Compilation.PROCESS_ASSETS_STAGE_REPORT },
        () => {
          // A failed build has no entry, and reports its own errors.
          if (compilation.errors.length > 0) return;
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
    const { name, declaration, exposes, requires } = this.#options;
    const described = { kit: KIT_VERSION, requires, ...declaration };
    const version = codeVersion(compilation, described);
    const url = (file: string) => `/remotes/${name}/${version}/${file}`;
    const scripts = compilation.getAssets().filter(({ name }) => name.endsWith('.js'));
    const entry = scripts.find(({ name }) => name.startsWith('entry.'));
    if (entry === undefined) throw new Error(`${name} was built without an entry.`);
    const chunks = exposes.map((exposed): [string, string[]] => {
      const files = [...compilation.chunkGroups]
        .filter((group) => group.name === chunkNameOf(exposed))
        .flatMap((group) => group.chunks.flatMap((chunk) => [...chunk.files]))
        .filter((file) => file.endsWith('.js'));
      return [exposed, files.map(url)];
    });
    // Copied scripts are loaded by the workers of libraries, which check nothing.
    const checked = scripts.filter(({ info }) => info.copied !== true);
    // During development chunks are loaded without integrity, and a preload must match.
    const integrity =
      compilation.options.mode === 'development'
        ? []
        : checked.map(({ name, source }) => [url(name), integrityOf(source.buffer())] as const);
    return {
      version,
      entry: url(entry.name),
      chunks: Object.fromEntries(chunks),
      integrity: Object.fromEntries(integrity),
      ...described,
    };
  }
}
