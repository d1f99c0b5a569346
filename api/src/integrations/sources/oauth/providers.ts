import type { OAuthKindName } from '@carrel/shared/contract/sources';

/** A service where people connect a source by signing in (RFC 6749, 4.1). */
export interface OAuthProvider {
  authorizeUrl: string;
  tokenUrl: string;
  scopes: readonly string[];
  /** Parameters of the page where people sign in. */
  parameters: Readonly<Record<string, string>>;
  /** Whether it takes a challenge (RFC 7636). */
  hasChallenge: boolean;
  /** How the client's secret and the request are sent. */
  request: 'form' | 'json' | 'json-basic';
  /** A scope that people can leave out, without which nothing can be read. */
  neededScope?: string;
  /** Whether access ends without a token to renew it with. */
  needsRefreshToken: boolean;
  /** Where the account is named; in the id token of the response by default. */
  accountUrl?: string;
}

/** By the kind of source. Addresses and parameters are those that the providers publish. */
export const OAUTH_PROVIDERS: Readonly<Record<OAuthKindName, OAuthProvider>> = {
  'google-drive': {
    authorizeUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
    tokenUrl: 'https://oauth2.googleapis.com/token',
    scopes: ['openid', 'email', 'https://www.googleapis.com/auth/drive.readonly'],
    // Without a new consent, a second connection of the same account gets no refresh token.
    parameters: { access_type: 'offline', prompt: 'consent' },
    hasChallenge: true,
    request: 'form',
    neededScope: 'https://www.googleapis.com/auth/drive.readonly',
    needsRefreshToken: true,
  },
  microsoft: {
    authorizeUrl: 'https://login.microsoftonline.com/common/oauth2/v2.0/authorize',
    tokenUrl: 'https://login.microsoftonline.com/common/oauth2/v2.0/token',
    scopes: ['openid', 'email', 'profile', 'offline_access', 'Files.Read.All', 'Sites.Read.All'],
    parameters: { prompt: 'select_account' },
    hasChallenge: true,
    request: 'form',
    needsRefreshToken: true,
  },
  confluence: {
    authorizeUrl: 'https://auth.atlassian.com/authorize',
    tokenUrl: 'https://auth.atlassian.com/oauth/token',
    scopes: [
      'offline_access',
      'read:me',
      'read:space:confluence',
      'read:page:confluence',
      'read:folder:confluence',
      'read:content.restriction:confluence',
      'read:attachment:confluence',
      'readonly:content.attachment:confluence',
    ],
    parameters: { audience: 'api.atlassian.com', prompt: 'consent' },
    hasChallenge: false,
    request: 'json',
    needsRefreshToken: true,
    accountUrl: 'https://api.atlassian.com/me',
  },
  notion: {
    authorizeUrl: 'https://api.notion.com/v1/oauth/authorize',
    tokenUrl: 'https://api.notion.com/v1/oauth/token',
    // What is shared is chosen on the page itself.
    scopes: [],
    parameters: { owner: 'user' },
    hasChallenge: false,
    request: 'json-basic',
    needsRefreshToken: false,
  },
};
