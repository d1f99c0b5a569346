import { createdSchema } from '@carrel/shared/contract';
import { apiPaths } from '@carrel/shared/paths';
import { parse } from 'valibot';

import { ada } from '../../support/journey.ts';
import type { ServerProcess } from '../../support/server.ts';

/** A signed-in caller of the API with an organization of its own. */
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

  /** Makes every later call in another organization. */
  enter(organizationId: string): void {
    this.#organizationId = organizationId;
  }

  /** Makes a call and throws on any answer but 2xx. */
  async call(method: string, path: string, json?: unknown): Promise<Response> {
    return this.send(method, path, json === undefined ? undefined : JSON.stringify(json), {
      'Content-Type': 'application/json',
    });
  }

  /** What tells the server who calls. */
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
    const answer = await fetch(`${this.#server.url}/${path}`, {
      method,
      ...(body !== undefined && { body }),
      headers: {
        ...headers,
        ...this.headers,
      },
    });
    const set = answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');
    if (set.length > 0) this.#cookies = set.join('; ');
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer;
  }

  post(path: string, json: unknown): Promise<Response> {
    return this.call('POST', path, json);
  }

  /** Creates what has a name, and answers with its id. */
  async create(path: string, name: string): Promise<string> {
    const answer = await this.post(path, { name });
    return parse(createdSchema, await answer.json()).id;
  }
}
