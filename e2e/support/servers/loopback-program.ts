import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import type {
  OAuthClientProvider,
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from '@modelcontextprotocol/client';

/** A program on the person's computer, which listens there for its code, and keeps in memory what it is told. */
export class LoopbackProgram implements OAuthClientProvider {
  readonly clientMetadata;
  readonly redirectUrl: string;
  /** What the person's browser came back with. */
  readonly returned: Promise<URLSearchParams>;
  authorizationUrl = '';
  readonly #server: Server;
  #client: StoredOAuthClientInformation | undefined;
  #tokens: StoredOAuthTokens | undefined;
  #verifier = '';
  #discovery: OAuthDiscoveryState | undefined;

  private constructor(name: string, server: Server) {
    const { port } = server.address() as AddressInfo;
    this.redirectUrl = `http://127.0.0.1:${port}/callback`;
    this.clientMetadata = { client_name: name, redirect_uris: [this.redirectUrl] };
    this.#server = server;
    const { promise, resolve } = Promise.withResolvers<URLSearchParams>();
    this.returned = promise;
    server.on('request', (request, response) => {
      response.end('You can close this page.');
      const url = new URL(request.url ?? '/', this.redirectUrl);
      if (url.pathname === '/callback') resolve(url.searchParams);
    });
  }

  static async start(name: string): Promise<LoopbackProgram> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new LoopbackProgram(name, server);
  }

  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  state = () => 'a state with & and =';
  clientInformation = () => this.#client;
  saveClientInformation = (client: StoredOAuthClientInformation) => {
    this.#client = client;
  };
  tokens = () => this.#tokens;
  saveTokens = (tokens: StoredOAuthTokens) => {
    this.#tokens = tokens;
  };
  invalidateCredentials = () => {
    this.#tokens = undefined;
  };
  redirectToAuthorization = ({ href }: URL) => {
    this.authorizationUrl = href;
  };
  saveCodeVerifier = (verifier: string) => {
    this.#verifier = verifier;
  };
  codeVerifier = () => this.#verifier;
  saveDiscoveryState = (state: OAuthDiscoveryState) => {
    this.#discovery = state;
  };
  discoveryState = () => this.#discovery;
}
