import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import {
  exportJWK,
  generateKeyPair,
  SignJWT,
  UnsecuredJWT,
  type CryptoKey,
  type JWTPayload,
} from 'jose';

interface Key {
  kid: string;
  privateKey: CryptoKey;
  jwk: Record<string, unknown>;
}

/** Claims over the right ones; undefined for none. */
export type Lie = Record<string, unknown>;

/** What a sign-in at the provider was asked for. */
export interface Asked {
  redirectUri: string;
  state: string;
  nonce: string;
  challenge: string;
  parameters: URLSearchParams;
}

/** An OpenID Provider that lies in the way that a test wants. By default it tells the truth. */
export interface LyingProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The claims of the next ID tokens, over the right ones. */
  claims: Lie;
  /** Responds instead of the right endpoint, by its path. */
  instead: Record<string, (request: IncomingMessage, response: ServerResponse) => void>;
  /** Fields of the discovery document, over the right ones. */
  metadata: Record<string, unknown>;
  /** Returns the token that is sent instead of the right one. */
  tokenOf: (claims: JWTPayload) => Promise<string>;
  /** Paths that were requested. */
  requests: string[];
  /** Signs claims with the current key. */
  sign(claims: JWTPayload, header?: { kid?: string; typ?: string }): Promise<string>;
  /** Replaces the key, and forgets the old one. */
  rotate(): Promise<void>;
  /** Reads the request that a browser is sent here with. */
  read(url: string): Asked;
  /** Signs in, and returns the query with which the browser goes back. */
  signIn(url: string, more?: Record<string, string>): URLSearchParams;
  /** Tells the truth again. */
  reset(): void;
  close(): Promise<void>;
}

const ALG = 'ES256';

const json = (response: ServerResponse, body: unknown, status = 200) =>
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));

/** Starts a provider on the loopback address, whose people are who the test says. */
export async function startLyingProvider(): Promise<LyingProvider> {
  let count = 0;
  const newKey = async (): Promise<Key> => {
    const { privateKey, publicKey } = await generateKeyPair(ALG);
    const kid = `key-${(count += 1)}`;
    return { kid, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: ALG, use: 'sig' } };
  };
  let key = await newKey();
  const codes = new Map<string, Asked>();

  const truth = (asked: Asked): JWTPayload => {
    const now = Math.floor(Date.now() / 1000);
    return {
      iss: provider.issuer,
      aud: provider.clientId,
      sub: 'ada',
      email: 'ada@firm.example',
      email_verified: true,
      given_name: 'Ada',
      family_name: 'Byron',
      sid: 'session-1',
      nonce: asked.nonce,
      auth_time: now,
      iat: now,
      exp: now + 300,
      ...provider.claims,
    };
  };

  const endpoints: Record<string, (request: IncomingMessage, response: ServerResponse) => void> = {
    '/.well-known/openid-configuration': (_, response) =>
      json(response, {
        issuer: provider.issuer,
        authorization_endpoint: `${provider.issuer}/authorize`,
        token_endpoint: `${provider.issuer}/token`,
        jwks_uri: `${provider.issuer}/keys`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: [ALG, 'none', 'HS256'],
        authorization_response_iss_parameter_supported: true,
        backchannel_logout_supported: true,
        ...provider.metadata,
      }),
    '/keys': (_, response) => json(response, { keys: [key.jwk] }),
    '/token': (request, response) => {
      void (async () => {
        const parts: Buffer[] = [];
        for await (const part of request) parts.push(part as Buffer);
        const form = new URLSearchParams(Buffer.concat(parts).toString());
        const code = form.get('code') ?? '';
        const asked = codes.get(code);
        codes.delete(code);
        const digest = await crypto.subtle.digest(
          'SHA-256',
          new TextEncoder().encode(form.get('code_verifier') ?? ''),
        );
        const isProved = Buffer.from(digest).toString('base64url') === asked?.challenge;
        if (asked === undefined || !isProved || form.get('redirect_uri') !== asked.redirectUri) {
          json(response, { error: 'invalid_grant' }, 400);
          return;
        }
        json(response, {
          access_token: 'access',
          token_type: 'Bearer',
          id_token: await provider.tokenOf(truth(asked)),
        });
      })();
    },
  };

  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '', 'http://provider').pathname;
    provider.requests.push(path);
    const respond = provider.instead[path] ?? endpoints[path];
    if (respond === undefined) response.writeHead(404).end();
    else respond(request, response);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });

  const provider: LyingProvider = {
    issuer: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    clientId: 'carrel',
    clientSecret: 'a secret of the client',
    claims: {},
    instead: {},
    metadata: {},
    requests: [],
    tokenOf: (claims) => provider.sign(claims),
    sign: (claims, header = {}) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: ALG, kid: key.kid, ...header })
        .sign(key.privateKey),
    rotate: async () => {
      key = await newKey();
    },
    read: (url) => {
      const parameters = new URL(url).searchParams;
      const text = (name: string) => parameters.get(name) ?? '';
      return {
        redirectUri: text('redirect_uri'),
        state: text('state'),
        nonce: text('nonce'),
        challenge: text('code_challenge'),
        parameters,
      };
    },
    signIn: (url, more = {}) => {
      const asked = provider.read(url);
      const code = crypto.randomUUID();
      codes.set(code, asked);
      return new URLSearchParams({ code, state: asked.state, iss: provider.issuer, ...more });
    },
    reset: () => {
      provider.claims = {};
      provider.instead = {};
      provider.metadata = {};
      provider.requests.length = 0;
      provider.tokenOf = (claims) => provider.sign(claims);
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return provider;
}

/** A token that nobody signed. */
export const unsigned = (claims: JWTPayload) => new UnsecuredJWT(claims).encode();
