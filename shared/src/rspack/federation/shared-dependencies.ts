import { readFileSync } from 'node:fs';
import path from 'node:path';

import { installedFolder, ownFolder } from '../places.ts';

/**
 * Every module that the shell and the remotes share: exactly one instance each. The host provides them,
 * the remotes only consume. Keys match requests exactly, so subpaths are named, or
 * covered by a prefix that ends in a slash. Where two modules of a package import each other
 * relatively (jotai, react-router), one missing subpath would mean a second instance of it all.
 * `@carrel/shared/access`, `search`, `packing` and `passkeys` are not among them: a remote that uses one bundles it.
 */
export const SHARED_MODULES = [
  'react',
  'react/',
  'react-dom',
  'react-dom/',
  'react-router-dom',
  'jotai',
  'jotai/',
  '@tanstack/react-query',
  'react-hook-form',
  '@hookform/resolvers/',
  '@carrel/shared/api',
  '@carrel/shared/api/guest',
  '@carrel/shared/contract',
  '@carrel/shared/contract/archive-rules',
  '@carrel/shared/contract/guest',
  '@carrel/shared/contract/organization',
  '@carrel/shared/contract/sign-in',
  '@carrel/shared/paths',
  '@carrel/shared/paths/guest',
  '@carrel/shared/paths/sign-in',
  '@carrel/shared/releases',
  '@carrel/shared/shell',
  '@carrel/shared/ui',
  '@carrel/shared/ui/signed-in',
  '@carrel/shared/ui/workbench',
] as const;

export type SharedModule = (typeof SHARED_MODULES)[number];

const manifestIn = (folder: string) =>
  JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as {
    name: string;
    version: string;
  };

const own = manifestIn(ownFolder);

/** Returns how code imports a shared module: in the kit its own doors have the kit's name. */
export const requestOf = (module: SharedModule): string =>
  module.replace(/^@carrel\/shared(?=\/)/, own.name);

/** Returns the npm package of a shared module: `react-dom` for `react-dom/`. */
export function packageOf(module: SharedModule): string {
  if (module.startsWith('react-router')) return 'react-router-dom';
  const parts = module.split('/');
  return module.startsWith('@') ? parts.slice(0, 2).join('/') : (parts[0] ?? module);
}

/** Returns the installed version of a shared package. */
export function versionOf(packageName: string): string {
  return packageName === '@carrel/shared'
    ? own.version
    : manifestIn(installedFolder(packageName)).version;
}

/** The version of the kit that builds a remote, which is that of its doors. */
export const KIT_VERSION = own.version;

/** Returns the range of a shared package that a remote built now runs on: the same major version. */
export function requiredRangeOf(packageName: string): string {
  return `^${versionOf(packageName)}`;
}
