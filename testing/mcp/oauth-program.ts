import type {
  OAuthClientMetadata,
  OAuthClientProvider,
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from '@modelcontextprotocol/client';

import { readJson, type Member } from '../server-fixture.ts';

export const REDIRECT_URI = 'http://127.0.0.1:4711/callback';

/** A program of the official client package that keeps in memory what it is told. */
export class OAuthProgram implements OAuthClientProvider {
  readonly clientMetadata: OAuthClientMetadata;
  readonly redirectUrl: string;
  authorizationUrl: URL | undefined;
  #client: StoredOAuthClientInformation | undefined;
  #tokens: StoredOAuthTokens | undefined;
  #verifier = '';
  #discovery: OAuthDiscoveryState | undefined;

  constructor({ name = 'Assistant', redirectUri = REDIRECT_URI } = {}) {
    this.redirectUrl = redirectUri;
    this.clientMetadata = { client_name: name, redirect_uris: [redirectUri] };
  }

  state = () => 'state of the program';
  clientInformation = () => this.#client;
  saveClientInformation = (client: StoredOAuthClientInformation) => {
    this.#client = client;
  };
  tokens = () => this.#tokens;
  saveTokens = (tokens: StoredOAuthTokens) => {
    this.#tokens = tokens;
  };
  redirectToAuthorization = (url: URL) => {
    this.authorizationUrl = url;
  };
  saveCodeVerifier = (verifier: string) => {
    this.#verifier = verifier;
  };
  codeVerifier = () => this.#verifier;
  saveDiscoveryState = (state: OAuthDiscoveryState) => {
    this.#discovery = state;
  };
  discoveryState = () => this.#discovery;

  /** What the program asks for in the address that it sent its person to. */
  get request(): Record<string, string> {
    return Object.fromEntries(this.authorizationUrl?.searchParams ?? []);
  }
}

/** Decides as the console does, and returns where the person's browser goes then. */
export async function decide(
  person: Pick<Member, 'call'>,
  request: Record<string, string>,
  approved = true,
): Promise<URL> {
  const query = new URLSearchParams(request).toString();
  const asked = await person.call('GET', `/accounts/grants/requested?${query}`);
  const { organization, workspace } = await readJson<{
    organization: { id: string };
    workspace: { id: string };
  }>(asked);
  const decided = await person.call('POST', `/workspaces/${workspace.id}/grants`, {
    organizationId: organization.id,
    json: { ...request, approved },
  });
  return new URL((await readJson<{ redirect_url: string }>(decided)).redirect_url);
}
