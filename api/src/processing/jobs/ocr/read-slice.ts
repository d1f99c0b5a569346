import type { PipelineContext } from '../../context/pipeline-context.ts';
import { reasons } from '../../../extraction/blocks/unreadable-document.ts';
import { ownerOf, type ClaimedDocument } from '../../rows/claimed-document.ts';
import { pageLimits } from '../../../extraction/workers/document-allowance.ts';
import type { OcrPage } from '../../../extraction/tasks/tasks.ts';
import {
  TaskRefused,
  TooMuchMemory,
  TooSlow,
  WorkerFailure,
} from '../../../platform/workers/worker-failure.ts';
import type { OcrLane } from '../../context/ocr-lane.ts';
import { ocrPagesOf, writePage } from '../../rows/ocr-pages.ts';

type Reading = Pick<PipelineContext, 'database' | 'storage' | 'log' | 'allowance'>;

/** Time after which a run begins no further page, in milliseconds, for each share. */
const SLICE_MILLISECONDS = 15_000;
/** How often a worker may die over a page. */
const TRIES = 3;

/**
 * Reads pages of a document until the time of its run is over. Each is written when it is read. A page over which
 * the worker dies, or that takes too much, is left out. Returns whether all are read.
 */
export async function readSlice(
  reading: Reading,
  ocr: OcrLane,
  document: ClaimedDocument,
): Promise<boolean> {
  const { database, log } = reading;
  const { organizationId, id, share } = document;
  const waiting = () => database.read(organizationId, (tx) => ocrPagesOf(tx, document).waiting());
  const pages = await waiting();
  const until = performance.now() + SLICE_MILLISECONDS * share;
  let written = Promise.resolve();
  const write = (page: OcrPage) => {
    pages.shift();
    written = written.then(() => writePage(database, document, page));
    return written;
  };
  let [failing, tries] = [0, 0];
  while (pages.length > 0 && performance.now() < until) {
    const started = performance.now();
    try {
      await recognize(reading, ocr, document, {
        pages,
        milliseconds: until - started,
        onPage: write,
      });
    } catch (error) {
      const [page = 0] = pages;
      tries = page === failing ? tries + 1 : 1;
      failing = page;
      const reason = reasonOf(error, tries);
      const cause = error instanceof Error ? error.message : undefined;
      log.warn('a page was not read', { document_id: id, page, tries, reason: cause });
      if (reason === undefined) continue;
      const milliseconds = Math.round(performance.now() - started);
      // Where the file cannot be opened, none of its pages can be read.
      const failed = error instanceof TaskRefused ? [...pages] : [page];
      for (const one of failed) void write({ page: one, blocks: [], error: reason, milliseconds });
    } finally {
      await written;
    }
  }
  await written;
  return (await waiting()).length === 0;
}

interface Pages {
  pages: readonly number[];
  milliseconds: number;
  onPage: (page: OcrPage) => Promise<void>;
}

async function recognize(
  { storage, allowance }: Reading,
  { workers, languages }: OcrLane,
  document: ClaimedDocument,
  { pages, milliseconds, onPage }: Pages,
): Promise<void> {
  const { bytesKey: key, location, name } = document;
  if (key === undefined) throw new TaskRefused(reasons.bytesGone(), false);
  await workers.run(
    'recognize',
    { storage: storage.location, key, location, name, languages, pages: [...pages], milliseconds },
    {
      ...pageLimits(allowance, location.size),
      isLimitedByPart: true,
      owner: ownerOf(document),
      onPart: onPage,
    },
  );
}

/** Returns why a page is left out, in a sentence; undefined where it is tried again. */
function reasonOf(error: unknown, tries: number): string | undefined {
  if (error instanceof TaskRefused) return error.message;
  if (!(error instanceof WorkerFailure)) throw error;
  if (error instanceof TooSlow) return reasons.pageTooSlow(error.seconds);
  if (error instanceof TooMuchMemory) return reasons.tooMuchMemory();
  return tries === TRIES ? reasons.gaveUp(TRIES, error.message) : undefined;
}
