import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';

import { rspack } from '@rspack/core';

import { LOADING_SCREEN, prerenderedFile, SHELL } from '@carrel/shared/releases';
import type { Prerendered, Registry, RemoteRoute } from '@carrel/shared/releases';
import { PRERENDERED_URLS, prerenderOptions } from '@carrel/shared/rspack';
import { root, stagingFolder } from '../publish/built-state.ts';
import { pruneStyles } from '../publish/prune-styles.ts';
import { readRegistry } from '../publish/registry-file.ts';

interface Renderer {
  prerenderLoading: () => Prerendered[string];
  prerender: (registry: Registry, pathname: string) => Promise<Prerendered[string]>;
}

async function versionOf(folder: string): Promise<string | undefined> {
  try {
    const text = await readFile(path.join(folder, 'release.json'), 'utf8');
    return (JSON.parse(text) as { version: string }).version;
  } catch {
    return undefined;
  }
}

async function compile(remote: string): Promise<Renderer> {
  const folder = path.join(root, 'dist/prerender');
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const compiler = rspack(prerenderOptions({ remote, folder }));
  compiler.run((error, stats) => {
    if (error !== null) reject(error);
    else if (stats?.hasErrors() === true) reject(new Error(stats.toString('errors-only')));
    else resolve();
  });
  await promise;
  await new Promise((done) => compiler.close(done));
  return createRequire(import.meta.url)(path.join(folder, `${remote}.cjs`)) as Renderer;
}

/** Expands a pattern with an optional parameter: `/reset/:token?` to `/reset` and `/reset/:token`. */
const variantsOf = (pattern: string): string[] => [
  ...new Set([pattern.replaceAll('?', ''), pattern.replaceAll(/\/:[^/]+\?/g, '')]),
];

/** Returns the screen at a pattern; undefined where it depends on the URL's parameters. */
async function screenAt(renderer: Renderer, registry: Registry, pattern: string) {
  const at = (value: string) => renderer.prerender(registry, pattern.replaceAll(/:[^/]+/g, value));
  const one = await at('one');
  if (one.html !== (await at('other')).html) return undefined;
  return finish(one);
}

const finish = ({ html, style }: Prerendered[string]): Prerendered[string] => ({
  html,
  style: pruneStyles({ html, style: style.replaceAll(PRERENDERED_URLS, '/shell/') }),
});

const isForGuests = ({ access }: RemoteRoute) => access === 'guest' || access === 'public';

async function write(file: string, screens: Prerendered): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, JSON.stringify(screens));
}

/**
 * Renders the screens for guests, and the loading screen of signed-in users, into a console's folder,
 * for the releases that were built last and are current there. A remote that was rolled back has no
 * prerendered screens, and is rendered in the browser only.
 */
export async function prerenderScreens(folder: string): Promise<void> {
  const registry = await readRegistry(folder);
  const shell = await versionOf(path.join(folder, 'shell'));
  if (shell === undefined || shell !== (await versionOf(stagingFolder('shell')))) return;
  const loading = path.join(folder, prerenderedFile(SHELL, shell, shell));
  for (const [remote, release] of Object.entries(registry.remotes)) {
    const { version, routes } = release;
    const file = path.join(folder, prerenderedFile(remote, version, shell));
    const isBuilt = version === (await versionOf(stagingFolder(remote)));
    if (!isBuilt || existsSync(file) || !routes.some(isForGuests)) continue;
    const renderer = await compile(remote);
    const own: Registry = { remotes: { [remote]: { ...release, channel: undefined } } };
    const screens: Prerendered = {};
    for (const pattern of routes.filter(isForGuests).flatMap((route) => variantsOf(route.path))) {
      const screen = await screenAt(renderer, own, pattern);
      if (screen !== undefined) screens[pattern] = screen;
    }
    await write(file, screens);
    // Every remote's renderer contains the shell.
    await write(loading, { [LOADING_SCREEN]: finish(renderer.prerenderLoading()) });
  }
}
