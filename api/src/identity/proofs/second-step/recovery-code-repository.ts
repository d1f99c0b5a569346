import type { Queryable } from '../../../platform/database/database.ts';

/** Reads and changes the recovery codes of one account. */
export function recoveryCodesOf(tx: Queryable, accountId: string) {
  const removeAll = () => tx.query('DELETE FROM recovery_codes WHERE account_id = $1', [accountId]);
  return {
    /** Stores new codes; earlier ones stop working. */
    replace: async (hashes: readonly Buffer[]): Promise<void> => {
      await removeAll();
      for (const hash of hashes) {
        await tx.query('INSERT INTO recovery_codes (account_id, hash) VALUES ($1, $2)', [
          accountId,
          hash,
        ]);
      }
    },

    /** Uses a code up. Of concurrent callers exactly one gets true. */
    use: async (hash: Buffer): Promise<boolean> => {
      const used = await tx.query(
        `UPDATE recovery_codes SET used_at = now()
         WHERE account_id = $1 AND hash = $2 AND used_at IS NULL RETURNING hash`,
        [accountId, hash],
      );
      return used.length === 1;
    },

    countLeft: async (): Promise<number> => {
      const [left] = await tx.query<{ count: number }>(
        'SELECT count(*) FROM recovery_codes WHERE account_id = $1 AND used_at IS NULL',
        [accountId],
      );
      return left?.count ?? 0;
    },

    removeAll,
  };
}
