import { setTimeout as pause } from 'node:timers/promises';

import { UNCONFIRMED_ADDRESS, type LoginInput } from '@carrel/shared/contract';

import { addressKey } from '../../../platform/access/address-key.ts';
import type { VerifiedCredentials } from '../../../platform/access/sessions.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { ApiContext } from '../../../platform/http/api-context.ts';
import {
  LimitReached,
  type Limit,
  type RateLimits,
} from '../../../platform/http/limits/rate-limit.ts';
import { forbidden, malformed } from '../../../platform/http/problems.ts';
import { byNetwork } from '../../../platform/http/limits/limit.ts';
import { limitOf } from '../../../platform/http/limits/limits-table.ts';
import { findCredentials } from './account-repository.ts';
import { findMatchingHash } from '../passwords/passwords.ts';
import { browserSecrets, findKnownBrowser } from '../../sessions/known-browsers.ts';
import { requirePasswordAllowed } from '../../sessions/require-password-allowed.ts';

/** The wait before the first slowed guess of a minute; the next ones wait as much longer each. */
const STEP_MILLISECONDS = 250;

/** The response to a wrong password, and to a right one that has been changed meanwhile. */
export const wrongCredentials = () => malformed('Incorrect email or password');

/**
 * Returns the account of an address and its password.
 * @throws {Problem} 400 for a wrong pair, 403 for an unconfirmed address or one that
 * single sign-on is for, 429 for too many guesses.
 */
export async function verifyCredentials(
  c: ApiContext,
  database: Database,
  limits: RateLimits,
  input: LoginInput,
): Promise<VerifiedCredentials> {
  const { email_address: address, password } = input;
  const found = await limitGuesses(c, database, limits, address, async () => {
    const claims = await findCredentials(database, address);
    const hashes = claims.map(({ passwordHash }) => passwordHash);
    const claim = claims[await findMatchingHash(password, hashes)];
    await requirePasswordAllowed(c, database, address, claim?.accountId);
    if (claim === undefined) throw wrongCredentials();
    return claim;
  });
  if (!found.confirmed) throw forbidden(UNCONFIRMED_ADDRESS);
  return { ...found, addressKey: addressKey(address) };
}

/**
 * Runs `guess` within the limits. After 50 wrong guesses at an account from anywhere, each further one
 * waits, and few a minute are checked. A browser in which the owner has signed in has a limit of its own
 * instead, which no other client can use up.
 */
async function limitGuesses<T>(
  c: ApiContext,
  database: Database,
  limits: RateLimits,
  address: string,
  guess: () => Promise<T>,
): Promise<T> {
  const browser = await findKnownBrowser(database, address, browserSecrets(c));
  if (browser !== undefined) return limits.attempt([limitOf('login-browser', browser)], guess);
  const ofNetwork = networkLimits(c, addressKey(address));
  const anywhere = limitOf('login-anywhere', addressKey(address));
  try {
    return await limits.attempt([...ofNetwork, anywhere], guess);
  } catch (error) {
    if (!(error instanceof LimitReached) || error.limit !== anywhere) throw error;
  }
  const { limit, remaining } = await limits.takeOne(limitOf('login-slowed', addressKey(address)));
  await pause((limit.times - remaining) * STEP_MILLISECONDS);
  return limits.attempt(ofNetwork, guess);
}

/** Limits for wrong guesses from one network: at one account, by address or id, and at all accounts. */
export function networkLimits(c: ApiContext, target: string): Limit[] {
  const network = byNetwork(c);
  return [limitOf('login-account', network, target), limitOf('login-network', network)];
}
