import type { DocumentBlock } from '@carrel/shared/contract';

import { requireOpenable } from '../../../platform/access/object-access.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Dependencies } from '../../../platform/dependencies.ts';
import { Problem } from '../../../platform/http/problem.ts';
import { notFound } from '../../../platform/http/problems.ts';
import { blocksOfChunks } from './blocks-of-chunks.ts';
import type { VersionPlace } from './document-place.ts';
import { createTextReader } from './document-text.ts';
import { storedTextOf } from './stored-text.ts';
import { storedVersionOf } from './stored-version.ts';

/** Who reads. */
export interface Reader {
  /** An account or API key. */
  callerId: string;
  /** Aborts once nobody waits for the text. */
  signal: AbortSignal;
}

/**
 * Reads the text of a document, or of an earlier version of it.
 * @throws {Problem} 403 for who may only search the dataset; 404; 410 for a version of which nothing is left; 422 with
 * the reason why a document has no text; 429, 503.
 */
export type ReadBlocks = (place: VersionPlace, reader: Reader) => Promise<DocumentBlock[]>;

export const versionTextGone = () =>
  new Problem(410, 'The text of this version is not stored any more.');

// By database, so that several servers in one test process have their own.
const readers = new WeakMap<Database, ReadBlocks>();

/** Returns the process's reader of the texts of documents, whose rights were checked. */
export function blocksReaderOf(dependencies: Dependencies): ReadBlocks {
  const known = readers.get(dependencies.database) ?? createBlocksReader(dependencies);
  readers.set(dependencies.database, known);
  return known;
}

function createBlocksReader(dependencies: Dependencies): ReadBlocks {
  const { database } = dependencies;
  const readText = createTextReader(dependencies);

  return async ({ organizationId, datasetId, documentId, version }, { callerId, signal }) => {
    requireOpenable(datasetId);
    if (version !== undefined) {
      const kept = await database.read(organizationId, (tx) =>
        storedVersionOf(tx, organizationId, datasetId).text(documentId, version),
      );
      if (kept === undefined) throw notFound('version');
      if (kept === null) throw versionTextGone();
      if (kept !== 'current') return readText(kept, { organizationId, callerId, signal });
    }
    const stored = await database.read(organizationId, (tx) =>
      storedTextOf(tx, organizationId, datasetId).text(documentId),
    );
    if (stored === undefined) throw notFound('document');
    const fromChunks = async () =>
      blocksOfChunks(
        await database.read(organizationId, (tx) =>
          storedTextOf(tx, organizationId, datasetId).chunks(documentId),
        ),
      );
    if (stored === null) return fromChunks();
    return readText(stored, { organizationId, callerId, signal }).catch(async (error: unknown) => {
      if (!(error instanceof Problem) || error.status !== 422) throw error;
      // Of a processed document whose stored bytes are damaged, the chunks have the text.
      const left = await fromChunks();
      if (left.length === 0) throw error;
      return left;
    });
  };
}
