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
  /** The entry as the registry names it. */
  named: string;
}

/** Reads from a server the files of each remote that its registry names. */
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
 * One remote's real files on their way to one page, where a fault strikes one of them at a time until
 * it is healed. A retry may ask for them with a query, which makes no difference here.
 */
export class BrokenRemote {
  readonly #files: RemoteFiles;
  readonly #fault: RemoteFault;
  /** What is served, the struck code beside the real one. */
  readonly #real: Record<Part, string>;
  readonly #struck: Record<Part, string>;
  #part: Part | undefined;
  #healed = false;

  constructor(files: RemoteFiles, fault: RemoteFault) {
    const { released = false, code = (real) => real } = fault;
    const chunk = code(files.code.chunk);
    // The entry knows the integrity of the chunk, and is told that either is right.
    const entry = released ? withBoth(files.code.entry, files.code.chunk, chunk) : files.code.entry;
    this.#files = files;
    this.#fault = fault;
    this.#real = { entry, chunk: files.code.chunk };
    this.#struck = { entry: code(entry), chunk };
  }

  /** Stands between the server and a page. */
  async standBefore(page: Page): Promise<void> {
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
        // A connection that was kept may be closed by the server as it is used again.
        const response = await route.fetch({ maxRetries: 3 });
        await route.fulfill({ response, body: this.#say(await response.text()) });
      },
    );
  }

  /** Makes the fault strike a file from now on, and no other one. */
  strike(part: Part | undefined): void {
    this.#part = part;
  }

  /** Lets everything through from now on. */
  heal(): void {
    this.#part = undefined;
    this.#healed = true;
  }

  #serve(part: Part, route: Route): Promise<void> | void {
    const strikes = this.#part === part;
    if (strikes && this.#fault.answer !== undefined) return this.#fault.answer(route);
    const body = strikes ? this.#struck[part] : this.#real[part];
    return route.fulfill({ contentType: 'text/javascript; charset=utf-8', body });
  }

  /** What the page and the registry say, which is the same text in both. */
  #say(text: string): string {
    const { entry: misnamed, released = false } = this.#fault;
    const { named, code } = this.#files;
    if (misnamed !== undefined && !this.#healed) {
      return text.replaceAll(named, `"entry":${JSON.stringify(misnamed)}`);
    }
    if (!released) return text;
    const both = withBoth(text, code.chunk, this.#struck.chunk);
    return withBoth(both, code.entry, this.#real.entry, this.#struck.entry);
  }
}

/** Names the integrity of other code beside that of the real one. */
function withBoth(text: string, real: string, ...others: readonly string[]): string {
  return text.replaceAll(
    integrityOf(real),
    [real, ...others].map((code) => integrityOf(code)).join(' '),
  );
}
