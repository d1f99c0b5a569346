import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { parse } from 'yaml';

import { root } from '../../publish/built-state.ts';

interface LockedPackage {
  resolution: { integrity?: string };
  os?: string[];
  cpu?: string[];
  libc?: string[];
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
}

interface LockedDependencies {
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

/** What the package needs of pnpm-lock.yaml. */
export interface Lockfile {
  importers: Record<string, { dependencies?: Record<string, { version: string }> }>;
  /** Keyed by name and version. */
  packages: Record<string, LockedPackage>;
  /** Keyed by name and version, and the versions of peers in parentheses. */
  snapshots: Record<string, LockedDependencies>;
}

/** Returns the versions of packages that the tests run with. */
export async function readLockfile(): Promise<Lockfile> {
  return parse(await readFile(path.join(root, 'pnpm-lock.yaml'), 'utf8')) as Lockfile;
}

/** Returns the version of a package in the catalog. @throws if it is not there. */
export async function catalogVersion(name: string): Promise<string> {
  const { catalog } = parse(await readFile(path.join(root, 'pnpm-workspace.yaml'), 'utf8')) as {
    catalog: Record<string, string>;
  };
  const version = catalog[name];
  if (version === undefined) throw new Error(`The catalog has no version of ${name}.`);
  return version;
}
