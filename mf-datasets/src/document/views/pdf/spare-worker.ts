import { GlobalWorkerOptions, PDFWorker } from 'pdfjs-dist';

/** The address of the worker that reads PDFs. */
export const WORKER_URL = new URL('pdfjs-dist/build/pdf.worker.min.mjs', import.meta.url).href;
GlobalWorkerOptions.workerSrc = WORKER_URL;

/** Milliseconds in which a worker closes its PDF by itself. */
const CLOSE_MS = 5000;

let spare: PDFWorker | undefined;

/** Starts a worker for the next PDF: starting one takes longer than reading a first page. */
export function startSpareWorker(): void {
  spare ??= PDFWorker.create({ verbosity: 0 });
}

/** Returns a worker that no other PDF has: a document that keeps it busy delays no other. */
export function takeWorker(): PDFWorker {
  const worker = spare ?? PDFWorker.create({ verbosity: 0 });
  spare = undefined;
  return worker;
}

/** Ends a worker once its PDF is closed, or in any case after a while: a PDF can keep it busy for ever. */
export function endWorker(worker: PDFWorker, closing: Promise<void>): void {
  const end = () => worker.destroy();
  const timer = setTimeout(end, CLOSE_MS);
  void closing.then(end, end).finally(() => clearTimeout(timer));
}
