import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { describe, expect, test } from 'vitest';

import { root } from '../publish/built-state.ts';

const documents = globSync(['*.md', 'docs/**/*.md', 'deploy/**/*.md', '*/README.md'], {
  cwd: root,
});
const textOf = (file: string) => readFileSync(path.join(root, file), 'utf8');

/** A document without its blocks of code and code in sentences. */
const proseOf = (text: string) =>
  text
    .replace(/^( *)```[^]*?^\1```$/gm, '')
    .replace(/`[^`\n]*`/g, (code) => '`'.repeat(code.length));

/** The anchors of a document, as GitHub derives them from its headings. */
function anchorsOf(text: string): Set<string> {
  const code = text.replace(/^( *)```[^]*?^\1```$/gm, '');
  const headings = Array.from(code.matchAll(/^#{1,6} (.+)$/gm), ([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\p{M} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
  return new Set(headings);
}

/** Returns a sentence for each link of a document to a file or a heading that does not exist. */
function brokenLinks(file: string): string[] {
  const links = Array.from(proseOf(textOf(file)).matchAll(/\]\(([^)\s]+)\)/g), ([, to = '']) => to);
  return links
    .filter((to) => !/^[a-z]+:/.test(to))
    .filter((to) => {
      const [name = '', anchor] = to.split('#');
      const target = name === '' ? file : path.join(path.dirname(file), name);
      if (!existsSync(path.join(root, target))) return true;
      return anchor !== undefined && !anchorsOf(textOf(target)).has(anchor);
    })
    .map((to) => `${file} links to ${to}, which does not exist.`);
}

const LINE_MAX = 100;

/** Returns the lines that are too long, except those of tables and code, and single words such as links. */
const longLines = (text: string) =>
  text
    .replace(/^( *)```[^]*?^\1```$/gm, '')
    .split('\n')
    .filter((line) => line.length > LINE_MAX && !line.startsWith('|') && line.trim().includes(' '));

describe('documents', () => {
  test('link to files and headings that exist', () => {
    expect(documents.flatMap(brokenLinks)).toEqual([]);
  });
});

describe('a decision', () => {
  const decisions = documents.filter((file) => /^docs\/decisions\/\d{3}-/.test(file));
  const index = textOf('docs/decisions/README.md');

  test('has a line in the index with its date', () => {
    expect(decisions.length).toBeGreaterThan(80);
    const missing = decisions.filter((file) => {
      const [number = ''] = path.basename(file).split('-');
      const [, date = 'no date'] = /^# .+\n\nDate: (2\d{3}-\d\d-\d\d)\n/.exec(textOf(file)) ?? [];
      const line = `- ${date} [${number} `;
      return !index
        .split('\n')
        .some((one) => one.startsWith(line) && one.includes(`](${path.basename(file)}): `));
    });
    expect(missing, 'write `Date: <day>` below its title, and a line of the index').toEqual([]);
  });

  test('has lines of at most 100 characters', () => {
    const long = decisions.flatMap((file) =>
      longLines(textOf(file)).map((line) => `${file}: ${line}`),
    );
    expect(long).toEqual([]);
  });
});
