import {
  OfficeParser,
  type OfficeContentNode,
  type OfficeMetadata,
  type OfficeParserConfig,
} from 'officeparser';

import type { OfficeFormat } from '../kinds/formats.ts';
import { reasons, UnreadableDocument } from '../blocks/unreadable-document.ts';

const MEGABYTE = 1024 * 1024;

/** The worker is limited already, so pdf.js needs no process of its own. Nothing is fetched. */
const SETTINGS: OfficeParserConfig = {
  ocr: false,
  extractAttachments: false,
  ignoreHeadersAndFooters: true,
  ignoreSlideMasters: true,
  ignoreComments: true,
  ignoreInternalLinks: true,
  decompressionLimits: { maxUncompressedBytes: 400 * MEGABYTE, maxZipEntries: 10_000 },
  pdfParserConfig: {
    separateProcess: false,
    extractTextColor: false,
    mergeHyphenatedWords: false,
  },
};

export interface OfficeDocument {
  content: readonly OfficeContentNode[];
  metadata: OfficeMetadata;
}

/** Parses a document into officeparser's tree. `onWarning` receives the codes of its warnings. */
export async function parseOffice(
  bytes: Uint8Array,
  format: Exclude<OfficeFormat, 'doc' | 'xls' | 'ppt'> | 'html' | 'md',
  onWarning: (code: string) => void = () => undefined,
): Promise<OfficeDocument> {
  try {
    const { content, metadata } = await OfficeParser.parseOffice(Buffer.from(bytes), {
      ...SETTINGS,
      fileType: format,
      onWarning: (issue) => onWarning(issue.code),
    });
    return { content, metadata };
  } catch (error) {
    throw new UnreadableDocument(reasonOf(error, format), { cause: error });
  }
}

function reasonOf(error: unknown, format: string): string {
  const what = format === 'pdf' ? 'PDF' : `.${format} file`;
  switch (issueCodeOf(error)) {
    case 'PASSWORD_REQUIRED':
    case 'PASSWORD_INCORRECT':
    case 'DOCUMENT_DECRYPTION_FAILED':
      return reasons.password(format === 'pdf' ? 'PDF' : 'document');
    case 'ZIP_ENTRY_COUNT_LIMIT_EXCEEDED':
    case 'ZIP_SIZE_LIMIT_EXCEEDED':
    case 'XML_ELEMENT_LIMIT_EXCEEDED':
      return reasons.unpacksTooFar();
    default:
      return reasons.damaged(what);
  }
}

function issueCodeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('officeIssue' in error)) return undefined;
  const issue = error.officeIssue;
  return typeof issue === 'object' && issue !== null && 'code' in issue
    ? String(issue.code)
    : undefined;
}
