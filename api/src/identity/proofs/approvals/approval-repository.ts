import { randomUUID } from 'node:crypto';

import { APPROVAL_SECONDS, type Approval, type SignInMethod } from '@carrel/shared/contract';

import { sha256 } from '../../../platform/access/session-tokens.ts';
import type { Queryable } from '../../../platform/database/database.ts';

/** Programs that wait at the same time, of all organizations. */
export const WAITING_MAX = 10_000;

interface NewApproval {
  deviceCode: string;
  userCode: string;
  clientName: string;
  clientIp: string;
}

/** What became of a request, for the program that made it. */
export type Decision = 'pending' | 'denied' | 'approved' | undefined;

/** An approval that is redeemed. */
export interface Redeemed {
  accountId: string;
  /** How the session was opened that approved it. */
  methods: SignInMethod[];
  /** Says of the session of the program which provider vouched for the one that approved it. */
  rememberProvider: (tx: Queryable, sessionId: string) => Promise<void>;
  clientName: string;
}

/** Reads and writes requests of programs to sign in. */
export function approvalsOf(tx: Queryable) {
  return {
    /** Returns the id; undefined where too many wait, or another one has the user code. */
    add: async ({ deviceCode, userCode, clientName, clientIp }: NewApproval) => {
      await tx.query('DELETE FROM sign_in_approvals WHERE expires_at <= now()');
      const [added] = await tx.query<{ id: string }>(
        `INSERT INTO sign_in_approvals (id, device_hash, user_code, client_name, client_ip, expires_at)
         SELECT $1, $2, $3, $4, $5, now() + $6 * interval '1 second'
         WHERE (SELECT count(*) FROM sign_in_approvals) < $7
         ON CONFLICT DO NOTHING RETURNING id`,
        [
          randomUUID(),
          sha256(deviceCode),
          userCode,
          clientName,
          clientIp,
          APPROVAL_SECONDS,
          WAITING_MAX,
        ],
      );
      return added?.id;
    },

    /** Returns the request with a user code that nobody has decided yet. */
    findWaiting: async (userCode: string): Promise<Approval | undefined> => {
      const [found] = await tx.query<Approval>(
        `SELECT user_code, client_name, client_ip, created_at, expires_at FROM sign_in_approvals
         WHERE user_code = $1 AND approved IS NULL AND expires_at > now()`,
        [userCode],
      );
      return found;
    },

    /** Decides it, in a session. Returns its id; undefined if it was decided already, or expired. */
    decide: async (userCode: string, approved: boolean, sessionId: string) => {
      const [decided] = await tx.query<{ id: string }>(
        `UPDATE sign_in_approvals SET approved = $2, session_id = CASE WHEN $2 THEN $3::uuid END
         WHERE user_code = $1 AND approved IS NULL AND expires_at > now() RETURNING id`,
        [userCode, approved, sessionId],
      );
      return decided?.id;
    },

    decisionOn: async (deviceCode: string): Promise<Decision> => {
      const [found] = await tx.query<{ decision: Decision }>(
        `SELECT CASE WHEN approved IS NULL THEN 'pending' WHEN approved THEN 'approved'
           ELSE 'denied' END AS decision
         FROM sign_in_approvals WHERE device_hash = $1 AND expires_at > now()`,
        [sha256(deviceCode)],
      );
      return found?.decision;
    },

    /**
     * Redeems an approval: of concurrent callers exactly one gets it. The account is locked first, for which a
     * password reset waits before it ends all sessions, and then the session that approved.
     */
    redeem: async (deviceCode: string): Promise<Redeemed | undefined> => {
      const hash = sha256(deviceCode);
      const [approver] = await tx.query<{ account_id: string; session_id: string }>(
        `SELECT s.account_id, p.session_id FROM sign_in_approvals p JOIN sessions s ON s.id = p.session_id
         WHERE p.device_hash = $1 AND p.approved AND p.expires_at > now()`,
        [hash],
      );
      if (approver === undefined) return undefined;
      const { account_id: accountId, session_id: sessionId } = approver;
      await tx.query('SELECT id FROM accounts WHERE id = $1 FOR SHARE', [accountId]);
      const [session] = await tx.query<{ methods: SignInMethod[] }>(
        'SELECT methods FROM sessions WHERE id = $1 FOR SHARE',
        [sessionId],
      );
      const [redeemed] = await tx.query<{ client_name: string }>(
        `DELETE FROM sign_in_approvals p USING sessions s
         WHERE p.device_hash = $1 AND p.approved AND p.expires_at > now()
           AND s.id = p.session_id AND s.id = $2 AND s.expires_at > now()
         RETURNING p.client_name`,
        [hash, sessionId],
      );
      if (redeemed === undefined || session === undefined) return undefined;
      const rememberProvider = async (inner: Queryable, opened: string): Promise<void> => {
        await inner.query(
          `INSERT INTO sso_sessions (session_id, organization_id, issuer, subject, sid)
           SELECT $2, organization_id, issuer, subject, sid FROM sso_sessions WHERE session_id = $1`,
          [sessionId, opened],
        );
      };
      const { methods } = session;
      return { accountId, clientName: redeemed.client_name, methods, rememberProvider };
    },
  };
}
