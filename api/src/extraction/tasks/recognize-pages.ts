import type { ArchiveSource } from '../../platform/storage/archive-storage.ts';
import { UnreadableDocument } from '../blocks/unreadable-document.ts';
import type { OcrPage, RecognizeInput } from './tasks.ts';
import { readWholeEntry } from '../zip/read-entry.ts';
import { engineFor, type OcrEngine } from '../ocr/engine/engine.ts';
import { openPages } from '../ocr/pages/open-pages.ts';
import type { PageSource } from '../ocr/pages/page-source.ts';

type Input = Omit<RecognizeInput, 'storage' | 'key'>;

/**
 * Reads pages by OCR and reports each, until the time is over. A page that cannot be drawn does not stop the
 * next ones.
 * @throws {UnreadableDocument} where the file cannot be opened.
 */
export async function recognizePages(
  source: ArchiveSource,
  { location, name, languages, pages, milliseconds }: Input,
  report: (page: OcrPage) => void,
): Promise<{ pages: number }> {
  const until = performance.now() + milliseconds;
  const file = await openPages(await readWholeEntry(source, location), name);
  try {
    const engine = await engineFor(languages);
    let count = 0;
    for (const page of pages) {
      report(await recognize(engine, file, page));
      count += 1;
      if (performance.now() > until) break;
    }
    return { pages: count };
  } finally {
    await file.close();
  }
}

async function recognize(engine: OcrEngine, file: PageSource, page: number): Promise<OcrPage> {
  const started = performance.now();
  const took = () => Math.round(performance.now() - started);
  try {
    const blocks = engine.recognize(await file.draw(page), file.isPaged ? page : undefined);
    return { page, blocks, milliseconds: took() };
  } catch (error) {
    if (!(error instanceof UnreadableDocument)) throw error;
    return { page, blocks: [], error: error.message, milliseconds: took() };
  }
}
