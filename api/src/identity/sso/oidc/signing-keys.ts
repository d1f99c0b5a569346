import { createLocalJWKSet, errors, jwtVerify } from 'jose';
import type { JSONWebKeySet, JWTPayload, JWTVerifyOptions } from 'jose';
import * as v from 'valibot';

import type { RateLimits } from '../../../platform/http/limits/rate-limit.ts';
import type { GuardedFetch } from '../../../platform/outgoing/guarded-fetch.ts';
import { limitOf } from '../../../platform/http/limits/limits-table.ts';
import { cachedReads } from './cached-reads.ts';

const CACHED_MILLISECONDS = 10 * 60 * 1000;
const PROVIDERS_MAX = 500;
/** Seconds by which the clocks of a provider and of this server may differ. */
export const CLOCK_TOLERANCE = 60;

/** Signatures that only the provider can make: none with the secret, which this server has too. */
export const SIGNATURES = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];

const keySetSchema = v.object({ keys: v.array(v.looseObject({ kty: v.string() })) });

export interface SigningKeys {
  /**
   * Returns the claims of a token that was signed with one of the keys at `uri`. A key that is not known is looked
   * up anew, since keys change.
   * @throws what jose throws, or {OutgoingError}.
   */
  verify(uri: string, token: string, options: JWTVerifyOptions): Promise<JWTPayload>;
}

/** `now` returns the time that tokens are compared with. */
export function createSigningKeys(
  guardedFetch: GuardedFetch,
  limits: RateLimits,
  now: () => Promise<Date>,
): SigningKeys {
  const cache = cachedReads<JSONWebKeySet>(PROVIDERS_MAX, CACHED_MILLISECONDS);
  const read = async (uri: string): Promise<JSONWebKeySet> => {
    const response = await guardedFetch(uri, { headers: { Accept: 'application/json' } });
    if (response.status !== 200) throw new Error(`The keys have the status ${response.status}`);
    return v.parse(keySetSchema, await response.json());
  };
  return {
    verify: async (uri, token, options) => {
      const attempt = async () => {
        const keys = createLocalJWKSet(await cache.get(uri, () => read(uri)));
        const { payload } = await jwtVerify(token, keys, {
          ...options,
          algorithms: SIGNATURES,
          clockTolerance: CLOCK_TOLERANCE,
          currentDate: await now(),
        });
        return payload;
      };
      try {
        return await attempt();
      } catch (error) {
        if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
        if (!(await limits.allows(limitOf('sso-keys', uri)))) throw error;
        cache.delete(uri);
        return attempt();
      }
    },
  };
}
