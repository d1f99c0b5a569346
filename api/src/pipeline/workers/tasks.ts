import type { DocumentMetadata, SearchLanguage } from '@carrel/shared/contract';

import type { StorageLocation } from '../../storage/archive-storage.ts';
import type { Chunk, ChunkingInput } from '../chunking/chunk-document.ts';
import type { MergedSegment, MergeInput } from '../../search-index/segments/merge-segments.ts';
import type { IndexChunksInput } from '../indexing/index-chunks.ts';
import type { LocatedChunk, LocatingInput } from '../chunking/locate-chunks.ts';
import type { Block } from '../partition/block.ts';
import type { EntryFacts } from '../zip/read-archive.ts';
import type { ArchiveLimits } from '../zip/read-directory.ts';
import type { EditedMetadata } from '../metadata/edited-metadata.ts';
import type { EntryLocation } from '../zip/read-entry.ts';

/** An archive in storage, and its limits. */
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
  sidecar?: SidecarInput | undefined;
}

/** The file with a document's metadata, in the same stored file or in another. */
export interface SidecarInput {
  key: string;
  location: EntryLocation;
}

/** The text of a document, and what its file and its sidecar say about it. */
export interface ReadDocument {
  blocks: Block[];
  metadata: DocumentMetadata;
  /** The stored file with the sidecar is gone, as happens where its bytes are moved to another. */
  isSidecarGone?: boolean;
}

/** Small documents of one stored file, read one after the other. */
export interface SmallDocumentsInput {
  storage: StorageLocation;
  key: string;
  documents: readonly (Pick<DocumentInput, 'location' | 'name'> & {
    path: string;
    /** In the same stored file. */
    sidecar: EntryLocation | undefined;
    edited: EditedMetadata | undefined;
    chunking: Omit<ChunkingInput, 'blocks' | 'document'>;
    language: SearchLanguage | undefined;
  })[];
}

/** The outcome of one of them; `unknown` for a document that has to be processed alone. */
export type SmallDocumentOutcome =
  | {
      end: 'chunked';
      chunks: Chunk[];
      part: Uint8Array;
      metadata: DocumentMetadata;
      took: StageTimes;
    }
  | { end: 'partitioning_error'; error: string; detail: string | undefined; took: StageTimes }
  | ({ end: 'chunking_error'; error: string; took: StageTimes } & ReadDocument)
  | { end: 'unknown' };

/** Milliseconds of each stage. */
export interface StageTimes {
  partition: number;
  chunk: number;
}

/** What workers do: input and output of each task. Everything here crosses a process boundary. */
export interface Tasks {
  checkArchive: { input: ArchiveInput; output: { files: number } };
  /** The SHA-256 of a stored file, as hexadecimal text. */
  hashFile: { input: Pick<ArchiveInput, 'storage' | 'key'>; output: { sha256: string } };
  /** Sends its facts in parts before it ends, and waits until each is handled. */
  readArchive: { input: ArchiveInput; output: { files: number }; part: EntryFacts[] };
  partition: { input: DocumentInput; output: ReadDocument };
  /** The same for a text that is not stored. */
  partitionText: { input: { text: string; name: string }; output: Block[] };
  /** Partitions and chunks several documents, in their order. Sends the outcome of each as a part. */
  readDocuments: {
    input: SmallDocumentsInput;
    output: { documents: number };
    part: SmallDocumentOutcome;
  };
  chunk: { input: ChunkingInput; output: Chunk[] };
  /** The index of a document's chunks. */
  indexChunks: { input: IndexChunksInput; output: Uint8Array };
  /** One index of those of several documents and segments. */
  mergeSegments: { input: MergeInput; output: MergedSegment };
  locateChunks: { input: LocatingInput; output: LocatedChunk[] };
}

export type TaskName = keyof Tasks;

/** What a task sends before it ends. */
export type PartOf<Name extends TaskName> = Tasks[Name] extends { part: infer Part } ? Part : never;

/** A message to a worker: a task, or that its last part was handled. */
export type WorkerRequest =
  | { type: 'task'; name: TaskName; input: unknown }
  | { type: 'acknowledged' };

/** A message of a worker. A refusal is final; a failure may be temporary. */
export type WorkerResponse =
  /** It has started, and takes tasks. */
  | { type: 'ready' }
  | { type: 'part'; part: unknown }
  | { type: 'done'; output: unknown }
  | { type: 'refused'; message: string; detail: string | undefined; notZip: boolean }
  | { type: 'failed'; message: string }
  | { type: 'unavailable'; message: string };
