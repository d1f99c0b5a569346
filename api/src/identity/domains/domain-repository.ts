import type { OrganizationDomain } from '@carrel/shared/contract/sign-in';

import { newSecret } from '../../platform/access/session-tokens.ts';
import { breaks } from '../../platform/database/database-error.ts';
import type { Queryable } from '../../platform/database/database.ts';

interface DomainRow {
  id: string;
  domain: string;
  token: string;
  verified_at: Date | null;
  verified_by: string | null;
  created_at: Date;
}

const COLUMNS = 'id, domain, token, verified_at, verified_by, created_at';

/** The domains of one organization. `tx` is a tenant's transaction. */
export function domainsOf(tx: Queryable, organizationId: string) {
  return {
    list: async (): Promise<OrganizationDomain[]> => {
      const rows = await tx.query<DomainRow>(
        `SELECT ${COLUMNS} FROM organization_domains WHERE organization_id = $1 ORDER BY domain`,
        [organizationId],
      );
      return rows.map(domainOfRow);
    },

    /** Domains are added one after the other, so that their number is right. */
    count: async (): Promise<number> => {
      await lockOrganization(tx, organizationId);
      const [counted] = await tx.query<{ domains: number }>(
        'SELECT count(*) AS domains FROM organization_domains WHERE organization_id = $1',
        [organizationId],
      );
      return counted?.domains ?? 0;
    },

    /** Returns undefined if the organization has the domain already. */
    add: async (domain: string): Promise<OrganizationDomain | undefined> => {
      const [row] = await tx.query<DomainRow>(
        `INSERT INTO organization_domains (organization_id, domain, token) VALUES ($1, $2, $3)
         ON CONFLICT (organization_id, domain) DO NOTHING RETURNING ${COLUMNS}`,
        [organizationId, domain, newSecret()],
      );
      return row && domainOfRow(row);
    },

    find: async (id: string): Promise<OrganizationDomain | undefined> => {
      const [row] = await tx.query<DomainRow>(
        `SELECT ${COLUMNS} FROM organization_domains WHERE organization_id = $1 AND id = $2`,
        [organizationId, id],
      );
      return row && domainOfRow(row);
    },

    /**
     * Returns the domain; undefined if it was removed. Ends what the provider of an organization vouched for that had
     * the domain before. @throws {VerifiedElsewhere}
     */
    verify: async (id: string, by: 'dns' | 'mail'): Promise<OrganizationDomain | undefined> => {
      const rows = await tx
        .query<DomainRow>(
          `UPDATE organization_domains SET verified_at = coalesce(verified_at, now()),
             verified_by = coalesce(verified_by, $3)
           WHERE organization_id = $1 AND id = $2 RETURNING ${COLUMNS}`,
          [organizationId, id, by],
        )
        .catch((error: unknown) => {
          if (breaks(error, 'organization_domains_verified')) throw new VerifiedElsewhere();
          throw error;
        });
      if (rows[0] === undefined) return undefined;
      await tx.query('SELECT end_identities_elsewhere($1)', [rows[0].domain]);
      return domainOfRow(rows[0]);
    },

    /** Ends what the provider vouched for in the domain: a sign-in locks the organization too. */
    delete: async (id: string): Promise<void> => {
      await lockOrganization(tx, organizationId);
      await tx.query('DELETE FROM organization_domains WHERE organization_id = $1 AND id = $2', [
        organizationId,
        id,
      ]);
      await tx.query('SELECT end_own_identities(false)');
    },
  };
}

const lockOrganization = (tx: Queryable, organizationId: string) =>
  tx.query('SELECT FROM organizations WHERE id = $1 FOR NO KEY UPDATE', [organizationId]);

/** Another organization has verified the domain. */
export class VerifiedElsewhere extends Error {
  override readonly name = 'VerifiedElsewhere';
}

function domainOfRow({ token, ...row }: DomainRow): OrganizationDomain {
  return {
    ...row,
    record_name: `_carrel.${row.domain}`,
    record_value: `carrel-verification=${token}`,
    verified_at: row.verified_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  };
}
