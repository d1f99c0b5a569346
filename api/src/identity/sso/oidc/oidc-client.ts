import * as oidc from 'openid-client';

import { encryptionOf } from '../../../platform/access/secrets/encryption.ts';
import type { Dependencies } from '../../../platform/dependencies.ts';
import { databaseTime } from '../../../platform/database/database-clock.ts';
import { RateLimits } from '../../../platform/http/limits/rate-limit.ts';
import { createAddressPolicy } from '../../../platform/outgoing/address-policy.ts';
import { createGuardedFetch } from '../../../platform/outgoing/guarded-fetch.ts';
import type { ProviderRow } from '../provider-repository.ts';
import { claimOf, identityOf, type VerifiedIdentity } from './identity-claims.ts';
import { isPlain } from './issuer.ts';
import { createProviderMetadata } from './provider-metadata.ts';
import { CLOCK_TOLERANCE, createSigningKeys, type SigningKeys } from './signing-keys.ts';

const TIMEOUT_MILLISECONDS = 8000;
const BYTES_MAX = 512 * 1024;
/** Seconds since a provider issued the token of a sign-in. */
const TOKEN_AGE = 600;

/** What a sign-in is protected by, from its beginning to its end. */
export interface SignInSecrets {
  state: string;
  nonce: string;
  codeVerifier: string;
}

interface SignInRequest extends SignInSecrets {
  redirectUri: string;
  loginHint: string | undefined;
  /** Whether people authenticate again although the provider knows them. */
  again: boolean;
}

/** OpenID Connect with the providers of organizations. */
export interface OidcClient {
  /** Returns what a provider says about itself now. */
  discover(issuer: string): Promise<oidc.ServerMetadata>;
  /** Returns the URL at which a person signs in. */
  authorizationUrl(provider: ProviderRow, request: SignInRequest): Promise<URL>;
  /** Returns who signed in. @throws for anything that is not as it has to be. */
  exchangeCode(
    provider: ProviderRow,
    callback: URL,
    secrets: SignInSecrets,
  ): Promise<VerifiedIdentity>;
  /** Verifies the signature, issuer and audience of another token. */
  verifyToken(
    provider: ProviderRow,
    token: string,
    options: Parameters<SigningKeys['verify']>[2],
  ): ReturnType<SigningKeys['verify']>;
}

export const newSignInSecrets = (): SignInSecrets => ({
  state: oidc.randomState(),
  nonce: oidc.randomNonce(),
  codeVerifier: oidc.randomPKCECodeVerifier(),
});

/** The context of an encrypted client secret. */
export const secretContext = (organizationId: string) => `identity-provider ${organizationId}`;

export function createOidcClient({ database, settings }: Dependencies): OidcClient {
  const guardedFetch = createGuardedFetch({
    policy: createAddressPolicy({ privateNetworks: settings.webhookNetworks }),
    timeoutMilliseconds: TIMEOUT_MILLISECONDS,
    bytesMax: BYTES_MAX,
  });
  const metadata = createProviderMetadata(guardedFetch);
  const keys = createSigningKeys(guardedFetch, new RateLimits(database), () =>
    databaseTime(database),
  );
  const encryption = encryptionOf(database, settings);
  const plain = (issuer: string) => isPlain(issuer, settings.publicUrl);

  const configure = async (provider: ProviderRow): Promise<oidc.Configuration> => {
    const { issuer, clientId, clientSecret, organizationId } = provider;
    const server = await metadata.read(issuer, plain(issuer));
    const secret = await encryption.decrypt(clientSecret, secretContext(organizationId));
    const configuration = new oidc.Configuration(
      server,
      clientId,
      {
        client_secret: secret,
        [oidc.clockTolerance]: CLOCK_TOLERANCE,
        [oidc.clockSkew]: ((await databaseTime(database)).getTime() - Date.now()) / 1000,
      },
      authenticationOf(server, secret),
    );
    configuration[oidc.customFetch] = guardedFetch;
    configuration.timeout = TIMEOUT_MILLISECONDS / 1000;
    // eslint-disable-next-line typescript/no-deprecated
    if (plain(issuer)) oidc.allowInsecureRequests(configuration);
    return configuration;
  };

  const verifyToken: OidcClient['verifyToken'] = async (provider, token, options) => {
    const server = await metadata.read(provider.issuer, plain(provider.issuer));
    if (server.jwks_uri === undefined) throw new Error('The provider names no keys');
    const { issuer } = server;
    return keys.verify(server.jwks_uri, token, { ...options, issuer, audience: provider.clientId });
  };

  return {
    discover: (issuer) => metadata.readAnew(issuer, plain(issuer)),

    authorizationUrl: async (provider, request) => {
      const configuration = await configure(provider);
      return oidc.buildAuthorizationUrl(configuration, {
        redirect_uri: request.redirectUri,
        scope: 'openid email profile',
        state: request.state,
        nonce: request.nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(request.codeVerifier),
        code_challenge_method: 'S256',
        ...(request.loginHint !== undefined && { login_hint: request.loginHint }),
        ...(request.again && { max_age: '0', prompt: 'login' }),
      });
    },

    exchangeCode: async (provider, callback, { state, nonce, codeVerifier }) => {
      const configuration = await configure(provider);
      const tokens = await oidc.authorizationCodeGrant(configuration, callback, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: codeVerifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (tokens.id_token === undefined || claims === undefined) throw new Error('No ID token');
      // The library leaves the signature to TLS.
      await verifyToken(provider, tokens.id_token, { maxTokenAge: TOKEN_AGE });
      const isComplete =
        typeof claims['email'] === 'string' &&
        (provider.roleClaim === null || claimOf(claims, provider.roleClaim) !== undefined);
      const { userinfo_endpoint: endpoint } = configuration.serverMetadata();
      const more =
        isComplete || endpoint === undefined
          ? {}
          : await oidc.fetchUserInfo(configuration, tokens.access_token, claims.sub);
      return identityOf(claims, more);
    },

    verifyToken,
  };
}

/** By the method that a provider names; where it names none, by the one of the specification. */
function authenticationOf(server: oidc.ServerMetadata, secret: string): oidc.ClientAuth {
  const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  return methods.includes('client_secret_basic') || !methods.includes('client_secret_post')
    ? oidc.ClientSecretBasic(secret)
    : oidc.ClientSecretPost(secret);
}
