import type { Block } from '../blocks/block.ts';
import type { Partitioned } from '../blocks/partitioned.ts';
import { readPlainText } from './plain-text.ts';

const HEADING = /^(\*+)\s+(?:(?:TODO|DONE)\s+)?(?:\[#[A-Z]\]\s+)?(.*)$/;
const TAGS = /^:[\w@:]+:$/;
const KEYWORD = /^\s*#\+(\w+):?(.*)$/;
const PROPERTIES = {
  title: 'title',
  author: 'author',
  date: 'date',
  language: 'language',
} as const;

/** Reads Org mode: headings, text and tables, without drawers, planning lines and keywords. */
export function readOrg(source: string): Partitioned {
  const blocks: Block[] = [];
  const properties: [string, unknown][] = [];
  let text: string[] = [];
  let table: string[] = [];
  let isInDrawer = false;
  const flush = () => {
    blocks.push(...readPlainText(text.join('\n')));
    if (table.length > 0) blocks.push({ kind: 'table', text: table.join('\n') });
    text = [];
    table = [];
  };
  for (const line of source.split(/\r\n?|\n/)) {
    const heading = HEADING.exec(line);
    const keyword = KEYWORD.exec(line);
    if (/^\s*:END:\s*$/i.test(line)) isInDrawer = false;
    else if (isInDrawer || /^\s*(?:SCHEDULED|DEADLINE|CLOSED):/.test(line)) continue;
    else if (/^\s*:[\w-]+:\s*$/.test(line)) isInDrawer = true;
    else if (heading !== null) {
      flush();
      blocks.push({
        kind: 'heading',
        level: heading[1]?.length ?? 1,
        text: linked(withoutTags(heading[2] ?? '')),
      });
    } else if (keyword !== null) {
      const key = PROPERTIES[(keyword[1] ?? '').toLowerCase() as keyof typeof PROPERTIES] as
        | string
        | undefined;
      if (key !== undefined) properties.push([key, keyword[2]?.trim()]);
    } else if (/^\s*\|/.test(line)) {
      if (text.length > 0) flush();
      if (!/^\s*\|[-+|]+\s*$/.test(line)) table.push(cellsOf(line));
    } else if (!/^\s*#(?:\s|$)/.test(line)) {
      if (table.length > 0) flush();
      text.push(linked(line));
    }
  }
  flush();
  return { blocks, properties };
}

/** A heading ends with its tags. One expression for both would take quadratic time for many spaces. */
function withoutTags(heading: string): string {
  const text = heading.trimEnd();
  let at = text.length;
  while (at > 0 && /\S/.test(text[at - 1] ?? '')) at -= 1;
  return at > 0 && TAGS.test(text.slice(at)) ? text.slice(0, at).trimEnd() : text;
}

const cellsOf = (line: string): string =>
  line
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => linked(cell.trim()))
    .join(' | ');

/** Links are read as their text, or their address where they have none. */
const linked = (text: string): string =>
  text.replace(
    /\[\[([^[\]]*)\](?:\[([^[\]]*)\])?\]/g,
    (_, to: string, label?: string) => label ?? to,
  );
