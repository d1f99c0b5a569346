import { createRequire } from 'node:module';

/**
 * Every module that the shell and the remotes hold in common: exactly one instance each. The host
 * provides them, the remotes only consume. Keys match requests exactly, so subpaths are named, or
 * covered by a prefix that ends in a slash. Where two modules of a package import each other
 * relatively (jotai, react-router), one missing subpath would mean a second instance of it all.
 */
export const SHARED_MODULES = [
  'react',
  'react/',
  'react-dom',
  'react-dom/',
  'react-router',
  'react-router/',
  'react-router-dom',
  'jotai',
  'jotai/',
  '@emotion/react',
  '@tanstack/react-query',
  'react-hook-form',
  '@hookform/resolvers/',
  'valibot',
  '@carrel/shared/',
] as const;

export type SharedModule = (typeof SHARED_MODULES)[number];

const require = createRequire(import.meta.url);

/** The npm package that a shared module belongs to: `react-dom/` is a part of `react-dom`. */
export function packageOf(module: SharedModule): string {
  const parts = module.split('/');
  return module.startsWith('@') ? parts.slice(0, 2).join('/') : (parts[0] ?? module);
}

const ownManifest = require('../../package.json') as {
  version: string;
  dependencies: Record<string, string>;
};

/** The installed version of a shared package. */
export function versionOf(packageName: string): string {
  if (packageName === '@carrel/shared') return ownManifest.version;
  const manifest = require(`${packageName}/package.json`) as { version: string };
  return manifest.version;
}

/** The range of a shared package that a remote built now can run on: the same major version. */
export function requiredRangeOf(packageName: string): string {
  return `^${versionOf(packageName)}`;
}
