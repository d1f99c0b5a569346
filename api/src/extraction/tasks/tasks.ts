import type { DocumentMetadata, Omission, SearchLanguage } from '@carrel/shared/contract';

import type { StorageLocation } from '../../platform/storage/archive-storage.ts';
import type { Chunk, ChunkingInput } from '../chunking/chunk-document.ts';
import type { MergedSegment, MergeInput } from '../../search-index/segments/merge-segments.ts';
import type { ChangeChunksInput, ChangedChunksOutput } from './change-chunks.ts';
import type { IndexChunksInput } from './index-chunks.ts';
import type { LocatedChunk, LocatingInput } from '../chunking/locate-chunks.ts';
import type { Block } from '../blocks/block.ts';
import type { EntryFacts } from '../zip/read-archive.ts';
import type { ArchiveLimits } from '../zip/read-directory.ts';
import type { RefusedFile } from '../containers/inner-file.ts';
import type { EditedMetadata } from '../metadata/edited-metadata.ts';
import type { EntryLocation } from '../zip/read-entry.ts';
import type { TextSignature } from '../signatures/sign-text.ts';
import type { WebPage, WebPageInput } from '../web-pages/web-page.ts';
import type { EncodingHint } from '../kinds/encodings/guess-encoding.ts';

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
  /** Whether it is inside of another document, so that it is no container itself. */
  isInside?: boolean | undefined;
  sidecar?: SidecarInput | undefined;
  /** What the place that it comes from says of it. */
  described?: DocumentMetadata | undefined;
  /** What its dataset says of the encoding of texts. */
  encoding?: EncodingHint | undefined;
  /** Whether pages without text are left to OCR. */
  isOcrOn?: boolean | undefined;
}

/** Pages of a document for OCR. */
export interface RecognizeInput extends Pick<
  DocumentInput,
  'storage' | 'key' | 'location' | 'name'
> {
  languages: readonly string[];
  pages: readonly number[];
  /** After which no further page is begun. */
  milliseconds: number;
}

/** A page that OCR has read, or the reason why not, in a sentence. */
export interface OcrPage {
  page: number;
  blocks: Block[];
  error?: string;
  milliseconds: number;
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
  /** What of the file was left out. */
  omitted: readonly Omission[];
  /** The stored file with the sidecar is gone, as happens where its bytes are moved to another. */
  isSidecarGone?: boolean;
  /** Numbers of the pages that OCR is to read; the blocks are those of the others. */
  scans?: readonly number[];
}

/** Small documents of one stored file, read one after the other. */
export interface SmallDocumentsInput {
  storage: StorageLocation;
  key: string;
  isOcrOn: boolean;
  documents: readonly (Pick<
    DocumentInput,
    'location' | 'name' | 'isInside' | 'encoding' | 'described'
  > & {
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
      /** As `packText` returns it. */
      packedText: Uint8Array;
      signature: TextSignature;
      metadata: DocumentMetadata;
      omitted: readonly Omission[];
      took: StageTimes;
    }
  | { end: 'partitioning_error'; error: string; detail: string | undefined; took: StageTimes }
  | ({ end: 'chunking_error'; error: string; took: StageTimes } & ReadDocument)
  | { end: 'scanned'; read: ReadDocument }
  | { end: 'unknown' };

/** The chunks of a text, and what is kept to find others like it. */
export interface ChunkedText {
  chunks: Chunk[];
  signature: TextSignature;
}

/** Milliseconds of each stage. */
export interface StageTimes {
  partition: number;
  chunk: number;
}

/** Containers of one stored file, and the key of the archive that is made of what is inside of them. */
export interface UnpackInput {
  storage: StorageLocation;
  key: string;
  to: string;
  containers: readonly (Pick<DocumentInput, 'location' | 'name'> & { path: string })[];
  limits: ArchiveLimits;
}

/** What became of one of them. */
export interface UnpackedContainer {
  /** Files in the archive. */
  files: number;
  /** Files that were refused, some of them with their reasons. */
  refused: number;
  named: readonly RefusedFile[];
  /** Why it could not be read, in a sentence. */
  error?: string;
  /** It is to be unpacked into another archive. */
  isLeft?: boolean;
}

export interface UnpackOutput {
  containers: UnpackedContainer[];
  /** Absent where nothing is inside. */
  archive?: { size: number; sha256: string };
}

/** What workers do: input and output of each task. Everything here crosses a process boundary. */
export interface Tasks {
  checkArchive: { input: ArchiveInput; output: { files: number } };
  /** The SHA-256 of a stored file, as hexadecimal text. */
  hashFile: { input: Pick<ArchiveInput, 'storage' | 'key'>; output: { sha256: string } };
  /** Sends its facts in parts before it ends, and waits until each is handled. */
  readArchive: { input: ArchiveInput; output: { files: number }; part: EntryFacts[] };
  partition: { input: DocumentInput; output: ReadDocument };
  unpack: { input: UnpackInput; output: UnpackOutput };
  /** The same for a text that is not stored. */
  partitionText: { input: { text: string; name: string }; output: Block[] };
  /** What a page of a website says; undefined for bytes that are no page. */
  readWebPage: { input: WebPageInput; output: WebPage | undefined };
  /** Reads pages by OCR, in their order, and begins no further one after its time. Sends each as a part. */
  recognize: { input: RecognizeInput; output: { pages: number }; part: OcrPage };
  /** Partitions and chunks several documents, in their order. Sends the outcome of each as a part. */
  readDocuments: {
    input: SmallDocumentsInput;
    output: { documents: number };
    part: SmallDocumentOutcome;
  };
  chunk: { input: ChunkingInput; output: ChunkedText };
  /** The index of a document's chunks. */
  indexChunks: { input: IndexChunksInput; output: Uint8Array };
  /** The same where some chunks were changed, which are rendered first. */
  changeChunks: { input: ChangeChunksInput; output: ChangedChunksOutput };
  /** One index of those of several documents and segments. */
  mergeSegments: { input: MergeInput; output: MergedSegment };
  /** The signature of a text that was processed before there were any. */
  signText: { input: { blocks: readonly Block[] }; output: TextSignature };
  locateChunks: { input: LocatingInput; output: LocatedChunk[] };
}

export type TaskName = keyof Tasks;
