import { documentEnding } from '@carrel/shared/contract';
import type { DocumentDetail } from '@carrel/shared/contract';

/** How a document's text is shown. */
export type TextView = 'text' | 'lines' | 'code' | 'table';

/** How a document's original is shown. */
export type OriginalView = 'pdf' | 'image' | 'html';

/** Bytes of an HTML document above which only its text is shown. */
export const HTML_BYTES_MAX = 5 * 1024 * 1024;

/** Types of the images that browsers show, by ending. SVG is not among them: it is shown as text. */
export const IMAGE_TYPES: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  bmp: 'image/bmp',
};

/** Endings of files whose lines matter. */
const CODE = new Set(
  'c cc cfg clj conf cpp cs css csv dart diff env ex go graphql h hpp hs ini ipynb java jl js json jsonl jsx kt less lua mjs cjs mts ndjson patch php pl properties proto ps1 py r rb rs sass scala scss sh sql svelte svg swift tex tf toml ts tsx vue xml xsd yaml yml zig'.split(
    ' ',
  ),
);

export function textViewOf({ kind, name }: Pick<DocumentDetail, 'kind' | 'name'>): TextView {
  if (kind === 'sheet') return 'table';
  if (CODE.has(documentEnding(name))) return 'code';
  return kind === 'text' ? 'lines' : 'text';
}

/** Undefined where the original has no view of its own, or is not stored. */
export function originalViewOf({
  kind,
  name,
  original,
  size,
}: Pick<DocumentDetail, 'kind' | 'name' | 'original' | 'size'>): OriginalView | undefined {
  if (original !== 'stored') return undefined;
  if (kind === 'pdf') return 'pdf';
  if (kind === 'web') return size <= HTML_BYTES_MAX ? 'html' : undefined;
  return Object.hasOwn(IMAGE_TYPES, documentEnding(name)) ? 'image' : undefined;
}
