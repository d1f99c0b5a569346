import type { SignInMethod } from '@carrel/shared/contract';

import { setSessionCookies } from '../../platform/access/session-cookies.ts';
import { openSession, type Visitor } from '../../platform/access/sessions.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { Dependencies } from '../../platform/dependencies.ts';
import type { ApiContext } from '../../platform/http/api-context.ts';
import { clientAddress } from '../../platform/http/origins/client-address.ts';
import { occasionOf } from '../../platform/mail/describe-occasion.ts';
import { notifyOwner } from '../notices/notify-owner.ts';
import { newBrowserMailFor } from '../notices/owner-notices.ts';
import {
  browserSecrets,
  hasSignedInBefore,
  knownBrowsersOf,
  setBrowserCookie,
} from './known-browsers.ts';

/** Who signs in, and what was proved for it. */
export interface SignIn {
  accountId: string;
  methods: readonly SignInMethod[];
  /** Whether this counts as authenticating again: every factor that the account has was just used. */
  isReauthenticated: boolean;
  /** Runs in the transaction that opens the session. */
  onOpened?: (tx: Queryable, sessionId: string) => Promise<void>;
}

/**
 * Signs the browser of a request in: opens a session for what `claim` returns, and sets its cookies. `claim` runs in
 * the transaction that opens it, and locks what it relies on. The owner gets a mail about a browser that the account
 * does not know. Returns undefined if `claim` does.
 */
export async function signInBrowser<Claimed extends SignIn>(
  c: ApiContext,
  { database, queue, settings }: Pick<Dependencies, 'database' | 'queue' | 'settings'>,
  claim: (tx: Queryable) => Promise<Claimed | undefined>,
): Promise<Claimed | undefined> {
  let secrets = browserSecrets(c);
  let claimed: Claimed | undefined;
  const tokens = await openSession(
    database,
    async (tx) => {
      claimed = await claim(tx);
      return claimed && { ...claimed, ...visitorOf(c) };
    },
    settings,
    async (tx, sessionId, accountId) => {
      await claimed?.onOpened?.(tx, sessionId);
      const browsers = knownBrowsersOf(tx, accountId);
      if (await browsers.use(secrets)) return;
      if (await hasSignedInBefore(tx, accountId, sessionId)) {
        const mail = newBrowserMailFor(claimed?.methods ?? []);
        await notifyOwner(tx, queue, mail, accountId, occasionOf(c));
      }
      secrets = await browsers.add(secrets);
    },
  );
  if (tokens === undefined) return undefined;
  setBrowserCookie(c, settings, secrets);
  setSessionCookies(c, settings, tokens);
  return claimed;
}

/** Returns where a request comes from. */
export function visitorOf(c: ApiContext): Visitor {
  return { userAgent: c.req.header('User-Agent'), address: clientAddress(c) };
}
