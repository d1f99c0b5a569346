import type { Manifest } from '@carrel/shared/contract';

import { forEachYielding } from '../yield-to-main.ts';

type Document = Manifest['documents'][number];

/** A document that an archive knows by a path, and where it is, or was before the archive moves it back. */
export interface KnownDocument {
  document: Document;
  moved_to?: string;
  moved_from?: string;
}

/** What an archive knows of the documents of a dataset. */
export interface KnownDocuments {
  /** By the paths of the archive. */
  documents: ReadonlyMap<string, KnownDocument>;
  /** Paths of documents that the archive knows by other paths: its files there are refused. */
  taken: ReadonlySet<string>;
  /** Documents that the archive lacks. */
  lacking: readonly Document[];
}

/**
 * Finds the documents that an archive with files at `paths` knows, as the server does: one that was moved by its earlier
 * path, unless the archive has the later one only. By the rule `follow`, a moved document goes back where that is free.
 */
export async function knownDocuments(
  present: readonly Document[],
  paths: ReadonlySet<string>,
  rule: string | null | undefined,
): Promise<KnownDocuments> {
  const documents = new Map<string, KnownDocument>();
  const moved: [origin: string, document: Document][] = [];
  const lacking: Document[] = [];
  await forEachYielding(present, (document) => {
    const origin = document.origin_path;
    if (origin === undefined || (paths.has(document.path) && !paths.has(origin))) {
      documents.set(document.path, { document });
    } else {
      moved.push([origin, document]);
    }
    if (!paths.has(document.path) && !(origin !== undefined && paths.has(origin))) {
      lacking.push(document);
    }
  });
  const taken = new Set(moved.map(([, { path }]) => path));
  // Of several with one earlier path, the archive knows the first.
  const known = new Map(moved.toReversed().filter(([origin]) => !documents.has(origin)));
  if (rule === 'follow') moveBack(known, documents, taken, paths);
  for (const [origin, document] of known) {
    if (!documents.has(origin)) documents.set(origin, { document, moved_to: document.path });
  }
  return { documents, taken, lacking };
}

/** One that goes back frees a path to which another one may go back. */
function moveBack(
  known: ReadonlyMap<string, Document>,
  documents: Map<string, KnownDocument>,
  taken: Set<string>,
  paths: ReadonlySet<string>,
): void {
  const left = new Map([...known].filter(([origin]) => paths.has(origin)));
  for (let [path] of left) {
    for (;;) {
      const document = left.get(path);
      if (document === undefined || taken.has(path) || documents.has(path)) break;
      documents.set(path, { document, moved_from: document.path });
      left.delete(path);
      taken.delete(document.path);
      ({ path } = document);
    }
  }
}
