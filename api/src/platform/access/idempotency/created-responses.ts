import type { Database, Queryable } from '../../database/database.ts';

/** Hours for which a request with an Idempotency-Key can be repeated. */
export const IDEMPOTENCY_HOURS = 24;

/** A request with an Idempotency-Key: who sends it, and what identifies it. */
export interface RepeatableRequest {
  /** Null for what an account creates for itself. */
  organizationId: string | null;
  callerId: string;
  /** SHA-256 of the key, and of the request. */
  keyHash: Buffer;
  requestHash: Buffer;
}

/** What a request responded; `body` is null where it had a secret. */
export interface CreatedResponse {
  status: number;
  body: unknown;
  /** Whether the request was the same one. */
  isSame: boolean;
}

const IS_KEPT = `created_at > now() - interval '${IDEMPOTENCY_HOURS} hours'`;

/** Returns what an earlier request with the same key responded. */
export async function findCreatedResponse(
  database: Database,
  { organizationId, callerId, keyHash, requestHash }: RepeatableRequest,
): Promise<CreatedResponse | undefined> {
  const [response] = await database.queryOnce<CreatedResponse>(
    `SELECT status, body, request_hash = $4 AS "isSame" FROM idempotency_keys
     WHERE organization_id IS NOT DISTINCT FROM $1 AND caller_id = $2 AND key_hash = $3 AND ${IS_KEPT}`,
    [organizationId, callerId, keyHash, requestHash],
  );
  return response;
}

/** Stores a response; returns false if a request with the same key was faster. Waits for one in progress. */
export async function storeCreatedResponse(
  tx: Queryable,
  { organizationId, callerId, keyHash, requestHash }: RepeatableRequest,
  { status, body }: Pick<CreatedResponse, 'status' | 'body'>,
): Promise<boolean> {
  const stored = await tx.query(
    `INSERT INTO idempotency_keys AS k (organization_id, caller_id, key_hash, request_hash, status, body)
     VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (organization_id, caller_id, key_hash) DO UPDATE SET
       request_hash = excluded.request_hash, status = excluded.status, body = excluded.body,
       created_at = excluded.created_at
     WHERE NOT k.${IS_KEPT} RETURNING status`,
    [
      organizationId,
      callerId,
      keyHash,
      requestHash,
      status,
      body === null ? null : JSON.stringify(body),
    ],
  );
  return stored.length === 1;
}

/** Deletes what is not needed any more. */
export async function purgeCreatedResponses(database: Database): Promise<void> {
  await database.query(`DELETE FROM idempotency_keys WHERE NOT ${IS_KEPT}`);
}
