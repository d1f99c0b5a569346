import {
  ACCESS_REFUSED_DAYS,
  ACCESS_REQUESTS_MAX,
  type AccessRequest,
  type KnownObject,
} from '@carrel/shared/contract';

import { DIRECTORY_MEMBERS, IS_LIMITED } from '../../platform/access/object-access.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { conflict } from '../../platform/http/problems.ts';
import type { AccessObject } from './access-repository.ts';

/** People who are told of a request at most. */
const DECIDERS_MAX = 20;

/** The address that an account confirmed first. */
const addressOf = (accountId: string) =>
  `(SELECT e.address FROM account_emails e WHERE e.account_id = ${accountId} AND e.confirmed_at IS NOT NULL
    ORDER BY e.created_at LIMIT 1)`;

/** The request `q` of the member `m`, who has the role `r`. */
const MEMBER = `m.organization_id = q.organization_id AND m.account_id = q.account_id
  AND r.organization_id = m.organization_id AND r.id = m.role_id`;

/** Who is named for which dataset or workspace, once for each entry by which they are. */
const NAMED_PEOPLE = `SELECT x.organization_id, x.object_id, x.role, x.account_id, true AS is_person
  FROM access_entries x WHERE x.account_id IS NOT NULL
  UNION ALL SELECT x.organization_id, x.object_id, x.role, g.account_id, false FROM access_entries x
  JOIN member_group_members g ON g.organization_id = x.organization_id AND g.group_id = x.group_id
  UNION ALL SELECT x.organization_id, x.object_id, x.role, g.account_id, false FROM access_entries x
  JOIN (${DIRECTORY_MEMBERS}) g ON g.organization_id = x.organization_id AND g.group_id = x.scim_group_id`;

/** True while the person of the request still cannot reach what names people: of one object, at less cost than `REACH`. */
const IS_OUT_OF_REACH = `${IS_LIMITED} AND NOT EXISTS (SELECT FROM (${NAMED_PEOPLE}) p
  WHERE p.organization_id = q.organization_id AND p.object_id = q.object_id AND p.account_id = q.account_id)`;

interface Request {
  requested_at: Date;
  refused_at: Date | null;
}

/**
 * Reads and changes who asks for access to a dataset or workspace. `tx` is a tenant's transaction; that of the person
 * who asks reaches everything.
 */
export function accessRequestsOf(tx: Queryable, organizationId: string, object: AccessObject) {
  const { kind, id } = object;
  const ids = [organizationId, id];

  return {
    /** What a person sees who cannot reach it; undefined where it is not known. */
    findKnown: async (accountId: string): Promise<KnownObject | undefined> => {
      const [known] = await tx.query<Partial<Request> & { name: string }>(
        `SELECT o.name, q.requested_at, q.refused_at FROM ${kind}s o
         LEFT JOIN access_requests q
           ON q.organization_id = o.organization_id AND q.object_id = o.id AND q.account_id = $3
         WHERE o.organization_id = $1 AND o.id = $2 AND o.access = 'named' AND o.known`,
        [...ids, accountId],
      );
      return (
        known && {
          name: known.name,
          requested_at: known.requested_at?.toISOString() ?? null,
          refused_at: known.refused_at?.toISOString() ?? null,
        }
      );
    },

    /**
     * Returns the id of the request; undefined where the person waits already.
     * @throws {Problem} 409 for who was refused lately, and where too many wait.
     */
    add: async (accountId: string, reason: string): Promise<string | undefined> => {
      const [before] = await tx.query<{ isOpen: boolean; isTooEarly: boolean }>(
        `SELECT refused_at IS NULL AS "isOpen",
           coalesce(refused_at > now() - $4 * interval '1 day', false) AS "isTooEarly"
         FROM access_requests WHERE organization_id = $1 AND object_id = $2 AND account_id = $3`,
        [...ids, accountId, ACCESS_REFUSED_DAYS],
      );
      if (before?.isOpen === true) return undefined;
      if (before?.isTooEarly === true) {
        throw conflict(
          `Your request was refused. You can ask again ${ACCESS_REFUSED_DAYS} days after that.`,
        );
      }
      const [open] = await tx.query<{ count: number }>(
        `SELECT count(*) FROM access_requests
         WHERE organization_id = $1 AND object_id = $2 AND refused_at IS NULL`,
        ids,
      );
      if ((open?.count ?? 0) >= ACCESS_REQUESTS_MAX) {
        throw conflict(
          `Too many people wait for access to this ${kind}. Please try again another day.`,
        );
      }
      const [added] = await tx.query<{ id: string }>(
        `INSERT INTO access_requests (organization_id, ${kind}_id, account_id, reason) VALUES ($1, $2, $3, $4)
         ON CONFLICT (organization_id, object_id, account_id)
           DO UPDATE SET reason = excluded.reason, requested_at = now(), refused_at = NULL
         RETURNING id`,
        [...ids, accountId, reason],
      );
      return added?.id;
    },

    /** Those who wait, without those who have access by now; the first one first. */
    list: async (): Promise<AccessRequest[]> => {
      const rows = await tx.query<Omit<AccessRequest, 'requested_at'> & { requested_at: Date }>(
        `SELECT q.account_id, concat_ws(' ', a.first_name, a.last_name) AS name,
           coalesce(${addressOf('q.account_id')}, '') AS address, q.reason, q.requested_at
         FROM access_requests q, memberships m, roles r, accounts a
         WHERE q.organization_id = $1 AND q.object_id = $2 AND q.refused_at IS NULL AND a.id = q.account_id
           AND ${MEMBER} AND ${IS_OUT_OF_REACH}
         ORDER BY q.requested_at, q.account_id`,
        ids,
      );
      return rows.map(({ account_id, name, address, reason, requested_at: requestedAt }) => {
        return { account_id, name, address, reason, requested_at: requestedAt.toISOString() };
      });
    },

    /** Deletes what nobody has to decide: of those who have access by now, and all where nobody may ask. */
    deleteSettled: () =>
      tx.query(
        `DELETE FROM access_requests q USING ${kind}s o, memberships m, roles r
         WHERE q.organization_id = $1 AND q.object_id = $2
           AND o.organization_id = q.organization_id AND o.id = q.object_id
           AND ${MEMBER} AND NOT (o.access = 'named' AND o.known AND ${IS_OUT_OF_REACH})`,
        ids,
      ),

    /**
     * Deletes the request of a person who waits, and returns the person's address; undefined where nobody waits by this
     * id. The person stays a member until the transaction ends.
     */
    take: async (accountId: string): Promise<{ address: string | null } | undefined> => {
      const [member] = await tx.query<{ address: string | null }>(
        `SELECT ${addressOf('m.account_id')} AS address FROM memberships m
         WHERE m.organization_id = $1 AND m.account_id = $2 FOR KEY SHARE OF m`,
        [organizationId, accountId],
      );
      if (member === undefined) return undefined;
      const taken = await tx.query(
        `DELETE FROM access_requests
         WHERE organization_id = $1 AND object_id = $2 AND account_id = $3 AND refused_at IS NULL RETURNING 1`,
        [...ids, accountId],
      );
      return taken.length === 0 ? undefined : member;
    },

    /** Returns whether there was a request to refuse. */
    refuse: async (accountId: string): Promise<boolean> => {
      const refused = await tx.query(
        `UPDATE access_requests SET refused_at = now()
         WHERE organization_id = $1 AND object_id = $2 AND account_id = $3 AND refused_at IS NULL RETURNING 1`,
        [...ids, accountId],
      );
      return refused.length > 0;
    },

    /** An address of each who can decide: its Managers, no guests, those who are named themselves first, else Owners and Admins. */
    deciders: async (): Promise<string[]> => {
      const managers = await tx.query<{ address: string | null }>(
        `SELECT ${addressOf('d.account_id')} AS address FROM (
           SELECT p.account_id FROM (${NAMED_PEOPLE}) p
           JOIN memberships n ON n.organization_id = p.organization_id AND n.account_id = p.account_id
             AND n.guest_of IS NULL
           WHERE p.organization_id = $1 AND p.object_id = $2 AND p.role = 'Manager'
           GROUP BY p.account_id ORDER BY bool_or(p.is_person) DESC, p.account_id LIMIT ${DECIDERS_MAX}) d`,
        ids,
      );
      const deciders =
        managers.length > 0
          ? managers
          : await tx.query<{ address: string | null }>(
              `SELECT ${addressOf('m.account_id')} AS address FROM memberships m
               JOIN roles r ON r.organization_id = m.organization_id AND r.id = m.role_id
               WHERE m.organization_id = $1 AND r.rank <= 1 ORDER BY r.rank, m.account_id LIMIT ${DECIDERS_MAX}`,
              [organizationId],
            );
      return deciders.flatMap(({ address }) => (address === null ? [] : [address]));
    },
  };
}
