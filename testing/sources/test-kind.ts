import type {
  SourceConnection,
  SourceKind,
} from '@carrel/api/src/integrations/sources/source-kind.ts';
import { SourceError } from '@carrel/api/src/integrations/sources/source-error.ts';

/** A place that the test fills: objects by their keys. */
export interface TestPlace {
  files: Map<
    string,
    { text: string; path?: string; url?: string; metadata?: Record<string, string[]> }
  >;
  /** Keys that cannot be read, and why. */
  unreadable: Map<string, SourceError>;
  /** Ends the next list. */
  fault: SourceError | undefined;
  pageSize: number;
  tokensAreContents: boolean;
  /** What was asked for. */
  lists: number;
  reads: string[];
}

export const createTestPlace = (): TestPlace => ({
  files: new Map(),
  unreadable: new Map(),
  fault: undefined,
  pageSize: 2,
  tokensAreContents: false,
  lists: 0,
  reads: [],
});

/** Returns a kind of source whose objects are in memory. Its places are those of websites. */
export function createTestKind(place: TestPlace): SourceKind {
  const connection: SourceConnection = {
    list: ({ cursor }) => {
      place.lists += 1;
      if (place.fault !== undefined) return Promise.reject(place.fault);
      const keys = [...place.files.keys()].toSorted();
      const from = Number(cursor ?? 0);
      const page = keys.slice(from, from + place.pageSize);
      const objects = page.flatMap((key) => {
        const file = place.files.get(key);
        if (file === undefined) return [];
        const { text, path = key, url, metadata } = file;
        return [{ key, path, token: text, size: Buffer.byteLength(text), url, metadata }];
      });
      const next = from + page.length;
      return Promise.resolve({ objects, ...(next < keys.length && { next: String(next) }) });
    },
    read: ({ key }) => {
      place.reads.push(key);
      const fault = place.unreadable.get(key);
      const file = place.files.get(key);
      if (fault !== undefined) return Promise.reject(fault);
      if (file === undefined) return Promise.reject(new SourceError('not_found'));
      return Promise.resolve(Promise.resolve([Buffer.from(file.text)]).then(toIterable));
    },
  };
  return {
    kind: 'website',
    secretGoesTo: (of) => (of.kind === 'website' ? new URL(of.url).origin : ''),
    concurrency: 4,
    get tokensAreContents() {
      return place.tokensAreContents;
    },
    open: () => Promise.resolve(connection),
  };
}

async function* iterate(pieces: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* pieces;
}

const toIterable = (pieces: Uint8Array[]): AsyncIterable<Uint8Array> => iterate(pieces);
