/** What must hold for the document at a path when it is written: SHA-256s in hexadecimal, or `*`. */
export interface WriteCondition {
  /** It has one of these; `*` for any document. */
  match?: readonly string[];
  /** It has none of these; `*` for no document. */
  noneMatch?: readonly string[];
}

/** What the archive of a write by path does besides merging its files. */
export interface ArchiveWrites {
  conditions: Record<string, WriteCondition>;
  /** Paths whose documents are deleted. */
  removes: readonly string[];
  /** Those of them whose documents are not there for whom the write is: they stay. */
  fenced?: readonly string[];
}

/** The paths whose documents a write may delete. */
export const removable = ({ removes, fenced = [] }: ArchiveWrites): string[] =>
  removes.filter((path) => !fenced.includes(path));

/** Whether a condition holds for a document with this SHA-256; undefined for no document. */
export function holds(
  { match, noneMatch }: WriteCondition,
  current: { sha256: string | null } | undefined,
): boolean {
  const isOneOf = (tags: readonly string[]) =>
    current !== undefined && (tags.includes('*') || tags.includes(current.sha256 ?? ''));
  return (
    (match === undefined || isOneOf(match)) && (noneMatch === undefined || !isOneOf(noneMatch))
  );
}

/**
 * Whether a file may be written. One whose bytes the document has already may also where `match` names the
 * bytes before: its request is repeated after a response that was lost.
 */
export function mayWrite(
  condition: WriteCondition,
  current: { sha256: string | null } | undefined,
  sha256: string,
): boolean {
  if (holds(condition, current)) return true;
  return condition.noneMatch === undefined && current?.sha256 === sha256;
}
