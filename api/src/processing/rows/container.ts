/** A document that has others inside, with the hash of the bytes that they are from. */
export interface Container {
  id: string;
  path: string;
  /** Null for bytes that an archive could not unpack: nothing is inside of them. */
  sha256: string | null;
}

/**
 * The condition that a document may have others inside, by its name: mails and archives. What is inside of a
 * document has nothing inside that is read.
 */
export const mayContain = (document: string): string =>
  `(${document}.container_id IS NULL AND ${isOfContainer(`${document}.path`)})`;

/** The same for a path, of a document that is not inside of another. */
export const isOfContainer = (path: string): string => `${path} ~* '\\.(eml|msg|zip)$'`;

/** Returns the container of these that a path is inside of. */
export function containerOf(
  containers: readonly Container[] | null,
  path: string,
): Container | undefined {
  return containers?.find((container) => path.startsWith(`${container.path}/`));
}

/** Rows `k` of containers in the JSON of a parameter. */
export const containerRows = (parameter: string): string =>
  `jsonb_to_recordset(${parameter}::jsonb) AS k (id uuid, path text, sha256 text)`;
