import { isApiError } from '@carrel/shared/api';
import { getDocument, PDFDataRangeTransport } from 'pdfjs-dist';
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';

import { PAGES_MAX } from './pdf-limits.ts';
import { endWorker, startSpareWorker, takeWorker, WORKER_URL } from './spare-worker.ts';

/** The folder of a kind of files that pdf.js reads where a document needs them: they are beside its worker. */
const folderOf = (kind: string) => new URL(`pdf/${kind}/`, WORKER_URL).href;

/** Bytes of a range at least. */
const RANGE_BYTES = 512 * 1024;
/** Ranges that are read at the same time. */
const RANGES_AT_ONCE = 4;
/** Pixels of an image within a page that is drawn. */
const IMAGE_PIXELS_MAX = 100_000_000;

type Bytes = Uint8Array<ArrayBuffer>;

/** Reads the bytes of a file from `start` up to and without `end`. */
type ReadRange = (range: { start: number; end: number }) => Promise<Bytes>;

/** The bytes of a file, or how to read parts of them. */
export type PdfContent = { whole: Promise<Bytes> } | { size: number; read: ReadRange };

/** A PDF that is open, or why it is not. */
export type OpenedPdf =
  | { pdf: PDFDocumentProxy; firstPage: PDFPageProxy; close: () => void }
  /** A sentence: another attempt would end in the same way. */
  | { refused: string };

/** Reads the ranges that are needed, a few at a time. */
class ContentTransport extends PDFDataRangeTransport {
  readonly #read: ReadRange;
  readonly #onFailure: (error: unknown) => void;
  readonly #waiting: { start: number; end: number }[] = [];
  #running = 0;
  #isAborted = false;

  constructor(
    { size, read }: { size: number; read: ReadRange },
    onFailure: (error: unknown) => void,
  ) {
    super(size, null);
    this.#read = read;
    this.#onFailure = onFailure;
  }

  override requestDataRange(start: number, end: number): void {
    this.#waiting.push({ start, end });
    this.#next();
  }

  override abort(): void {
    this.#isAborted = true;
    this.#waiting.length = 0;
  }

  #next(): void {
    if (this.#isAborted || this.#running === RANGES_AT_ONCE) return;
    const range = this.#waiting.shift();
    if (range === undefined) return;
    this.#running += 1;
    this.#read(range)
      .then(
        (bytes) => {
          if (!this.#isAborted) this.onDataRange(range.start, bytes);
        },
        (error: unknown) => {
          if (!this.#isAborted) this.#onFailure(error);
        },
      )
      .finally(() => {
        this.#running -= 1;
        this.#next();
      });
  }
}

/**
 * Opens a PDF for drawing. Nothing in it runs: neither scripts nor forms, and no link leads anywhere.
 * Rejects where its bytes cannot be read; `onFailure` is called where that happens later.
 */
export async function openPdf(
  content: PdfContent,
  onFailure: (error: unknown) => void,
): Promise<OpenedPdf> {
  const failed = Promise.withResolvers<never>();
  failed.promise.catch(() => undefined);
  const source =
    'whole' in content
      ? { data: await content.whole }
      : {
          range: new ContentTransport(content, (error) => {
            failed.reject(error);
            onFailure(error);
          }),
          rangeChunkSize: RANGE_BYTES,
          disableAutoFetch: true,
          disableStream: true,
        };
  const worker = takeWorker();
  const task = getDocument({
    ...source,
    worker,
    enableXfa: false,
    cMapUrl: folderOf('cmaps'),
    standardFontDataUrl: folderOf('fonts'),
    iccUrl: folderOf('colors'),
    // Where WebAssembly is refused, the decoders run as scripts, slower.
    wasmUrl: folderOf('decoders'),
    maxImageSize: IMAGE_PIXELS_MAX,
    verbosity: 0,
  });
  const close = () => {
    endWorker(worker, task.destroy());
    startSpareWorker();
  };
  try {
    const pdf = await Promise.race([task.promise, failed.promise]);
    if (pdf.numPages <= PAGES_MAX) {
      const firstPage = await Promise.race([pdf.getPage(1), failed.promise]);
      return { pdf, firstPage, close };
    }
    close();
    return {
      refused: `This document has ${pdf.numPages.toLocaleString('en-US')} pages, more than are shown here.`,
    };
  } catch (error) {
    close();
    if (isApiError(error)) throw error;
    return { refused: refusalOf(error) };
  }
}

/** Returns why a PDF cannot be drawn, in a sentence. */
function refusalOf(error: unknown): string {
  return error instanceof Error && error.name === 'PasswordException'
    ? 'This PDF needs a password, and is not shown here.'
    : 'This PDF is damaged and cannot be shown.';
}
