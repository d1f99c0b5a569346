import { createHash } from 'node:crypto';

import { Compilation, RuntimeGlobals, RuntimeModule } from '@rspack/core';
import type { Compiler, RspackPluginInstance } from '@rspack/core';

/** A content hash of the bundler's in a file, before it is final. */
const PROVISIONAL_HASH = /\b[0-9a-f]{16}\b/g;

/** Loads chunks with the entry's `?retry=`, and so past caches and requests that hang. */
class RetryRuntimeModule extends RuntimeModule {
  constructor() {
    super('retry', RuntimeModule.STAGE_ATTACH);
  }

  override generate(): string {
    const urlOf = RuntimeGlobals.getChunkScriptFilename;
    return `var retry = /\\?retry=\\d+$/.exec((document.currentScript || {}).src);
if (retry) { var urlOf = ${urlOf}; ${urlOf} = function (id) { return urlOf(id) + retry[0]; }; }`;
  }
}

/**
 * Lets several releases of a remote, and several attempts to load one, run in one page: the global array
 * through which chunks are loaded is named after the code, and an entry that was loaded with `?retry=1`
 * loads its chunks in the same way.
 */
export class IsolatedReleasePlugin implements RspackPluginInstance {
  apply(compiler: Compiler): void {
    const { ReplaceSource } = compiler.webpack.sources;
    compiler.hooks.thisCompilation.tap('IsolatedReleasePlugin', (compilation) => {
      compilation.hooks.additionalTreeRuntimeRequirements.tap(
        'IsolatedReleasePlugin',
        (chunk, requirements) => {
          if (!chunk.hasRuntime()) return;
          requirements.add(RuntimeGlobals.getChunkScriptFilename);
          compilation.addRuntimeModule(chunk, new RetryRuntimeModule());
        },
      );
      compilation.hooks.processAssets.tap(
        // After minification, before file names are derived from the content.
        {
          name: 'IsolatedReleasePlugin',
          stage: Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE + 1,
        },
        () => {
          const name = String(compilation.outputOptions.chunkLoadingGlobal);
          const scripts = compilation.getAssets().filter((asset) => asset.name.endsWith('.js'));
          const hash = createHash('sha256');
          for (const { source } of scripts.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
            hash.update(source.source().toString().replaceAll(PROVISIONAL_HASH, ''));
          }
          const suffix = `_${hash.digest('hex').slice(0, 8)}`;
          for (const script of scripts) {
            compilation.updateAsset(script.name, (source) => {
              const renamed = new ReplaceSource(source);
              for (const { index } of source.source().toString().matchAll(new RegExp(name, 'g'))) {
                renamed.insert(index + name.length, suffix);
              }
              return renamed;
            });
          }
        },
      );
    });
  }
}
