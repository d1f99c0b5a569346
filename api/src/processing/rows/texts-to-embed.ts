import type { DocumentMetadata } from '@carrel/shared/contract';

import { embeddedText, type EmbeddedChunk } from '../../extraction/chunking/embedded-text.ts';
import { shownMetadata, type EditedMetadata } from '../../extraction/metadata/edited-metadata.ts';

interface EmbeddedDocument {
  name: string;
  editedMetadata?: EditedMetadata | undefined;
}

/** Returns what is embedded of a document's chunks. `read` is the metadata of its file. */
export function textsToEmbed(
  { name, editedMetadata }: EmbeddedDocument,
  read: DocumentMetadata | undefined,
  chunks: readonly EmbeddedChunk[],
): string[] {
  const metadata = shownMetadata(read, editedMetadata);
  return chunks.map((chunk) => embeddedText(chunk, { name, metadata }));
}
