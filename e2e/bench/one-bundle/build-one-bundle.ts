import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { rspack } from '@rspack/core';
import type { Configuration, StatsCompilation } from '@rspack/core';

import { consoleFolder, REMOTES, root, sourceHashes } from '@carrel/scripts/publish/built-state.ts';
import { precompress } from '@carrel/scripts/publish/precompress.ts';
import { commonOptions, hostResolve, providedVersions } from '@carrel/shared/rspack';

/** The output: a console folder as the server serves it. */
const folder = path.join(root, 'dist/one-bundle');
const STATE_FILE = path.join(folder, '.built');
const FEDERATION = path.join(import.meta.dirname, 'federation.ts');

function configuration(): Configuration {
  const common = commonOptions({
    context: path.join(root, 'shell'),
    name: 'shell',
    mode: 'production',
  });
  return {
    ...common,
    entry: { main: './src/main.ts' },
    output: { ...common.output, path: path.join(folder, 'shell') },
    resolve: {
      ...common.resolve,
      alias: { ...hostResolve('production').alias, 'remote-sources': root },
    },
    module: {
      ...common.module,
      rules: [
        ...(common.module?.rules ?? []),
        // The shell's start is in the entry, as nothing has to be loaded before it.
        { test: /shell\/src\/start\/start-console\.ts$/, parser: { dynamicImportMode: 'eager' } },
      ],
    },
    plugins: [
      ...(common.plugins ?? []),
      new rspack.DefinePlugin({
        'process.env.CARREL_PROVIDES': JSON.stringify(JSON.stringify(providedVersions)),
      }),
      new rspack.NormalModuleReplacementPlugin(/^\.{1,2}\/federation\.ts$/, FEDERATION),
      // No remotes are loaded, so unused shared modules are left out.
      new rspack.NormalModuleReplacementPlugin(/provided-modules\.ts$/, 'data:text/javascript,'),
    ],
  };
}

async function compile(): Promise<StatsCompilation> {
  const { promise, resolve, reject } = Promise.withResolvers<StatsCompilation>();
  const compiler = rspack(configuration());
  compiler.run((error, stats) => {
    if (error !== null) reject(error);
    else if (stats === undefined || stats.hasErrors()) reject(new Error(String(stats)));
    else resolve(stats.toJson({ all: false, chunkGroups: true, assets: true }));
  });
  const stats = await promise;
  await new Promise((done) => compiler.close(done));
  return stats;
}

interface Releases {
  remotes: Record<string, { entry: string; chunks: Record<string, string[]>; integrity: object }>;
}

/** Writes release.json and registry.json with the files of the bundle. */
async function writeReleases(stats: StatsCompilation): Promise<void> {
  const scriptsOf = (group: string) =>
    (stats.namedChunkGroups?.[group]?.assets ?? [])
      .map(({ name }) => `/shell/${name}`)
      .filter((url) => url.endsWith('.js'));
  const main = scriptsOf('main');
  const shell = JSON.parse(
    await readFile(path.join(consoleFolder, 'shell/release.json'), 'utf8'),
  ) as object;
  const release = {
    ...shell,
    entry: main.at(-1),
    preload: { first: main.slice(0, -1), signedIn: scriptsOf('signed-in') },
  };
  await writeFile(path.join(folder, 'shell/release.json'), JSON.stringify(release, null, 2));
  const registry = JSON.parse(
    await readFile(path.join(consoleFolder, 'registry.json'), 'utf8'),
  ) as Releases;
  for (const [name, remote] of Object.entries(registry.remotes)) {
    remote.entry = main.at(-1) ?? '';
    remote.chunks = { './routes': scriptsOf(name) };
    remote.integrity = {};
  }
  await writeFile(path.join(folder, 'registry.json'), JSON.stringify(registry, null, 2));
}

/**
 * Builds the same sources as one bundle without federation, unless it is up to date. Needs the built
 * console. Returns the folder to serve.
 */
export async function buildOneBundle(): Promise<string> {
  const hashes = Object.values(await sourceHashes(['shell', ...REMOTES]));
  const state = [...hashes, await readFile(FEDERATION, 'utf8')].join('\n');
  if ((await readFile(STATE_FILE, 'utf8').catch(() => '')) === state) return folder;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const stats = await compile();
  await copyFile(
    path.join(root, 'shell/public/favicon.svg'),
    path.join(folder, 'shell/favicon.svg'),
  );
  await writeReleases(stats);
  await precompress(folder);
  await writeFile(STATE_FILE, state);
  return folder;
}
