import { createdSchema, documentListSchema } from '@carrel/shared/contract';
import type { StatusCounts, UploadOptions } from '@carrel/shared/contract';
import { apiPaths } from '@carrel/shared/paths';
import { expect } from '@playwright/test';
import type { APIRequestContext } from '@playwright/test';
import { parse } from 'valibot';

import { buildZip } from './build-zip.ts';
import type { ZipEntry } from './build-zip.ts';
import type { ServerProcess } from './server.ts';

const OPTIONS: UploadOptions = { sync: true, delete_orphans: false, purge_on_completion: true };

/** What a person has on a server, written and read without a screen. */
export class Library {
  readonly #request: APIRequestContext;
  readonly #server: ServerProcess;
  readonly #organizationId: string;

  private constructor(request: APIRequestContext, server: ServerProcess, organizationId: string) {
    this.#request = request;
    this.#server = server;
    this.#organizationId = organizationId;
  }

  /** Founds an organization for the person who is signed in. */
  static async found(request: APIRequestContext, server: ServerProcess): Promise<Library> {
    const answer = await request.post(`${server.url}/${apiPaths.organizations()}`, {
      data: { name: 'Observatory' },
    });
    return new Library(request, server, parse(createdSchema, await answer.json()).id);
  }

  createDataset(name: string): Promise<string> {
    return this.#create(apiPaths.datasets(), { name });
  }

  createWorkspace(name: string): Promise<string> {
    return this.#create(apiPaths.workspaces(), { name });
  }

  /** Uploads a zip of these files and waits until all of them have ended. */
  async fill(datasetId: string, entries: readonly ZipEntry[]): Promise<void> {
    const path = apiPaths.archiveUpload(datasetId, OPTIONS);
    const answer = await this.#request.post(`${this.#server.url}/${path}`, {
      data: buildZip(entries),
      headers: {
        ...this.#headers,
        'Content-Type': 'application/zip',
        'X-Filename': 'library.zip',
      },
    });
    expect(answer.status()).toBe(201);
    await expect
      .poll(
        async () => {
          const { total, ingested, partitioned, chunked } = await this.#counts(datasetId);
          return total >= entries.length && ingested + partitioned + chunked === 0;
        },
        // A busy machine takes its time to start its workers.
        { timeout: 60_000 },
      )
      .toBe(true);
  }

  get #headers(): { 'X-Organization-Id': string } {
    return { 'X-Organization-Id': this.#organizationId };
  }

  async #create(path: string, data: object): Promise<string> {
    const headers = this.#headers;
    const answer = await this.#request.post(`${this.#server.url}/${path}`, { data, headers });
    expect(answer.status()).toBe(201);
    return parse(createdSchema, await answer.json()).id;
  }

  async #counts(datasetId: string): Promise<StatusCounts> {
    const answer = await this.#request.get(
      `${this.#server.url}/${apiPaths.documents(datasetId, { limit: 1 })}`,
      { headers: this.#headers },
    );
    return parse(documentListSchema, await answer.json()).status_counts;
  }
}
