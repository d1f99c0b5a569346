import type {
  ListedPage,
  SourceConnection,
  SourceKind,
} from '@carrel/api/src/integrations/sources/source-kind.ts';
import { SourceError } from '@carrel/api/src/integrations/sources/source-error.ts';

/** A place that the test fills: objects by their keys. */
export interface TestPlace {
  files: Map<
    string,
    {
      text: string;
      path?: string;
      url?: string;
      metadata?: Record<string, string[]>;
      /** Another size than it has; null where the list tells none. */
      size?: number | null;
    }
  >;
  /** Is called before each list, and before the object of a key is read. What it throws is the response. */
  before: (key?: string) => Promise<void> | void;
  /** Lists instead of the files. */
  instead: ((cursor: string | undefined) => ListedPage) | undefined;
  /** Keys that cannot be read, and why. */
  unreadable: Map<string, SourceError>;
  /** Ends the next list. */
  fault: SourceError | undefined;
  pageSize: number;
  tokensAreContents: boolean;
  isListSorted: boolean;
  /** What was asked for. */
  lists: number;
  reads: string[];
}

export const createTestPlace = (): TestPlace => ({
  files: new Map(),
  before: () => undefined,
  instead: undefined,
  unreadable: new Map(),
  fault: undefined,
  pageSize: 2,
  tokensAreContents: false,
  isListSorted: false,
  lists: 0,
  reads: [],
});

/** Returns a kind of source whose objects are in memory. Its places are those of websites. */
export function createTestKind(place: TestPlace): SourceKind {
  const connection: SourceConnection = {
    list: async ({ cursor }) => {
      place.lists += 1;
      await place.before();
      if (place.fault !== undefined) throw place.fault;
      if (place.instead !== undefined) return place.instead(cursor);
      const keys = [...place.files.keys()].toSorted();
      const from = Number(cursor ?? 0);
      const page = keys.slice(from, from + place.pageSize);
      const objects = page.flatMap((key) => {
        const file = place.files.get(key);
        if (file === undefined) return [];
        const { text, path = key, url, metadata, size = Buffer.byteLength(text) } = file;
        return [{ key, path, token: text, size: size ?? undefined, url, metadata }];
      });
      const next = from + page.length;
      return { objects, ...(next < keys.length && { next: String(next) }) };
    },
    read: async ({ key }) => {
      place.reads.push(key);
      await place.before(key);
      const fault = place.unreadable.get(key);
      const file = place.files.get(key);
      if (fault !== undefined) throw fault;
      if (file === undefined) throw new SourceError('not_found');
      return iterate([Buffer.from(file.text)]);
    },
  };
  return {
    kind: 'website',
    secretGoesTo: (of) => (of.kind === 'website' ? new URL(of.url).origin : ''),
    concurrency: 4,
    get tokensAreContents() {
      return place.tokensAreContents;
    },
    get isListSorted() {
      return place.isListSorted;
    },
    open: () => Promise.resolve(connection),
  };
}

async function* iterate(pieces: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* pieces;
}
