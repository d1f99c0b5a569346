import type { Block } from './block.ts';
import { detectFileKind, type FileKind, type TextFormat } from './kind/file-kind.ts';
import { blocksOfNodes } from './office/office-blocks.ts';
import { readMail } from './read-mail.ts';
import { parseOffice } from './office/read-office.ts';
import { readPdf } from './pdf/read-pdf.ts';
import { readCsv, readPlainText } from './read-text.ts';
import { reasons, UnreadableDocument } from './unreadable-document.ts';

/** Bytes of the largest file that is opened; most bytes of an office file are images. */
const DOCUMENT_BYTES_MAX = 256 * 1024 * 1024;
const TEXT_BYTES_MAX = 32 * 1024 * 1024;
const TEXT_MAX = 20_000_000;

/**
 * Returns the text of a file as blocks, with headings.
 * @throws {UnreadableDocument} with the reason why it has no text.
 */
export async function partition(bytes: Uint8Array, name: string): Promise<Block[]> {
  refuseTooLarge(bytes.length);
  const kind = detectFileKind(bytes, name);
  if (kind.kind === 'text' && bytes.length > TEXT_BYTES_MAX) {
    throw new UnreadableDocument(reasons.tooLarge(TEXT_BYTES_MAX / 1024 / 1024));
  }
  const blocks = await readBlocks(bytes, kind);
  for (const block of blocks) block.text = storable(block.text);
  const length = blocks.reduce((sum, { text }) => sum + text.length, 0);
  if (length > TEXT_MAX) throw new UnreadableDocument(reasons.tooMuchText());
  if (!blocks.some(({ text }) => text.trim() !== '')) {
    throw new UnreadableDocument(reasons.noText());
  }
  return blocks;
}

/** Refuses a file by its size alone, before it is unpacked. */
export function refuseTooLarge(size: number): void {
  if (size > DOCUMENT_BYTES_MAX) {
    throw new UnreadableDocument(reasons.tooLarge(DOCUMENT_BYTES_MAX / 1024 / 1024));
  }
}

async function readBlocks(bytes: Uint8Array, kind: FileKind): Promise<Block[]> {
  if (kind.kind === 'office') {
    return kind.format === 'pdf'
      ? readPdf(bytes)
      : blocksOfNodes(await parseOffice(bytes, kind.format));
  }
  return readTextBlocks[kind.format](kind.text, bytes);
}

const readTextBlocks: Record<
  TextFormat,
  (text: string, bytes: Uint8Array) => Block[] | Promise<Block[]>
> = {
  html: readHtml,
  markdown: async (text) => blocksOfNodes(await parseOffice(Buffer.from(text), 'md')),
  csv: readCsv,
  mail: (_, bytes) => readMail(bytes, readHtml),
  plain: readPlainText,
};

async function readHtml(text: string): Promise<Block[]> {
  return blocksOfNodes(await parseOffice(Buffer.from(text), 'html'));
}

/** PostgreSQL stores neither U+0000 nor unpaired surrogates. */
function storable(text: string): string {
  return text.replaceAll('\u0000', '').toWellFormed();
}
