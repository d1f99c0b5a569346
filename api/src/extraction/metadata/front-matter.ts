import { parse } from 'yaml';

import { writtenEntries } from './clean-metadata.ts';

const LENGTH_MAX = 64 * 1024;

/** At the start of the file. */
const FRONT_MATTER = /^\ufeff?---\r?\n(?![ \t]*(?:\r?\n|$))([\s\S]*?)\r?\n---\r?\n/;

/** The same in TOML, which is left out of the text. */
const TOML = /^\ufeff?\+\+\+\r?\n([\s\S]*?)\r?\n\+\+\+[ \t]*(?:\r?\n|$)/;

/** Returns a Markdown file without its front matter. */
export function withoutFrontMatter(text: string): string {
  const head = text.slice(0, LENGTH_MAX);
  return text.slice((FRONT_MATTER.exec(head) ?? TOML.exec(head) ?? [''])[0].length);
}

/** Returns the keys of the YAML front matter of a Markdown file; none where it is not valid. */
export function frontMatterOf(text: string): [string, unknown][] {
  const [, yaml] = FRONT_MATTER.exec(text.slice(0, LENGTH_MAX)) ?? [];
  if (yaml === undefined) return [];
  try {
    // Aliases could grow a short text to gigabytes.
    return writtenEntries(
      parse(yaml, { schema: 'core', maxAliasCount: 0, uniqueKeys: false, logLevel: 'error' }),
    );
  } catch {
    return [];
  }
}
