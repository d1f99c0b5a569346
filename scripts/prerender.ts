import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';

import { rspack } from '@rspack/core';

import { prerenderedFile } from '../shared/src/contract/public.ts';
import type { Prerendered, Registry, RemoteRoute } from '../shared/src/contract/public.ts';
import { PRERENDERED_URLS, prerenderOptions } from '../shared/src/rspack/prerender-options.ts';
import { root, stagingFolder } from './built-state.ts';
import { readRegistry } from './registry-file.ts';

interface Renderer {
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

/** A pattern with an optional parameter stands for two: `/reset/:token?` for `/reset` and `/reset/:token`. */
const variantsOf = (pattern: string): string[] => [
  ...new Set([pattern.replaceAll('?', ''), pattern.replaceAll(/\/:[^/]+\?/g, '')]),
];

/** The screen at a pattern; undefined where it shows what its address says. */
async function screenAt(renderer: Renderer, registry: Registry, pattern: string) {
  const at = (value: string) => renderer.prerender(registry, pattern.replaceAll(/:[^/]+/g, value));
  const one = await at('one');
  if (one.html !== (await at('other')).html) return undefined;
  return { html: one.html, style: one.style.replaceAll(PRERENDERED_URLS, '/shell/') };
}

const isForGuests = ({ access }: RemoteRoute) => access === 'guest' || access === 'public';

async function prerenderRemote(remote: string, file: string, registry: Registry): Promise<void> {
  const release = registry.remotes[remote];
  const routes = release?.routes.filter(isForGuests) ?? [];
  if (release === undefined || routes.length === 0) return;
  const own: Registry = { remotes: { [remote]: { ...release, channel: undefined } } };
  const renderer = await compile(remote);
  const screens: Prerendered = {};
  for (const pattern of routes.flatMap((route) => variantsOf(route.path))) {
    const screen = await screenAt(renderer, own, pattern);
    if (screen !== undefined) screens[pattern] = screen;
  }
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, JSON.stringify(screens));
}

/**
 * Renders the screens for guests into a console's folder, for the releases that were built last and
 * stand there. A remote that was rolled back has none, and is drawn by the browser alone.
 */
export async function prerenderScreens(folder: string): Promise<void> {
  const registry = await readRegistry(folder);
  const shell = await versionOf(path.join(folder, 'shell'));
  if (shell === undefined || shell !== (await versionOf(stagingFolder('shell')))) return;
  for (const [remote, { version }] of Object.entries(registry.remotes)) {
    const file = path.join(folder, prerenderedFile(remote, version, shell));
    const isBuilt = version === (await versionOf(stagingFolder(remote)));
    if (isBuilt && !existsSync(file)) await prerenderRemote(remote, file, registry);
  }
}
