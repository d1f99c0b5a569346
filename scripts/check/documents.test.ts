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

describe('documents', () => {
  test('link to files and headings that exist', () => {
    expect(documents.flatMap(brokenLinks)).toEqual([]);
  });
});
