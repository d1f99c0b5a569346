import * as oidc from 'openid-client';

import type { GuardedFetch } from '../../../platform/outgoing/guarded-fetch.ts';
import { cachedReads } from './cached-reads.ts';

const CACHED_MILLISECONDS = 10 * 60 * 1000;
const PROVIDERS_MAX = 500;

/** The discovery document belongs to another issuer. */
export class OtherIssuer extends Error {
  override readonly name = 'OtherIssuer';
}

/** What a provider says about itself at its issuer. */
export interface ProviderMetadata {
  /** For ten minutes from memory. @throws {OtherIssuer} or what openid-client throws. */
  read(issuer: string, isPlainAllowed: boolean): Promise<oidc.ServerMetadata>;
  /** The same, from the provider. */
  readAnew(issuer: string, isPlainAllowed: boolean): Promise<oidc.ServerMetadata>;
}

export function createProviderMetadata(guardedFetch: GuardedFetch): ProviderMetadata {
  const cache = cachedReads<oidc.ServerMetadata>(PROVIDERS_MAX, CACHED_MILLISECONDS);
  const discover = async (issuer: string, isPlainAllowed: boolean) => {
    const configuration = await oidc.discovery(new URL(issuer), 'carrel', undefined, undefined, {
      [oidc.customFetch]: guardedFetch,
      // eslint-disable-next-line typescript/no-deprecated
      ...(isPlainAllowed && { execute: [oidc.allowInsecureRequests] }),
    });
    const metadata = configuration.serverMetadata();
    // The library accepts a template here, of providers that many organizations share.
    if (new URL(metadata.issuer).href !== new URL(issuer).href) throw new OtherIssuer();
    return metadata;
  };
  return {
    read: (issuer, isPlainAllowed) => cache.get(issuer, () => discover(issuer, isPlainAllowed)),
    readAnew: (issuer, isPlainAllowed) => {
      cache.delete(issuer);
      return cache.get(issuer, () => discover(issuer, isPlainAllowed));
    },
  };
}
