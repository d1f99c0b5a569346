import type { StorageLocation } from '../../storage/archive-storage.ts';
import type { Chunk, ChunkingInput } from '../chunking/chunk-document.ts';
import type { Block } from '../partition/block.ts';
import type { EntryFacts } from '../zip/read-archive.ts';
import type { ArchiveLimits } from '../zip/read-directory.ts';
import type { EntryLocation } from '../zip/read-entry.ts';

/** An archive in storage, and how much of it is tolerated. */
export interface ArchiveInput {
  storage: StorageLocation;
  key: string;
  limits: ArchiveLimits;
}

/** A document's bytes within an archive. */
export interface DocumentInput {
  storage: StorageLocation;
  key: string;
  location: EntryLocation;
  name: string;
}

/** Small documents of one stored file, which are read one after the other. */
export interface SmallDocumentsInput {
  storage: StorageLocation;
  key: string;
  documents: readonly (Pick<DocumentInput, 'location' | 'name'> & {
    path: string;
    chunking: Omit<ChunkingInput, 'blocks' | 'document'>;
  })[];
  /** Whether to make the vectors too. */
  vectorize: boolean;
}

/** What became of one of them; `unknown` is one that has to be tried on its own. */
export type SmallDocumentOutcome =
  | { end: 'chunked'; chunks: Chunk[] }
  | { end: 'embedded'; chunks: Chunk[]; vectors: Uint8Array[] }
  | { end: 'partitioning_error'; error: string }
  | { end: 'chunking_error'; error: string; blocks: Block[] }
  | { end: 'unknown' };

/** What workers do: input and output of each task. Everything here crosses a process boundary. */
export interface Tasks {
  checkArchive: { input: ArchiveInput; output: { files: number } };
  /** Gives its facts in parts before it answers. */
  readArchive: { input: ArchiveInput; output: { files: number } };
  partition: { input: DocumentInput; output: Block[] };
  /** The same for a text that stands nowhere. */
  partitionText: { input: { text: string; name: string }; output: Block[] };
  /** All stages of several documents, in their order. */
  readDocuments: { input: SmallDocumentsInput; output: SmallDocumentOutcome[] };
  chunk: { input: ChunkingInput; output: Chunk[] };
  /** One vector after the other, as the database keeps them. */
  vectorize: { input: { texts: readonly string[] }; output: Uint8Array[] };
}

export type TaskName = keyof Tasks;

/** A task on its way to a worker; or the word that the last part has been dealt with. */
export type Order = { type: 'task'; name: TaskName; input: unknown } | { type: 'acknowledged' };

/** What a worker answers. A refusal is final; a failure may pass. */
export type Answer =
  | { type: 'part'; part: EntryFacts[] }
  | { type: 'done'; output: unknown }
  | { type: 'refused'; message: string; notZip: boolean }
  | { type: 'failed'; message: string }
  | { type: 'unavailable'; message: string };
