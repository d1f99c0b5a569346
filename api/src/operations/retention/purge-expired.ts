import { INVITATION_DAYS } from '@carrel/shared/contract';

import { purgeCreatedResponses } from '../../platform/access/idempotency/created-responses.ts';
import { purgeAuditRecords } from '../../platform/audit/audit-retention.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Dependencies } from '../../platform/dependencies.ts';
import { HOUR_SECONDS, type Step } from '../../jobs/steps.ts';
import { purgeOAuth } from '../../identity/oauth/clients/client-repository.ts';
import { purgeSearchLog } from '../../content/search-log/search-log-repository.ts';
import { purgeDeliveries } from '../../integrations/webhooks/purge-deliveries.ts';
import { purgeChallenges } from '../../identity/proofs/passkeys/challenges.ts';
import { BROWSER_DAYS } from '../../identity/sessions/known-browsers.ts';

const EXPIRING = [
  'sso_sign_ins',
  'sso_pending_links',
  'sso_logout_tokens',
  'domain_codes',
  'reauthentication_codes',
] as const;

type Purge = (database: Database) => Promise<unknown>;

const sql =
  (statement: string, ...parameters: unknown[]): Purge =>
  (database) =>
    database.query(statement, parameters);

/** What is purged, by its name. None needs another one to have run. */
export const PURGES: Record<string, Purge> = {
  sessions: sql('DELETE FROM sessions WHERE expires_at < now()'),
  'sign-in approvals': sql('DELETE FROM sign_in_approvals WHERE expires_at < now()'),
  'pending sign-ins': sql('DELETE FROM pending_sign_ins WHERE expires_at < now()'),
  'trusted browsers': sql('DELETE FROM trusted_browsers WHERE expires_at < now()'),
  'authenticator apps': sql(
    `DELETE FROM authenticator_apps WHERE confirmed_at IS NULL AND created_at < now() - interval '1 day'`,
  ),
  // Its links are sent when it is due, and work for a day.
  recoveries: sql(`DELETE FROM account_recoveries WHERE due_at < now() - interval '3 days'`),
  ...Object.fromEntries(
    EXPIRING.map((table) => [table, sql(`DELETE FROM ${table} WHERE expires_at < now()`)]),
  ),
  links: sql(`DELETE FROM link_tokens WHERE expires_at < now() - interval '1 day'`),
  'unconfirmed accounts': sql(
    `DELETE FROM accounts a WHERE created_at < now() - interval '7 days'
       AND NOT EXISTS (SELECT FROM memberships m WHERE m.account_id = a.id)
       AND NOT EXISTS (SELECT FROM account_emails e
         WHERE e.account_id = a.id AND e.confirmed_at IS NOT NULL)`,
  ),
  invitations: sql(
    `DELETE FROM invitations i WHERE created_at < now() - $1 * interval '1 day'
       AND NOT EXISTS (SELECT FROM link_tokens t
         WHERE t.purpose = 'invitation' AND t.subject = i.id AND t.expires_at > now())`,
    INVITATION_DAYS + 1,
  ),
  'known browsers': sql(
    `DELETE FROM known_browsers WHERE used_at < now() - ${BROWSER_DAYS} * interval '1 day'`,
  ),
  'sent messages': sql(`DELETE FROM outbox WHERE sent_at < now() - interval '30 days'`),
  challenges: purgeChallenges,
  programs: purgeOAuth,
  'search log': purgeSearchLog,
  'kept responses': purgeCreatedResponses,
  deliveries: purgeDeliveries,
};

/** What the steps of retention are started with. */
export interface RetentionContext {
  retention: Pick<Dependencies, 'database' | 'settings' | 'log'>;
}

/** Purges what has expired, every hour. */
export const PURGE_STEPS: readonly Step<RetentionContext>[] = [
  ...Object.entries(PURGES).map(([name, purge]) => ({
    name: `purge-${name.replaceAll(' ', '-')}`,
    everySeconds: HOUR_SECONDS,
    run: ({ retention }: RetentionContext) => purge(retention.database),
  })),
  {
    name: 'purge-audit-records',
    everySeconds: HOUR_SECONDS,
    run: async ({ retention: { database, settings, log } }) => {
      const count = await purgeAuditRecords(database, settings);
      if (count > 0) log.info('purged old audit records', { count });
    },
  },
];
