import type { Database } from '../../../platform/database/database.ts';

/** How long a claim holds, in seconds: longer than an attempt can take. */
const LEASE_SECONDS = 60;

/** A delivery that this process is to send. */
export interface ClaimedDelivery {
  id: number;
  organizationId: string;
  endpointId: string;
  messageId: string;
  type: string;
  data: Record<string, unknown>;
  createdAt: Date;
  /** By the database's clock, which is the same for all instances. */
  claimedAt: Date;
  /** Seconds since its first attempt. */
  elapsed: number;
  url: string;
  /** Base64. */
  secrets: string[];
  claim: string;
}

/** A webhook that has something to send. */
export interface DueEndpoint {
  organizationId: string;
  id: string;
}

/** How much may be claimed for a webhook; one that fails is tried with a single delivery. */
export interface Room {
  endpointId: string;
  places: number;
  inFlight: number;
}

const IS_OPEN = 'e.enabled AND (e.hold_until IS NULL OR e.hold_until <= now())';
const IS_DUE = `d.state = 'waiting' AND d.due_at <= now() AND (d.claimed_until IS NULL OR d.claimed_until < now())`;

const ENDPOINTS_MAX = 1000;

/** Returns webhooks with deliveries that are due, except for those of `full` organizations. */
export function dueEndpoints(database: Database, full: readonly string[]): Promise<DueEndpoint[]> {
  return database.queryOnce<DueEndpoint>(
    `SELECT e.organization_id AS "organizationId", e.id FROM webhook_endpoints e
     JOIN organizations o ON o.id = e.organization_id AND o.deleted_at IS NULL
     WHERE ${IS_OPEN} AND e.organization_id <> ALL ($1::uuid[])
       AND EXISTS (SELECT FROM webhook_deliveries d WHERE d.endpoint_id = e.id AND ${IS_DUE})
     ORDER BY random() LIMIT ${ENDPOINTS_MAX}`,
    [full],
  );
}

/**
 * Claims deliveries of an organization, the longest due first. One is left where an earlier one of the same
 * subject waits. The webhooks are locked until this is committed: one that is revoked has no new claims.
 */
export function claimDeliveries(
  database: Database,
  organizationId: string,
  rooms: readonly Room[],
  claim: string,
): Promise<ClaimedDelivery[]> {
  return database.queryOnce<ClaimedDelivery>(
    `WITH endpoints AS MATERIALIZED (
       SELECT e.id, e.url, CASE WHEN e.failing_since IS NULL THEN r.places
           WHEN r.in_flight = 0 THEN 1 ELSE 0 END AS places
       FROM webhook_endpoints e
       JOIN unnest($2::uuid[], $3::integer[], $4::integer[]) AS r (id, places, in_flight) USING (id)
       WHERE e.organization_id = $1 AND ${IS_OPEN} ORDER BY e.id FOR SHARE OF e
     ), picked AS MATERIALIZED (
       SELECT due.id, e.url FROM endpoints e CROSS JOIN LATERAL (
         SELECT d.id FROM webhook_deliveries d
         WHERE d.organization_id = $1 AND d.endpoint_id = e.id AND ${IS_DUE} AND d.id = (
           SELECT p.id FROM webhook_deliveries p
           WHERE p.endpoint_id = d.endpoint_id AND p.subject = d.subject AND p.state = 'waiting'
           ORDER BY p.id LIMIT 1)
         ORDER BY d.due_at, d.id LIMIT e.places FOR UPDATE SKIP LOCKED
       ) due
     )
     UPDATE webhook_deliveries d SET claim = $5, claimed_until = now() + interval '${LEASE_SECONDS} seconds',
       first_attempt_at = coalesce(d.first_attempt_at, now())
     FROM picked WHERE d.id = picked.id
     RETURNING d.id, d.organization_id AS "organizationId", d.endpoint_id AS "endpointId",
       d.message_id AS "messageId", d.type, d.data, d.created_at AS "createdAt", now() AS "claimedAt", picked.url, d.claim,
       extract(epoch FROM now() - coalesce(d.first_attempt_at, now()))::float8 AS elapsed,
       ARRAY(SELECT encode(s.secret, 'base64') FROM webhook_secrets s
         WHERE s.organization_id = $1 AND s.endpoint_id = d.endpoint_id
           AND (s.expires_at IS NULL OR s.expires_at > now())
         ORDER BY s.created_at DESC) AS secrets`,
    [
      organizationId,
      rooms.map(({ endpointId }) => endpointId),
      rooms.map(({ places }) => places),
      rooms.map(({ inFlight }) => inFlight),
      claim,
    ],
  );
}

/** Frees what a process that was killed had claimed. For a database that only this process works on. */
export async function freeClaims(database: Database): Promise<void> {
  await database.query(
    `UPDATE webhook_deliveries SET claim = NULL, claimed_until = NULL WHERE state = 'waiting' AND claim IS NOT NULL`,
  );
}
