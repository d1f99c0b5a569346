/** Kinds of documents that a person tells apart, by the endings of their names. */
export const DOCUMENT_KINDS = {
  pdf: ['pdf'],
  word: ['doc', 'dot', 'docx', 'odt', 'rtf'],
  slides: ['ppt', 'pps', 'pot', 'pptx', 'odp'],
  sheet: ['xls', 'xlt', 'xlsx', 'ods', 'csv', 'tsv'],
  web: ['html', 'htm', 'xhtml', 'mht', 'mhtml'],
  markdown: ['md', 'markdown'],
  image: ['png', 'jpg', 'jpeg', 'tif', 'tiff', 'webp', 'gif', 'bmp', 'avif', 'heic', 'heif'],
  mail: ['eml', 'msg', 'mbox', 'mbx'],
  text: ['txt', 'text', 'log', 'tex', 'latex', 'org', 'rst', 'srt', 'vtt', 'jsonl', 'ndjson'],
  // prettier-ignore
  code: [
    'ipynb', 'ts', 'tsx', 'mts', 'cts', 'js', 'jsx', 'mjs', 'cjs', 'py', 'pyi', 'rb', 'java', 'kt', 'kts',
    'cs', 'go', 'rs', 'swift', 'php', 'scala', 'c', 'h', 'cpp', 'cc', 'cxx', 'hpp', 'hh', 'sql', 'sh', 'bash',
    'zsh',
  ],
} as const satisfies Record<string, readonly string[]>;

/** A kind of document; `other` for every ending that no kind lists. */
export type DocumentKind = keyof typeof DOCUMENT_KINDS | 'other';

export const DOCUMENT_KIND_NAMES = [...Object.keys(DOCUMENT_KINDS), 'other'] as DocumentKind[];

const kindsByEnding = new Map<string, DocumentKind>(
  (Object.keys(DOCUMENT_KINDS) as (keyof typeof DOCUMENT_KINDS)[]).flatMap((kind) =>
    DOCUMENT_KINDS[kind].map((ending) => [ending, kind] as const),
  ),
);

/** Returns the kind of a document of this name. */
export function documentKind(name: string): DocumentKind {
  return kindsByEnding.get(documentEnding(name)) ?? 'other';
}

/** Returns what follows the last dot of a name, in lower case; empty where nothing does. */
export function documentEnding(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot < 0 ? '' : name.slice(dot + 1).toLowerCase();
}
