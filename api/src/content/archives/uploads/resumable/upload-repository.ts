import { UPLOAD_EXPIRY_HOURS, type ResumableUpload } from '@carrel/shared/contract';

import type { Queryable } from '../../../../platform/database/database.ts';
import { reachingAll } from '../../../../platform/database/reach.ts';
import type { PartedFile } from '../../../../platform/storage/archive-storage.ts';
import type { UploadOwner } from './upload-owner.ts';

export interface StoredUpload {
  id: string;
  filename: string;
  fingerprint: string | null;
  size: number;
  received: number;
  stored: PartedFile;
  expires_at: Date;
  /** By the database's clock. */
  expired: boolean;
  finished: boolean;
}

/** Bytes that were stored after `from`. */
export interface Advance {
  id: string;
  writer: string;
  from: number;
  to: number;
  stored: PartedFile;
}

type ListedUpload = Omit<ResumableUpload, 'created_at' | 'expires_at'> & {
  created_at: Date;
  expires_at: Date;
};

const LISTED =
  'u.id, u.dataset_id, u.filename, u.fingerprint, u.size, u.received, u.created_at, u.expires_at';
const STORED = `id, filename, fingerprint, size, received, stored, expires_at,
  expires_at < now() AS expired, finished_at IS NOT NULL AS finished`;
const UNFINISHED = 'u.finished_at IS NULL AND u.expires_at > now()';
const NEXT_EXPIRY = `now() + interval '${UPLOAD_EXPIRY_HOURS} hours'`;
/** S3 takes no higher number of a part. */
const NUMBERS_MAX = 10_000;

/** Reads and changes the uploads of one caller in an organization. `tx` is a tenant's transaction. */
export function uploadsOf(tx: Queryable, { organizationId, callerId, isKey }: UploadOwner) {
  const owner = isKey ? 'api_key_id' : 'created_by';
  const owned = `u.${owner} = $2`;
  return {
    /** Unfinished ones of a dataset, or of all; oldest first. */
    list: (datasetId?: string) =>
      tx.query<ListedUpload>(
        `SELECT ${LISTED} FROM uploads u
         JOIN datasets d ON d.organization_id = u.organization_id AND d.id = u.dataset_id
         WHERE u.organization_id = $1 AND ${owned} AND ${UNFINISHED}
           AND ($3::uuid IS NULL OR u.dataset_id = $3)
         ORDER BY u.created_at, u.id`,
        [organizationId, callerId, datasetId ?? null],
      ),

    /** Counts unfinished ones: of everybody in the organization, and of the caller. */
    count: async () => {
      // Held until the transaction ends, so that concurrent ones do not exceed a limit.
      await tx.query('SELECT id FROM organizations WHERE id = $1 FOR NO KEY UPDATE', [
        organizationId,
      ]);
      const [counts] = await reachingAll(tx, () =>
        tx.query<{ organization: number; own: number }>(
          `SELECT count(*) AS organization, count(*) FILTER (WHERE ${owned}) AS own
           FROM uploads u WHERE u.organization_id = $1 AND ${UNFINISHED}`,
          [organizationId, callerId],
        ),
      );
      return counts ?? { organization: 0, own: 0 };
    },

    create: async (
      datasetId: string,
      upload: Pick<StoredUpload, 'id' | 'filename' | 'fingerprint' | 'size'>,
    ) => {
      const { id, filename, fingerprint, size } = upload;
      await tx.query(
        `INSERT INTO uploads (organization_id, id, dataset_id, ${owner}, filename, fingerprint, size, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, ${NEXT_EXPIRY})`,
        [organizationId, id, datasetId, callerId, filename, fingerprint, size],
      );
    },

    find: async (datasetId: string, id: string) => {
      const [upload] = await tx.query<StoredUpload>(
        `SELECT ${STORED} FROM uploads u
         WHERE organization_id = $1 AND ${owned} AND dataset_id = $3 AND id = $4`,
        [organizationId, callerId, datasetId, id],
      );
      return upload;
    },

    /** Lets only `writer` add bytes from now on, and returns the upload. */
    takeOver: async (datasetId: string, id: string, writer: string) => {
      const [upload] = await tx.query<StoredUpload>(
        `UPDATE uploads u SET writer = $5
         WHERE organization_id = $1 AND ${owned} AND dataset_id = $3 AND id = $4
         RETURNING ${STORED}`,
        [organizationId, callerId, datasetId, id, writer],
      );
      return upload;
    },

    /** Returns a number that no other part of the upload has; undefined where there is none left. */
    takeNumber: async (id: string, writer: string) => {
      const [taken] = await tx.query<{ numbers: number }>(
        `UPDATE uploads u SET numbers = numbers + 1
         WHERE organization_id = $1 AND ${owned} AND id = $3 AND writer = $4 AND numbers < $5
         RETURNING numbers`,
        [organizationId, callerId, id, writer, NUMBERS_MAX],
      );
      return taken?.numbers;
    },

    /** Records bytes, and returns until when the upload waits; undefined if another writer took over. */
    advance: async ({ id, writer, from, to, stored }: Advance) => {
      const [advanced] = await tx.query<{ expires_at: Date }>(
        `UPDATE uploads u SET received = $6, stored = $7, expires_at = ${NEXT_EXPIRY}
         WHERE organization_id = $1 AND ${owned} AND id = $3 AND writer = $4 AND received = $5
           AND finished_at IS NULL
         RETURNING expires_at`,
        [organizationId, callerId, id, writer, from, to, JSON.stringify(stored)],
      );
      return advanced?.expires_at;
    },

    /**
     * Marks an upload as finished; false where it was finished before, undefined where it is gone. Its bytes
     * count as the archive's from now on.
     */
    finish: async (datasetId: string, id: string) => {
      const [upload] = await tx.query<{ finished: boolean }>(
        `SELECT finished_at IS NOT NULL AS finished FROM uploads u
         WHERE organization_id = $1 AND ${owned} AND dataset_id = $3 AND id = $4 FOR UPDATE`,
        [organizationId, callerId, datasetId, id],
      );
      if (upload === undefined) return undefined;
      await tx.query(
        `UPDATE uploads SET finished_at = coalesce(finished_at, now()), expires_at = ${NEXT_EXPIRY}
         WHERE organization_id = $1 AND id = $2`,
        [organizationId, id],
      );
      return !upload.finished;
    },
  };
}
