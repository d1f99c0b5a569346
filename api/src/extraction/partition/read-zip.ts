import { zipDirectory } from '../containers/zip-files.ts';
import type { Partitioned } from '../blocks/partitioned.ts';

/** Of names alone: what is inside is documents of its own, within the limits of the upload. */
const LIMITS = { maxEntries: 10_000, maxUnpackedBytes: Number.MAX_SAFE_INTEGER } as const;

/**
 * Reads an archive inside of an archive: the names of its files.
 * @throws {UnreadableDocument} @throws {RefusedArchive} with the reason why it is refused.
 */
export async function readZip(bytes: Uint8Array): Promise<Partitioned> {
  const names = (await zipDirectory(bytes, LIMITS)).map(({ path }) => path);
  return {
    blocks: names.length === 0 ? [] : [{ kind: 'list', text: names.join('\n') }],
    properties: [],
  };
}
