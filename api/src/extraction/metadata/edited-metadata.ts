import {
  overlaidMetadata,
  type DocumentMetadata,
  type DocumentMetadataParts,
} from '@carrel/shared/contract';

/** What Editors set; a null hides a key that was read. */
export type EditedMetadata = DocumentMetadataParts['edited'];

/** A document's metadata for its dataset's template. */
export function shownMetadata(
  read: DocumentMetadata | undefined,
  edited: EditedMetadata | undefined,
): DocumentMetadata {
  return edited === undefined ? (read ?? {}) : overlaidMetadata({ read: read ?? {}, edited });
}
