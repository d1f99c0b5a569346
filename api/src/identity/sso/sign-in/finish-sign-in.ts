import { hasSecondFactor } from '@carrel/shared/contract';
import { AuthorizationResponseError } from 'openid-client';

import { recordAudit } from '../../../platform/access/audit.ts';
import { signInBrowser } from '../../sessions/sign-in-browser.ts';
import { bindSsoBrowser, ssoBrowser } from '../../sessions/sso-browser.ts';
import { readFactors } from '../../proofs/factors/read-factors.ts';
import { databaseTime } from '../../../platform/database/database-clock.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import type { Dependencies } from '../../../platform/dependencies.ts';
import type { ApiContext } from '../../../platform/http/api-context.ts';
import { clientAddress } from '../../../platform/http/origins/client-address.ts';
import type { OidcClient } from '../oidc/oidc-client.ts';
import type { VerifiedIdentity } from '../oidc/identity-claims.ts';
import { CLOCK_TOLERANCE } from '../oidc/signing-keys.ts';
import { findProvider } from '../provider-repository.ts';
import { redirectUri } from '../sso-uris.ts';
import { claimAccount, findIdentity, lockProvider, requireVouched } from './claim-account.ts';
import { mappedRole } from './mapped-role.ts';
import { storePendingLink } from './pending-links.ts';
import { rememberSession } from './provider-sessions.ts';
import { SIGN_IN_SECONDS, takeSignIn, type PendingSignIn } from './sign-in-repository.ts';
import { SsoRefused } from './sso-refused.ts';

/** What a sign-in ended with, and the screen to return to. */
export type Finished = { end: 'signed-in' | 'link'; returnPath: string };

/**
 * Ends the sign-in that a browser comes back from a provider with: opens a session, confirms one, or keeps a link
 * that its owner has to confirm.
 * @throws {SsoRefused}
 */
export async function finishSignIn(
  c: ApiContext,
  dependencies: Dependencies,
  client: OidcClient,
  organizationId: string,
): Promise<Finished> {
  const { database, settings } = dependencies;
  const state = c.req.query('state');
  const browser = ssoBrowser(c);
  const signIn =
    state === undefined || browser === undefined
      ? undefined
      : await takeSignIn(database, { state, browser, organizationId });
  if (state === undefined || signIn === undefined) throw new SsoRefused('expired');
  const provider = await findProvider(database, organizationId);
  if (provider === undefined || provider.revision !== signIn.revision) {
    throw new SsoRefused('changed');
  }
  const callback = new URL(redirectUri(settings.publicUrl, organizationId));
  callback.search = new URL(c.req.url).search;
  const identity = await client
    .exchangeCode(provider, callback, { ...signIn, state })
    .catch((error: unknown) => {
      const isDenied =
        error instanceof AuthorizationResponseError && error.error === 'access_denied';
      throw new SsoRefused(isDenied ? 'denied' : 'refused', error);
    });
  if (signIn.sessionId !== null) {
    await authenticateAgain(c, dependencies, signIn, identity);
    return { end: 'signed-in', returnPath: signIn.returnPath };
  }
  return open(c, dependencies, signIn, identity);
}

/** Whether a person authenticated at the provider for this sign-in, and not long before. */
function isFresh({ createdAt }: PendingSignIn, { authTime }: VerifiedIdentity, at: Date): boolean {
  const began = createdAt.getTime() / 1000;
  const now = at.getTime() / 1000;
  return (
    authTime !== undefined &&
    authTime >= began - CLOCK_TOLERANCE &&
    authTime <= now + CLOCK_TOLERANCE
  );
}

async function open(
  c: ApiContext,
  dependencies: Dependencies,
  signIn: PendingSignIn,
  identity: VerifiedIdentity,
): Promise<Finished> {
  const { database, settings } = dependencies;
  const { organizationId, revision, returnPath } = signIn;
  const ip = clientAddress(c);
  let pending: Parameters<typeof storePendingLink>[2] | undefined;
  const signedIn = await signInBrowser(c, dependencies, async (tx) => {
    const claim = { organizationId, revision, identity, ip };
    const claimed = await claimAccount(tx, claim, settings.quotas);
    const { provider } = claimed;
    if ('link' in claimed) {
      const role = mappedRole(provider, identity.claims);
      const { link: accountId, address } = claimed;
      const { subject } = identity;
      pending = { organizationId, revision, subject, accountId, address, role, returnPath };
      return undefined;
    }
    return {
      accountId: claimed.accountId,
      methods: ['sso'] as const,
      // A provider authenticates nobody for the account: it vouches for its organization alone.
      isReauthenticated: false,
      onOpened: async (inner: Queryable, sessionId: string) => {
        const vouches =
          isFresh(signIn, identity, await databaseTime(inner)) &&
          (await hasProviderOnly(inner, claimed.accountId));
        await rememberSession(inner, sessionId, { provider, identity, vouches });
      },
    };
  });
  if (signedIn !== undefined) return { end: 'signed-in', returnPath };
  if (pending === undefined) throw new SsoRefused('changed');
  await storePendingLink(database, bindSsoBrowser(c, settings, SIGN_IN_SECONDS), pending);
  return { end: 'link', returnPath };
}

/** Who has factors of their own confirms with these what their organizations ask for. */
async function hasProviderOnly(tx: Queryable, accountId: string): Promise<boolean> {
  const factors = await readFactors(tx, accountId);
  return !factors.password && !hasSecondFactor(factors);
}

async function authenticateAgain(
  c: ApiContext,
  { database }: Dependencies,
  signIn: PendingSignIn,
  identity: VerifiedIdentity,
): Promise<void> {
  const { organizationId, revision, sessionId } = signIn;
  if (sessionId === null || !isFresh(signIn, identity, await databaseTime(database))) {
    throw new SsoRefused('refused');
  }
  await database.transaction(async (tx) => {
    const provider = await lockProvider(tx, organizationId, revision);
    const accountId = await findIdentity(tx, provider, identity.subject);
    if (accountId === undefined) throw new SsoRefused('other_account');
    await requireVouched(tx, organizationId, accountId);
    if (!(await hasProviderOnly(tx, accountId))) throw new SsoRefused('refused');
    const open = await tx.query(
      'SELECT FROM sessions WHERE id = $1 AND account_id = $2 AND expires_at > now() FOR KEY SHARE',
      [sessionId, accountId],
    );
    if (open.length === 0) throw new SsoRefused('other_account');
    if (!(await rememberSession(tx, sessionId, { provider, identity, vouches: true }))) {
      throw new SsoRefused('refused');
    }
    await recordAudit(tx, {
      action: 'session.sso_confirmed',
      object: ['session', sessionId],
      accountId,
      ip: clientAddress(c),
    });
  });
}
