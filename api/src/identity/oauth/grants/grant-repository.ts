import { GRANTS_MAX, type Grant } from '@carrel/shared/contract';

import { REACH } from '../../../platform/access/object-access.ts';
import { sha256 } from '../../../platform/access/session-tokens.ts';
import { BY_ANOTHER_PROVIDER } from '../../../platform/access/sign-in-requirement.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { hostOf } from '../clients/redirect-uri.ts';

/** For how long a code can be redeemed. */
const CODE_SECONDS = 60;

export interface NewGrant {
  accountId: string;
  workspaceId: string;
  clientId: string;
  redirectUri: string;
  resource: string;
  challenge: string;
  code: string;
}

/** Stores what a person grants; false if the person has connected as many programs as possible. `tx` is a tenant's. */
export async function addGrant(
  tx: Queryable,
  organizationId: string,
  grant: NewGrant,
): Promise<boolean> {
  const added = await tx.query(
    `INSERT INTO oauth_grants (organization_id, account_id, workspace_id, client_id, redirect_uri, resource,
       code_challenge, code_hash, expires_at)
     SELECT $1, $2, $3, $4, $5, $6, $7, $8, now() + ${CODE_SECONDS} * interval '1 second'
     WHERE (SELECT count(*) FROM oauth_grants
       WHERE organization_id = $1 AND account_id = $2 AND expires_at > now()) < ${GRANTS_MAX}
     RETURNING id`,
    [
      organizationId,
      grant.accountId,
      grant.workspaceId,
      grant.clientId,
      grant.redirectUri,
      grant.resource,
      grant.challenge,
      sha256(grant.code),
    ],
  );
  return added.length === 1;
}

interface GrantRow extends Omit<Grant, 'redirect_host' | 'created_at' | 'last_used_at'> {
  redirect_uri: string;
  created_at: Date;
  last_used_at: Date | null;
}

interface EndedGrant {
  organizationId: string;
  workspaceId: string;
  clientName: string;
}

/** SQL that is whether the session with the id `parameter` may see the grant `g`. */
const isOpenTo = (parameter: string) => `NOT EXISTS (SELECT FROM sessions s
  JOIN memberships m ON m.organization_id = g.organization_id AND m.account_id = s.account_id
  WHERE s.id = ${parameter} AND ${BY_ANOTHER_PROVIDER})`;

/** Reads and ends what one account granted, in all of its organizations. `tx` is the owner's. */
export function grantsOf(tx: Queryable, accountId: string) {
  return {
    /** Newest first. */
    /** Those that the session may see: the provider of one organization vouches for no other. */
    list: async (sessionId: string) => {
      const rows = await tx.query<GrantRow>(
        `SELECT g.id, c.name AS client_name, g.redirect_uri, o.name AS organization_name,
           CASE WHEN is_in_reach(${REACH}->>'unreachable', w.id) THEN w.name ELSE '(out of reach)' END
             AS workspace_name,
           g.created_at, g.last_used_at
         FROM oauth_grants g JOIN oauth_clients c ON c.id = g.client_id
         JOIN organizations o ON o.id = g.organization_id AND o.deleted_at IS NULL
         JOIN workspaces w ON w.organization_id = g.organization_id AND w.id = g.workspace_id
         JOIN memberships m ON m.organization_id = g.organization_id AND m.account_id = g.account_id
         JOIN roles r ON r.organization_id = m.organization_id AND r.id = m.role_id
         WHERE g.account_id = $1 AND g.redeemed_at IS NOT NULL AND g.expires_at > now()
           AND ${isOpenTo('$2')}
         ORDER BY g.created_at DESC, g.id`,
        [accountId, sessionId],
      );
      return rows.map(({ redirect_uri, ...grant }) =>
        Object.assign(grant, { redirect_host: hostOf(redirect_uri) }),
      );
    },

    endAll: () => tx.query('DELETE FROM oauth_grants WHERE account_id = $1', [accountId]),

    /** Undefined for a grant of somebody else, and for one that the session may not see. */
    end: async (id: string, sessionId: string): Promise<EndedGrant | undefined> => {
      const [ended] = await tx.query<EndedGrant>(
        `DELETE FROM oauth_grants g USING oauth_clients c
         WHERE g.id = $1 AND g.account_id = $2 AND c.id = g.client_id AND ${isOpenTo('$3')}
         RETURNING g.organization_id AS "organizationId", g.workspace_id AS "workspaceId",
           c.name AS "clientName"`,
        [id, accountId, sessionId],
      );
      return ended;
    },
  };
}
