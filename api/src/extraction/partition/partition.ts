import { frontMatterOf } from '../metadata/front-matter.ts';
import { TEXT_MAX, type Block } from '../blocks/block.ts';
import type { Partitioned } from '../blocks/partitioned.ts';
import { detectFileKind, type FileKind, type TextFormat } from '../kinds/file-kind.ts';
import type { EncodingHint } from '../kinds/encodings/guess-encoding.ts';
import type { OfficeFormat } from '../kinds/formats.ts';
import { readHtml as htmlBlocks, readHtmlPage } from '../html/read-html.ts';
import { readMhtml } from '../html/read-mhtml.ts';
import { readMarkdown as markdownBlocks } from '../markdown/read-markdown.ts';
import type { ReadHtml } from '../mail/mail-body.ts';
import { parseMail } from '../mail/parse-mail.ts';
import { readMail, type MailOptions } from '../mail/read-mail.ts';
import { readMailbox } from '../mail/read-mailbox.ts';
import { readOpenDocument } from '../opendocument/read-open-document.ts';
import { readRtf } from '../rtf/read-rtf.ts';
import { readEpub } from '../epub/read-epub.ts';
import { readChecked } from './read-checked.ts';
import { readImage } from '../ocr/read-image.ts';
import { readOutlook } from '../mail/read-outlook.ts';
import { readPdf } from '../pdf/read-pdf.ts';
import { readCompound } from './read-compound.ts';
import { readOoxml } from './read-ooxml.ts';
import { readZip } from './read-zip.ts';
import { readJsonLines } from '../text/json-lines.ts';
import { readLatex } from '../text/latex.ts';
import { readNotebook } from '../text/notebook.ts';
import { readOrg } from '../text/org-mode.ts';
import { readPlainText } from '../text/plain-text.ts';
import { readCalendar } from '../text/calendar.ts';
import { readDelimited } from '../text/delimited.ts';
import { readJson } from '../text/json-text.ts';
import { readRst } from '../text/restructured-text.ts';
import { readSourceCode } from '../text/source-code.ts';
import { readSubtitles } from '../text/subtitles.ts';
import { reasons, UnreadableDocument } from '../blocks/unreadable-document.ts';

/** Bytes of the largest file that is opened; most bytes of an office file are images. */
const DOCUMENT_BYTES_MAX = 256 * 1024 * 1024;
const TEXT_BYTES_MAX = 32 * 1024 * 1024;

/**
 * Returns the text of a file as blocks, with headings.
 * @throws {UnreadableDocument} with the reason why it has no text.
 */
export async function partition(bytes: Uint8Array, name: string): Promise<Block[]> {
  return (await readFile(bytes, name)).blocks;
}

export interface ReadingOptions {
  /** Whether the file is inside of another document. */
  isInside?: boolean | undefined;
  /** Whether pages without text are left to OCR. */
  isOcrOn?: boolean | undefined;
  /** What is known of the encoding of texts that do not say it. */
  encoding?: EncodingHint | undefined;
}

/**
 * The same with what the file says about itself. An archive is the names of its files, unless it is inside
 * of another document.
 * @throws {UnreadableDocument} with the reason why it has no text.
 */
export async function readFile(
  bytes: Uint8Array,
  name: string,
  { isInside = false, isOcrOn = false, encoding }: ReadingOptions = {},
): Promise<Partitioned> {
  refuseTooLarge(bytes.length);
  const kind = detectFileKind(bytes, name, encoding);
  if (kind.kind === 'text' && bytes.length > TEXT_BYTES_MAX) {
    throw new UnreadableDocument(reasons.tooLarge(TEXT_BYTES_MAX / 1024 / 1024));
  }
  if (kind.kind === 'zip' && isInside) throw new UnreadableDocument(reasons.archive());
  const read = await readKind(bytes, kind, { isInside, isOcrOn, encoding });
  const { blocks, properties, scans, omitted = [] } = read;
  for (const block of blocks) block.text = storable(block.text);
  const length = blocks.reduce((sum, { text }) => sum + text.length, 0);
  if (length > TEXT_MAX) throw new UnreadableDocument(reasons.tooMuchText());
  if (scans === undefined && !blocks.some(({ text }) => text.trim() !== '')) {
    throw new UnreadableDocument(reasons.noText());
  }
  return {
    blocks,
    properties,
    ...(scans !== undefined && { scans }),
    ...(omitted.length > 0 && { omitted }),
  };
}

/** Refuses a file by its size alone, before it is unpacked. */
export function refuseTooLarge(size: number): void {
  if (size > DOCUMENT_BYTES_MAX) {
    throw new UnreadableDocument(reasons.tooLarge(DOCUMENT_BYTES_MAX / 1024 / 1024));
  }
}

function readKind(
  bytes: Uint8Array,
  kind: FileKind,
  { isOcrOn, ...of }: MailOptions & { isOcrOn: boolean },
): Partitioned | Promise<Partitioned> {
  if (kind.kind === 'text') {
    return readText[kind.format](kind.text, bytes, { ending: kind.ending, ...of });
  }
  if (kind.kind === 'outlook') return readOutlook(bytes, readHtml, of);
  if (kind.kind === 'zip') return readZip(bytes);
  if (kind.kind === 'image') return readImage(bytes, kind.format, isOcrOn);
  return kind.format === 'pdf' ? readPdf(bytes, isOcrOn) : readOffice(bytes, kind.format);
}

const readText: Record<
  TextFormat,
  (
    text: string,
    bytes: Uint8Array,
    of: { ending: string } & MailOptions,
  ) => Partitioned | Promise<Partitioned>
> = {
  html: (text) => readChecked(() => readHtmlPage(text), 'html'),
  markdown: (text, _, { ending }) =>
    readChecked(
      () => ({
        blocks: markdownBlocks(text, { isMdx: ending === 'mdx' }),
        properties: frontMatterOf(text),
      }),
      'md',
    ),
  csv: (text, _, { ending }) => ({ blocks: readDelimited(text, ending), properties: [] }),
  json: (text) => ({ blocks: readJson(text), properties: [] }),
  calendar: (text) => ({ blocks: readCalendar(text), properties: [] }),
  mail: async (_, bytes, { ending, ...of }) =>
    (/^mht(?:ml)?$/.test(ending) ? await readMhtml(parseMail(bytes, of.encoding)) : undefined) ??
    readMail(bytes, readHtml, of),
  mailbox: (_, bytes, { encoding }) =>
    readMailbox(bytes, (message) => readMail(message, readHtml, { isInside: true, encoding })),
  notebook: (text) => readNotebook(text, { readMarkdown, readHtml }),
  'json-lines': (text) => ({ blocks: readJsonLines(text), properties: [] }),
  subtitles: (text) => ({ blocks: readSubtitles(text), properties: [] }),
  latex: (text) => readLatex(text),
  org: (text) => readOrg(text),
  rst: (text) => ({ blocks: readRst(text), properties: [] }),
  code: (text, _, { ending }) => readSourceCode(text, ending),
  plain: (text) => ({ blocks: readPlainText(text), properties: [] }),
};

const readHtml: ReadHtml = (text, omitted) => Promise.resolve(htmlBlocks(text, omitted));
const readMarkdown = (text: string): Promise<Block[]> => Promise.resolve(markdownBlocks(text));

async function readOffice(
  bytes: Uint8Array,
  format: Exclude<OfficeFormat, 'pdf'>,
): Promise<Partitioned> {
  if (format === 'docx' || format === 'pptx' || format === 'xlsx')
    return readOoxml(bytes, format, readInserted);
  if (format === 'odt' || format === 'ods' || format === 'odp') {
    return readChecked(() => readOpenDocument(bytes), format);
  }
  if (format === 'doc' || format === 'xls' || format === 'ppt') return readCompound(bytes, format);
  if (format === 'epub') return readChecked(() => readEpub(bytes), format);
  return readChecked(() => readRtf(bytes), format);
}

/** A document that is inserted into another has none inserted into it. */
async function readInserted(bytes: Uint8Array, name: string): Promise<Partitioned> {
  const kind = detectFileKind(bytes, name);
  if (kind.kind === 'office' && kind.format === 'docx') return readOoxml(bytes, 'docx');
  return readKind(bytes, kind, { isInside: true, isOcrOn: false });
}

/** PostgreSQL stores neither U+0000 nor unpaired surrogates. */
function storable(text: string): string {
  return text.replaceAll('\u0000', '').toWellFormed();
}
