import type { DocumentMetadataParts, MetadataValue } from '@carrel/shared/contract';

/** A key of a document with where its value is from. */
export interface MetadataRow {
  key: string;
  /** Null where an Editor removed what the file says. */
  value: MetadataValue | null;
  isEdited: boolean;
  /** What the file says. */
  read: MetadataValue | undefined;
}

/** Returns the keys of a document in the order of their names. */
export function metadataRows({ read, edited }: DocumentMetadataParts): MetadataRow[] {
  const keys = [...new Set([...Object.keys(read), ...Object.keys(edited)])];
  return keys
    .toSorted((one, other) => one.localeCompare(other, 'en'))
    .map((key) => {
      const set = edited[key];
      const isEdited = set !== undefined;
      return { key, value: isEdited ? set : (read[key] ?? null), isEdited, read: read[key] };
    });
}
