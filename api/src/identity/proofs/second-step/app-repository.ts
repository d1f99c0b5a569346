import type { Queryable } from '../../../platform/database/database.ts';

/** An enrolment that is older is not confirmed any more. */
const ENROLMENT_HOURS = 1;

/** A stored authenticator app. `seconds` is the time of the database, since 1970. */
export interface StoredApp {
  /** Encrypted. */
  secret: Uint8Array;
  seconds: number;
}

/** A right code: its time step, for the secret that it was checked with. */
export interface CodeProof {
  secret: Uint8Array;
  step: number;
}

/** Reads and changes the authenticator app of one account. */
export function authenticatorAppOf(tx: Queryable, accountId: string) {
  const find = async (condition: string): Promise<StoredApp | undefined> => {
    const [app] = await tx.query<StoredApp>(
      `SELECT secret, extract(epoch FROM now())::float8 AS seconds FROM authenticator_apps
       WHERE account_id = $1 AND ${condition}`,
      [accountId],
    );
    return app;
  };
  return {
    findConfirmed: () => find('confirmed_at IS NOT NULL'),

    findEnrolment: () =>
      find(`confirmed_at IS NULL AND created_at > now() - interval '${ENROLMENT_HOURS} hour'`),

    /** Starts an enrolment, in place of one that is not confirmed. Returns false where an app is confirmed. */
    enrol: async (secret: Uint8Array): Promise<boolean> => {
      const enrolled = await tx.query(
        `INSERT INTO authenticator_apps AS a (account_id, secret) VALUES ($1, $2)
         ON CONFLICT (account_id) DO UPDATE SET secret = excluded.secret, created_at = now()
         WHERE a.confirmed_at IS NULL RETURNING account_id`,
        [accountId, secret],
      );
      return enrolled.length === 1;
    },

    /** Confirms the enrolment that a code proves. The code is used up by it. */
    confirm: async ({ secret, step }: CodeProof): Promise<boolean> => {
      const confirmed = await tx.query(
        `UPDATE authenticator_apps SET confirmed_at = now(), last_step = $3
         WHERE account_id = $1 AND secret = $2 AND confirmed_at IS NULL RETURNING account_id`,
        [accountId, secret, step],
      );
      return confirmed.length === 1;
    },

    /** Uses a code up. Of concurrent callers with codes of one time step exactly one gets true. */
    use: async ({ secret, step }: CodeProof): Promise<boolean> => {
      const used = await tx.query(
        `UPDATE authenticator_apps SET last_step = $3
         WHERE account_id = $1 AND secret = $2 AND confirmed_at IS NOT NULL AND last_step < $3
         RETURNING account_id`,
        [accountId, secret, step],
      );
      return used.length === 1;
    },

    /** Returns whether there is a confirmed one. */
    isConfirmed: async (): Promise<boolean> => {
      const found = await tx.query(
        'SELECT 1 FROM authenticator_apps WHERE account_id = $1 AND confirmed_at IS NOT NULL',
        [accountId],
      );
      return found.length === 1;
    },

    /** The same under a lock. Of two callers one waits for the other. */
    lockConfirmed: async (): Promise<boolean> => {
      const locked = await tx.query(
        `SELECT 1 FROM authenticator_apps
         WHERE account_id = $1 AND confirmed_at IS NOT NULL FOR UPDATE`,
        [accountId],
      );
      return locked.length === 1;
    },

    /** Returns whether there was a confirmed one. */
    remove: async (): Promise<boolean> => {
      const removed = await tx.query(
        `DELETE FROM authenticator_apps WHERE account_id = $1 AND confirmed_at IS NOT NULL
         RETURNING account_id`,
        [accountId],
      );
      return removed.length === 1;
    },
  };
}
