import { stripTypeScriptTypes } from 'node:module';

import { parseSync } from 'oxc-parser';

/** A module of JavaScript, and what it names. */
export interface PlainModule {
  text: string;
  /** Files of this repository that it imports or starts as a thread or process, relative to its own folder. */
  files: string[];
  /** Packages that it imports. */
  packages: string[];
}

/** `new URL('thread.ts', import.meta.url)`: how a thread or a process of ours is named. */
const URL_OF_FILE = /new URL\(\s*(['"])(?<file>[^'"]+\.ts)\1,\s*import\.meta\.url/dg;
const REQUIRED = /createRequire\(import\.meta\.url\)\(\s*(['"])(?<name>[^'"]+)\1/g;

interface Span {
  start: number;
  end: number;
}

function specifiersOf(file: string, text: string): Span[] {
  const { module, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message ?? ''}`);
  const exported = module.staticExports
    .flatMap(({ entries }) => entries.map(({ moduleRequest }) => moduleRequest))
    .filter((request) => request !== null);
  const all = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest),
    ...exported,
    ...module.dynamicImports.map(({ moduleRequest }) => moduleRequest),
  ];
  // An export of several names is listed once for each.
  return [...new Map(all.map(({ start, end }) => [start, { start, end }])).values()].filter(
    ({ start }) => /['"]/.test(text[start] ?? ''),
  );
}

const packageOf = (specifier: string) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

/**
 * Returns a module of TypeScript as JavaScript: without its types, each line where it was, as Node.js runs it
 * in this repository. Node.js does so outside of node_modules only. `nameFile` returns the relative path of a
 * module that is imported by a name of this repository; undefined for other packages.
 */
export function plainModule(
  file: string,
  source: string,
  nameFile: (specifier: string) => string | undefined,
): PlainModule {
  const text = stripTypeScriptTypes(source);
  const spans = specifiersOf(file, text);
  for (const { indices } of text.matchAll(URL_OF_FILE)) {
    const [start, end] = indices?.groups?.['file'] ?? [];
    if (start !== undefined && end !== undefined) spans.push({ start: start - 1, end: end + 1 });
  }
  const files: string[] = [];
  const packages = Array.from(text.matchAll(REQUIRED), ({ groups }) =>
    packageOf(groups?.['name'] ?? ''),
  );
  let plain = text;
  for (const { start, end } of spans.toSorted((a, b) => b.start - a.start)) {
    const specifier = text.slice(start + 1, end - 1);
    const isRelative = /^\.{1,2}\//.test(specifier) || text.slice(0, start).endsWith('new URL(');
    const target = isRelative ? specifier : nameFile(specifier);
    if (target === undefined) {
      if (!specifier.startsWith('node:')) packages.push(packageOf(specifier));
      continue;
    }
    files.push(target);
    const renamed = target.replace(/\.ts$/, '.js');
    plain = `${plain.slice(0, start + 1)}${renamed}${plain.slice(end - 1)}`;
  }
  return { text: plain, files: files.toReversed(), packages };
}
