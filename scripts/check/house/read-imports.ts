import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { parseSync } from 'oxc-parser';

import { REMOTES } from '../../publish/built-state.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');

export const BROWSER_PACKAGES = ['shell', ...REMOTES];
export const PACKAGES = [
  ...BROWSER_PACKAGES,
  'shared',
  'api',
  'testing',
  'client',
  'cli',
  'e2e',
  'scripts',
];

/** One import of a file, types included. */
export interface Import {
  /** From the root of the repository. */
  file: string;
  /** As it is written. */
  from: string;
  names: string[];
  /** Whether only types are imported, so that it is gone when the file is run. */
  isType: boolean;
}

export const textOf = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');

/** Returns the sources of packages, from the root of the repository. Links to installed packages are not followed. */
export const sourcesOf = (packages: readonly string[]): string[] =>
  packages.flatMap((folder) =>
    globSync(`${folder}/**/*.{ts,tsx}`, {
      cwd: ROOT,
      exclude: (file) => path.basename(file) === 'node_modules',
    }),
  );

export function importsOf(file: string): Import[] {
  const text = textOf(file);
  const { module } = parseSync(file, text);
  const dynamic = module.dynamicImports.map(({ moduleRequest }) =>
    text.slice(moduleRequest.start, moduleRequest.end).replaceAll(/^['"]|['"]$/g, ''),
  );
  return [
    ...module.staticImports.map((statement) => ({
      file,
      from: statement.moduleRequest.value,
      names: statement.entries.map(({ importName }) => importName.name ?? '*'),
      isType: statement.entries.length > 0 && statement.entries.every(({ isType }) => isType),
    })),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest, importName, isType }) =>
        moduleRequest === null
          ? []
          : [{ file, from: moduleRequest.value, names: [importName.name ?? '*'], isType }],
      ),
    ),
    ...dynamic.map((from) => ({ file, from, names: ['*'], isType: false })),
  ];
}

/** Returns the file that a relative import names. */
export const pathOf = ({ file, from }: Import): string => path.join(path.dirname(file), from);

export const isTest = (file: string): boolean => /\.test\.tsx?$|(?:^|\/)testing\//.test(file);
