import { parse } from 'yaml';

import { entriesOf } from './clean-metadata.ts';

const LENGTH_MAX = 64 * 1024;

/** At the start of the file, as officeparser recognizes it; it leaves the same lines out of the text. */
const FRONT_MATTER = /^\ufeff?---\r?\n(?![ \t]*(?:\r?\n|$))([\s\S]*?)\r?\n---\r?\n/;

/** Returns the keys of the YAML front matter of a Markdown file; none where it is not valid. */
export function frontMatterOf(text: string): [string, unknown][] {
  const [, yaml] = FRONT_MATTER.exec(text.slice(0, LENGTH_MAX)) ?? [];
  if (yaml === undefined) return [];
  try {
    // Aliases could grow a short text to gigabytes.
    return entriesOf(
      parse(yaml, { schema: 'core', maxAliasCount: 0, uniqueKeys: false, logLevel: 'error' }),
    );
  } catch {
    return [];
  }
}
