import type { Database } from '../../../platform/database/database.ts';
import type { Run } from '../../../jobs/job.ts';
import { BYTES_KEY } from '../../rows/bytes-key.ts';
import { SHARE } from '../../rows/claimed-document.ts';
import type { Rotation } from '../../rows/rotation.ts';
import type { EntryLocation } from '../../../extraction/zip/read-entry.ts';
import type { Container } from '../../rows/container.ts';

/** Containers that one archive is made of, and their bytes: a larger one is alone. */
const GROUP = { containers: 25, bytes: 8 * 1024 * 1024 } as const;

/** A container to unpack. */
export interface ClaimedContainer extends Container {
  name: string;
  /** Undefined where an archive could not unpack it. */
  location: EntryLocation | undefined;
}

/** Containers whose bytes are in one stored file. */
export interface ContainerGroup {
  organizationId: string;
  datasetId: string;
  /** The archive that brought them, if it is still there. */
  outerId: string | null;
  /** The stored file; undefined where it was purged. */
  key: string | undefined;
  share: number;
  containers: ClaimedContainer[];
}

interface Row extends Container {
  name: string;
  dataset_id: string;
  archive_id: string | null;
  key: string | null;
  size: number;
  data_offset: number | null;
  compressed_size: number;
  method: number;
  crc32: number;
  share: number;
}

/**
 * Returns the containers of an organization's run: of the dataset that is next, some that one archive
 * brought. Nothing is written: two runs that unpack the same find so when they record it.
 */
export async function nextContainers(
  database: Database,
  { organizationId }: Run,
  rotation: Rotation,
): Promise<ContainerGroup | undefined> {
  const rows = await database.read(organizationId, (tx) =>
    tx.query<Row>(
      `SELECT d.id, d.path, encode(d.sha256, 'hex') AS sha256, d.name, d.dataset_id, d.archive_id, ${BYTES_KEY} AS key,
         d.size, d.data_offset, d.compressed_size, d.method, d.crc32, ${SHARE} AS share
       FROM documents d JOIN datasets s ON s.organization_id = $1 AND s.id = d.dataset_id
       WHERE d.organization_id = $1 AND d.to_unpack AND NOT EXISTS (
         SELECT FROM archives a WHERE a.organization_id = $1 AND a.id = d.archive_id AND a.paused_at IS NOT NULL
       )
       ORDER BY d.dataset_id > $2 DESC, d.dataset_id, d.archive_id, d.path LIMIT $3`,
      [organizationId, rotation.last(organizationId), GROUP.containers],
    ),
  );
  const [first] = rows;
  if (first === undefined) return undefined;
  rotation.set(organizationId, first.dataset_id);
  return {
    organizationId,
    datasetId: first.dataset_id,
    outerId: first.archive_id,
    key: first.key ?? undefined,
    share: first.share,
    containers: fitting(rows.filter((row) => isOf(first, row))).map(claimedOf),
  };
}

const isOf = (first: Row, row: Row) =>
  row.dataset_id === first.dataset_id &&
  row.archive_id === first.archive_id &&
  row.key === first.key;

function fitting(rows: readonly Row[]): Row[] {
  let bytes = 0;
  const end = rows.findIndex(({ size }, at) => {
    bytes += size;
    return at > 0 && bytes > GROUP.bytes;
  });
  return end < 0 ? [...rows] : rows.slice(0, end);
}

function claimedOf(row: Row): ClaimedContainer {
  const { id, path, sha256, name, data_offset: dataOffset, size, method, crc32 } = row;
  const location =
    dataOffset === null
      ? undefined
      : { dataOffset, compressedSize: row.compressed_size, size, method, crc32 };
  return { id, path, sha256, name, location };
}
