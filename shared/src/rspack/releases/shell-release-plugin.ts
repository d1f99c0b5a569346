import { Compilation } from '@rspack/core';
import type { Compiler, RspackPluginInstance } from '@rspack/core';

import type { ShellRelease } from '../../releases/public.ts';
import { pageStyle, themeScript } from '../../ui/page.ts';
import { codeVersion } from './code-version.ts';
import { earlyInputScript } from '../page-scripts/early-input-script.ts';
import { earlyReadsScript } from '../page-scripts/early-reads-script.ts';
import { integrityOf } from './integrity.ts';
import { providedVersions } from '../federation/provided-versions.ts';
import { startAfterPaintScript } from '../page-scripts/start-after-paint-script.ts';
import { trustedTypesScript } from '../page-scripts/trusted-types-script.ts';

/** The chunks that a screen needs besides the entry, in the order in which they run. */
const FIRST_CHUNKS = ['vendor', 'boot'];
const SIGNED_IN_CHUNKS = ['calls', 'vendor-signed-in', 'signed-in'];

/** The inline scripts of the page's head, in the order in which they run. */
const PAGE_SCRIPTS = {
  trustedTypesScript,
  themeScript,
  earlyInputScript,
  startAfterPaintScript,
  earlyReadsScript,
};

/** The shell's own screens, and what every screen of a signed-in user reads. */
export type ShellScreens = Pick<ShellRelease, 'reads' | 'routes'>;

/** Writes `release.json` beside the shell's files: which of them a page loads, and when. */
export class ShellReleasePlugin implements RspackPluginInstance {
  readonly #screens: ShellScreens;

  constructor(screens: ShellScreens) {
    this.#screens = screens;
  }

  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('ShellReleasePlugin', (compilation) => {
      compilation.hooks.processAssets.tap(
        { name: 'ShellReleasePlugin', stage: Compilation.PROCESS_ASSETS_STAGE_REPORT },
        () => {
          if (compilation.errors.length > 0) return;
          compilation.emitAsset(
            'release.json',
            new compiler.webpack.sources.RawSource(
              JSON.stringify(describe(compilation, this.#screens), null, 2),
            ),
          );
        },
      );
    });
  }
}

const url = (file: string) => `/shell/${file}`;

function describe(compilation: Compilation, screens: ShellScreens): ShellRelease {
  const scriptsOf = (names: readonly string[]) =>
    names.flatMap((name) =>
      [...compilation.chunks]
        .filter((chunk) => chunk.name === name)
        .flatMap((chunk) => [...chunk.files].filter((file) => file.endsWith('.js')))
        .map(url),
    );
  const [entry] = scriptsOf(['main']);
  const [standalone] = scriptsOf(['standalone']);
  if (entry === undefined || standalone === undefined)
    throw new Error('The shell was built without an entry.');
  const integrity =
    compilation.options.mode === 'development'
      ? []
      : compilation
          .getAssets()
          .filter(({ name }) => name.endsWith('.js'))
          .map(({ name, source }) => [url(name), integrityOf(source.buffer())] as const);
  return {
    version: codeVersion(compilation, {
      pageStyle,
      ...PAGE_SCRIPTS,
      providedVersions,
      screens,
    }),
    entry,
    standalone,
    preload: { first: scriptsOf(FIRST_CHUNKS), signedIn: scriptsOf(SIGNED_IN_CHUNKS) },
    integrity: Object.fromEntries(integrity),
    ...screens,
    provides: providedVersions,
    beforePaint: Object.values(PAGE_SCRIPTS).join(';'),
    style: pageStyle,
    trustedTypes: true,
  };
}
