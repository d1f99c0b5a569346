import { INVITATION_DAYS } from '@carrel/shared/contract';

import { purgeAuditRecords } from '../audit/audit-retention.ts';
import type { Database } from '../database/database.ts';
import type { Dependencies } from '../dependencies.ts';

const HOUR_MILLISECONDS = 60 * 60 * 1000;

/** Removes what has run out: sessions, links, registrations that nobody confirmed, sent messages. */
export async function tidy(database: Database): Promise<void> {
  await database.query('DELETE FROM sessions WHERE expires_at < now()');
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
  await database.query(`DELETE FROM outbox WHERE sent_at < now() - interval '30 days'`);
}

/** Tidies every hour, from an hour on, until the returned function is called. */
export function startPurging({ database, settings, log }: Dependencies): () => void {
  const round = async () => {
    await tidy(database);
    const count = await purgeAuditRecords(database, settings);
    if (count > 0) log.info('removed old audit records', { count });
  };
  const timer = setInterval(() => {
    round().catch((error: unknown) => {
      log.error('tidying', error);
    });
  }, HOUR_MILLISECONDS);
  timer.unref();
  return () => {
    clearInterval(timer);
  };
}
