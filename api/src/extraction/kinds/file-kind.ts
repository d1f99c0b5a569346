import { isSourceCode } from './source-languages.ts';
import { reasons, UnreadableDocument } from '../blocks/unreadable-document.ts';
import { signatureOf } from './file-signature.ts';
import { OFFICE_FORMATS, type ImageFormat, type OfficeFormat } from './formats.ts';
import type { EncodingHint } from './encodings/guess-encoding.ts';
import { withoutTerminalCodes } from './terminal-codes.ts';
import { decodeText } from './text-encoding.ts';
import { flatFormatOf } from './zip-format.ts';

export type TextFormat =
  | 'html'
  | 'markdown'
  | 'csv'
  | 'json'
  | 'calendar'
  | 'mail'
  | 'mailbox'
  | 'notebook'
  | 'json-lines'
  | 'subtitles'
  | 'latex'
  | 'org'
  | 'rst'
  | 'code'
  | 'plain';

/** What a file is, with its decoded text for text formats. */
export type FileKind =
  | { kind: 'office'; format: OfficeFormat }
  | { kind: 'outlook' }
  | { kind: 'image'; format: ImageFormat }
  | { kind: 'zip' }
  | { kind: 'text'; format: TextFormat; text: string; ending: string };

const TEXT_FORMATS: Readonly<Record<string, TextFormat>> = {
  htm: 'html',
  html: 'html',
  xhtml: 'html',
  md: 'markdown',
  mdown: 'markdown',
  mdx: 'markdown',
  markdown: 'markdown',
  csv: 'csv',
  tsv: 'csv',
  tab: 'csv',
  json: 'json',
  geojson: 'json',
  jsonld: 'json',
  har: 'json',
  json5: 'json',
  jsonc: 'json',
  topojson: 'json',
  webmanifest: 'json',
  ics: 'calendar',
  ifb: 'calendar',
  vcs: 'calendar',
  vcf: 'calendar',
  vcard: 'calendar',
  eml: 'mail',
  mht: 'mail',
  mhtml: 'mail',
  mbox: 'mailbox',
  mbx: 'mailbox',
  ipynb: 'notebook',
  jsonl: 'json-lines',
  ndjson: 'json-lines',
  srt: 'subtitles',
  vtt: 'subtitles',
  tex: 'latex',
  latex: 'latex',
  org: 'org',
  rst: 'rst',
};

/**
 * Detects what a file is: by its content where that is certain, otherwise by its name (Markdown, CSV
 * and plain text look alike).
 * @throws {UnreadableDocument} with the reason why it holds no text.
 */
export function detectFileKind(bytes: Uint8Array, name: string, hint: EncodingHint = {}): FileKind {
  if (bytes.length === 0) throw new UnreadableDocument(reasons.empty());
  const extension = extensionOf(name);
  const signature = signatureOf(bytes, extension);
  if (signature?.refusal !== undefined) throw new UnreadableDocument(signature.refusal);
  if (signature?.image !== undefined) return { kind: 'image', format: signature.image };
  if (signature?.format === 'msg') return { kind: 'outlook' };
  if (signature?.format === 'zip') return { kind: 'zip' };
  if (signature?.format !== undefined) return { kind: 'office', format: signature.format };

  const decoded = decodeText(bytes, { ...hint, isNamedText: isNamedText(extension) });
  if (decoded === undefined) throw new UnreadableDocument(refusalOfBinary(extension));
  const text = withoutTerminalCodes(decoded);
  if (text.trim() === '') throw new UnreadableDocument(reasons.noText());
  const flat = flatFormatOf(text);
  if (flat !== undefined) return { kind: 'office', format: flat };
  return { kind: 'text', format: textFormatOf(text, extension), text, ending: extension };
}

export function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot <= 0 ? '' : name.slice(dot + 1).toLowerCase();
}

function textFormatOf(text: string, extension: string): TextFormat {
  if (
    /^\s*(<\?xml[^>]*>\s*)?(<!--.*?-->\s*)*(<!doctype html|<html[\s>])/is.test(text.slice(0, 2000))
  ) {
    return 'html';
  }
  if (/^\s*BEGIN:(?:VCALENDAR|VCARD)\s*$/im.test(text.slice(0, 200))) return 'calendar';
  // Programs export rows of text with the ending of a workbook, which Excel opens.
  if (extension === 'xls' && /^[^<\n]*\t/.test(text)) return 'csv';
  return TEXT_FORMATS[extension] ?? (isSourceCode(extension) ? 'code' : 'plain');
}

/** Whether files with this ending are always text. */
const isNamedText = (extension: string) =>
  TEXT_FORMATS[extension] !== undefined ||
  isSourceCode(extension) ||
  /^(?:txt|text|log|xml|ya?ml|ini|conf|cfg|css|properties|toml|adoc)$/.test(extension);

function refusalOfBinary(extension: string): string {
  const office = OFFICE_FORMATS.find((format) => format === extension);
  return office === undefined ? reasons.binary() : reasons.damaged(`.${office} file`);
}
