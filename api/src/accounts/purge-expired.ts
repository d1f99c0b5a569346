import { INVITATION_DAYS } from '@carrel/shared/contract';

import { purgeCreatedResponses } from '../access/idempotency/created-responses.ts';
import { purgeAuditRecords } from '../audit/audit-retention.ts';
import type { Database } from '../database/database.ts';
import type { Dependencies } from '../dependencies.ts';
import { purgeOAuth } from '../oauth/clients/client-repository.ts';
import { purgeSearchLog } from '../search-log/search-log-repository.ts';
import { purgeDeliveries } from '../webhooks/purge-deliveries.ts';
import { purgeChallenges } from './passkeys/challenges.ts';
import { BROWSER_DAYS } from './sign-in/known-browsers.ts';

const HOUR_MILLISECONDS = 60 * 60 * 1000;

const EXPIRING = [
  'sso_sign_ins',
  'sso_pending_links',
  'sso_logout_tokens',
  'domain_codes',
  'reauthentication_codes',
] as const;

/**
 * Purges expired sessions, sign-ins, approvals, single sign-ons, links, challenges, invitations, known and trusted
 * browsers and recoveries, unconfirmed registrations and authenticator apps, unused programs, sent messages, what
 * people asked, responses that were kept, and deliveries of webhooks.
 */
export async function purgeExpired(database: Database): Promise<void> {
  await database.query('DELETE FROM sessions WHERE expires_at < now()');
  await database.query('DELETE FROM sign_in_approvals WHERE expires_at < now()');
  await database.query('DELETE FROM pending_sign_ins WHERE expires_at < now()');
  await database.query('DELETE FROM trusted_browsers WHERE expires_at < now()');
  await database.query(
    `DELETE FROM authenticator_apps WHERE confirmed_at IS NULL AND created_at < now() - interval '1 day'`,
  );
  // Its links are sent when it is due, and work for a day.
  await database.query(`DELETE FROM account_recoveries WHERE due_at < now() - interval '3 days'`);
  for (const table of EXPIRING) {
    await database.query(`DELETE FROM ${table} WHERE expires_at < now()`);
  }
  await database.query(`DELETE FROM link_tokens WHERE expires_at < now() - interval '1 day'`);
  await database.query(
    `DELETE FROM accounts a WHERE created_at < now() - interval '7 days'
       AND NOT EXISTS (SELECT FROM memberships m WHERE m.account_id = a.id)
       AND NOT EXISTS (SELECT FROM account_emails e
         WHERE e.account_id = a.id AND e.confirmed_at IS NOT NULL)`,
  );
  await database.query(
    `DELETE FROM invitations i WHERE created_at < now() - $1 * interval '1 day'
       AND NOT EXISTS (SELECT FROM link_tokens t
         WHERE t.purpose = 'invitation' AND t.subject = i.id AND t.expires_at > now())`,
    [INVITATION_DAYS + 1],
  );
  await database.query(
    `DELETE FROM known_browsers WHERE used_at < now() - ${BROWSER_DAYS} * interval '1 day'`,
  );
  await database.query(`DELETE FROM outbox WHERE sent_at < now() - interval '30 days'`);
  await purgeChallenges(database);
  await purgeOAuth(database);
  await purgeSearchLog(database);
  await purgeCreatedResponses(database);
  await purgeDeliveries(database);
}

/** Purges every hour, first after an hour. Returns a function that stops it. */
export function startPurging({ database, settings, log }: Dependencies): () => void {
  const purge = async () => {
    await purgeExpired(database);
    const count = await purgeAuditRecords(database, settings);
    if (count > 0) log.info('purged old audit records', { count });
  };
  const timer = setInterval(() => {
    purge().catch((error: unknown) => {
      log.error('purging expired rows', error);
    });
  }, HOUR_MILLISECONDS);
  timer.unref();
  return () => {
    clearInterval(timer);
  };
}
