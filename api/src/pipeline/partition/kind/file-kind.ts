import { signatureOf } from './file-signature.ts';
import { reasons } from '../reasons.ts';
import { decodeText } from './text-encoding.ts';
import { UnreadableDocument } from '../unreadable-document.ts';

/** The formats that officeparser reads from bytes. */
const OFFICE_FORMATS = ['docx', 'pptx', 'xlsx', 'odt', 'odp', 'ods', 'epub', 'pdf', 'rtf'] as const;

export type OfficeFormat = (typeof OFFICE_FORMATS)[number];

export type TextFormat = 'html' | 'markdown' | 'csv' | 'mail' | 'plain';

/** What a file is, and its decoded text where it is one of the text formats. */
export type FileKind =
  | { kind: 'office'; format: OfficeFormat }
  | { kind: 'text'; format: TextFormat; text: string };

const TEXT_FORMATS: Readonly<Record<string, TextFormat>> = {
  htm: 'html',
  html: 'html',
  xhtml: 'html',
  md: 'markdown',
  mdown: 'markdown',
  markdown: 'markdown',
  csv: 'csv',
  tsv: 'csv',
  eml: 'mail',
  mht: 'mail',
  mhtml: 'mail',
};

/**
 * Decides what a file is: by its content where that is beyond doubt, by its name where content
 * leaves a choice (Markdown, CSV and plain text look alike).
 * @throws {UnreadableDocument} with the reason why it holds no text.
 */
export function detectFileKind(bytes: Uint8Array, name: string): FileKind {
  if (bytes.length === 0) throw new UnreadableDocument(reasons.empty());
  const extension = extensionOf(name);
  const signature = signatureOf(bytes, extension);
  if (signature?.refusal !== undefined) throw new UnreadableDocument(signature.refusal);
  if (signature?.format !== undefined) return { kind: 'office', format: signature.format };

  const text = decodeText(bytes);
  if (text === undefined) throw new UnreadableDocument(refusalOfBinary(extension));
  if (text.trim() === '') throw new UnreadableDocument(reasons.noText());
  return { kind: 'text', format: textFormatOf(text, extension), text };
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
  return TEXT_FORMATS[extension] ?? 'plain';
}

function refusalOfBinary(extension: string): string {
  const office = OFFICE_FORMATS.find((format) => format === extension);
  return office === undefined ? reasons.binary() : reasons.damaged(`.${office} file`);
}
