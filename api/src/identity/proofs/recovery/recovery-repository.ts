import { RECOVERY_DELAY_HOURS } from '@carrel/shared/contract/sign-in';

import type { Queryable } from '../../../platform/database/database.ts';

interface StoredRecovery {
  id: string;
  due_at: Date;
}

/** Whom a link in a mail about a recovery was sent to. */
export interface RecoveryRecipient {
  accountId: string;
  addressKey: string;
}

/** Reads and changes the recovery of one account. */
export function recoveryOf(tx: Queryable, accountId: string) {
  /** Deletes the tokens of links, whose subjects are the addresses that they were sent to. */
  const revokeLinks = (...purposes: string[]) =>
    tx.query(
      `DELETE FROM link_tokens WHERE purpose = ANY($2::text[])
         AND subject IN (SELECT id FROM account_emails WHERE account_id = $1)`,
      [accountId, purposes],
    );
  return {
    find: async (): Promise<StoredRecovery | undefined> => {
      const [found] = await tx.query<StoredRecovery>(
        'SELECT id, due_at FROM account_recoveries WHERE account_id = $1',
        [accountId],
      );
      return found;
    },

    /** Starts one; undefined where one has been started before. */
    start: async (): Promise<StoredRecovery | undefined> => {
      const [started] = await tx.query<StoredRecovery>(
        `INSERT INTO account_recoveries (account_id, due_at)
         VALUES ($1, now() + ${RECOVERY_DELAY_HOURS} * interval '1 hour')
         ON CONFLICT DO NOTHING RETURNING id, due_at`,
        [accountId],
      );
      return started;
    },

    /** Ends one that was not completed, and returns whether there was one. A link that stops it works again. */
    stop: async (): Promise<boolean> => {
      const stopped = await tx.query(
        'DELETE FROM account_recoveries WHERE account_id = $1 RETURNING id',
        [accountId],
      );
      await revokeLinks('complete-recovery');
      return stopped.length === 1;
    },

    /** Ends one that is due, and returns whether there was one. Its links do not work any more. */
    complete: async (): Promise<boolean> => {
      const completed = await tx.query(
        'DELETE FROM account_recoveries WHERE account_id = $1 AND due_at <= now() RETURNING id',
        [accountId],
      );
      await revokeLinks('complete-recovery', 'stop-recovery');
      return completed.length === 1;
    },
  };
}

/** Returns whom the subject of a link is: a confirmed address. */
export async function findRecipient(
  tx: Queryable,
  emailId: string,
): Promise<RecoveryRecipient | undefined> {
  const [recipient] = await tx.query<RecoveryRecipient>(
    `SELECT account_id AS "accountId", address_key AS "addressKey" FROM account_emails
     WHERE id = $1 AND confirmed_at IS NOT NULL`,
    [emailId],
  );
  return recipient;
}
