import { createHash } from 'node:crypto';

import { registrySchema } from '@carrel/shared/releases';
import type { RemoteRelease } from '@carrel/shared/releases';
import type { APIRequestContext, Page, Route } from '@playwright/test';
import { parse } from 'valibot';

import type { Part, RemoteFault } from './remote-faults.ts';

/** The files that a remote's first screen needs, as they were built. */
export interface RemoteFiles {
  url: Record<Part, string>;
  code: Record<Part, string>;
  /** The entry as it is written in the registry. */
  named: string;
}

/** Returns the files of each remote in a server's registry. */
export async function filesOfRemotes(
  request: APIRequestContext,
  origin: string,
): Promise<ReadonlyMap<string, RemoteFiles>> {
  const read = async (url: string) => (await request.get(origin + url)).text();
  const { remotes } = parse(registrySchema, JSON.parse(await read('/registry.json')));
  const filesOf = async ({ entry, chunks }: RemoteRelease): Promise<RemoteFiles> => {
    const chunk = chunks['./routes']?.[0];
    if (chunk === undefined) throw new Error(`${entry} has no chunk of screens.`);
    const code = { entry: await read(entry), chunk: await read(chunk) };
    return { url: { entry, chunk }, code, named: `"entry":${JSON.stringify(entry)}` };
  };
  const each = Object.entries(remotes).map(
    async ([name, release]) => [name, await filesOf(release)] as const,
  );
  return new Map(await Promise.all(each));
}

const integrityOf = (code: string) =>
  `sha384-${createHash('sha384').update(code).digest('base64')}`;

/**
 * Serves one remote's files to one page, with a fault in one of them at a time until it is healed. A
 * query in the URL, as a retry has it, is ignored.
 */
export class BrokenRemote {
  readonly #files: RemoteFiles;
  readonly #fault: RemoteFault;
  /** What is served: the real code, and the code with the fault. */
  readonly #real: Record<Part, string>;
  readonly #faulty: Record<Part, string>;
  #faultyPart: Part | undefined;
  #healed = false;

  constructor(files: RemoteFiles, fault: RemoteFault) {
    const { released = false, code = (real) => real } = fault;
    const chunk = code(files.code.chunk);
    // The entry contains the integrity of the chunk; both hashes are allowed.
    const entry = released ? withBoth(files.code.entry, files.code.chunk, chunk) : files.code.entry;
    this.#files = files;
    this.#fault = fault;
    this.#real = { entry, chunk: files.code.chunk };
    this.#faulty = { entry: code(entry), chunk };
  }

  /** Intercepts the page's requests for the remote's files. */
  async intercept(page: Page): Promise<void> {
    for (const part of ['entry', 'chunk'] as const) {
      const { [part]: url } = this.#files.url;
      await page.route(
        ({ pathname }) => pathname === url,
        (route) => this.#serve(part, route),
      );
    }
    if (this.#fault.entry === undefined && this.#fault.released !== true) return;
    await page.route(
      ({ pathname }) => !/^\/(?:api|assets|shell|remotes)\//.test(pathname),
      async (route) => {
        // The server may close a kept-alive connection just as it is reused.
        const response = await route.fetch({ maxRetries: 3 });
        await route.fulfill({ response, body: this.#rewrite(await response.text()) });
      },
    );
  }

  /** Puts the fault into this file only, from now on. */
  break(part: Part | undefined): void {
    this.#faultyPart = part;
  }

  /** Serves the real files from now on. */
  heal(): void {
    this.#faultyPart = undefined;
    this.#healed = true;
  }

  #serve(part: Part, route: Route): Promise<void> | void {
    const isFaulty = this.#faultyPart === part;
    if (isFaulty && this.#fault.respond !== undefined) return this.#fault.respond(route);
    const body = isFaulty ? this.#faulty[part] : this.#real[part];
    return route.fulfill({ contentType: 'text/javascript; charset=utf-8', body });
  }

  /** Rewrites the registry's text, which the page contains too. */
  #rewrite(text: string): string {
    const { entry: misnamed, released = false } = this.#fault;
    const { named, code } = this.#files;
    if (misnamed !== undefined && !this.#healed) {
      return text.replaceAll(named, `"entry":${JSON.stringify(misnamed)}`);
    }
    if (!released) return text;
    const both = withBoth(text, code.chunk, this.#faulty.chunk);
    return withBoth(both, code.entry, this.#real.entry, this.#faulty.entry);
  }
}

/** Adds the integrity of other code beside that of the real code. */
function withBoth(text: string, real: string, ...others: readonly string[]): string {
  return text.replaceAll(
    integrityOf(real),
    [real, ...others].map((code) => integrityOf(code)).join(' '),
  );
}
