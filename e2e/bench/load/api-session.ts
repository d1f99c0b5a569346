import { createdSchema } from '@carrel/shared/contract';
import { apiPaths } from '@carrel/shared/paths';
import { parse } from 'valibot';

import { ada } from '../../support/journey.ts';
import type { ServerProcess } from '../../support/servers/server.ts';

/** A signed-in API client with its own organization. */
export class ApiSession {
  readonly #server: ServerProcess;
  #cookies = '';
  #organizationId: string | undefined;

  private constructor(server: ServerProcess) {
    this.#server = server;
  }

  /** Registers, confirms, signs in, and creates an organization. */
  static async open(server: ServerProcess): Promise<ApiSession> {
    const session = new ApiSession(server);
    const { email: email_address, password } = ada;
    await session.post(apiPaths.register(), {
      first_name: ada.firstName,
      last_name: ada.lastName,
      email_address,
      password,
    });
    await session.call('PUT', apiPaths.confirmEmail(), { token: await session.#mailedToken() });
    await session.post(apiPaths.login(), { email_address, password });
    session.#organizationId = await session.create(apiPaths.organizations(), 'Bench');
    return session;
  }

  async #mailedToken(): Promise<string> {
    for (;;) {
      const path = await this.#server.mailedPath(ada.email);
      if (path !== undefined) return path.split('/').at(-1) ?? '';
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  /** Returns the same session for another organization. */
  inOrganization(organizationId: string): ApiSession {
    const session = new ApiSession(this.#server);
    session.#cookies = this.#cookies;
    session.#organizationId = organizationId;
    return session;
  }

  /** Sends every later request for another organization. */
  selectOrganization(organizationId: string): void {
    this.#organizationId = organizationId;
  }

  /** Sends a request and throws on any response but 2xx. */
  async call(method: string, path: string, json?: unknown): Promise<Response> {
    return this.send(method, path, json === undefined ? undefined : JSON.stringify(json), {
      'Content-Type': 'application/json',
    });
  }

  /** The headers of the session and the organization. */
  get headers(): Record<string, string> {
    return {
      Cookie: this.#cookies,
      ...(this.#organizationId !== undefined && { 'X-Organization-Id': this.#organizationId }),
    };
  }

  async send(
    method: string,
    path: string,
    body: BodyInit | undefined,
    headers: Record<string, string>,
  ): Promise<Response> {
    const response = await fetch(`${this.#server.url}/${path}`, {
      method,
      ...(body !== undefined && { body }),
      headers: {
        ...headers,
        ...this.headers,
      },
    });
    const set = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');
    if (set.length > 0) this.#cookies = set.join('; ');
    if (!response.ok)
      throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response;
  }

  post(path: string, json: unknown): Promise<Response> {
    return this.call('POST', path, json);
  }

  /** Creates an object with a name, and returns its id. */
  async create(path: string, name: string): Promise<string> {
    const response = await this.post(path, { name });
    return parse(createdSchema, await response.json()).id;
  }
}
