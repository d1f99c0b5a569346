import { createdSchema, documentListSchema } from '@carrel/shared/contract';
import type { StatusCounts, UpdateDatasetInput, UploadOptions } from '@carrel/shared/contract';
import { apiPaths } from '@carrel/shared/paths';
import { expect } from '@playwright/test';
import type { APIRequestContext, APIResponse } from '@playwright/test';
import { parse } from 'valibot';

import { PROCESSING_MS } from './journey.ts';
import { buildZip } from './build-zip.ts';
import type { ZipEntry } from './build-zip.ts';
import type { ServerProcess } from './servers/server.ts';

const OPTIONS: UploadOptions = { sync: true, delete_orphans: false, purge_on_completion: true };

/** Seeds an organization's datasets through the API. */
export class DatasetFixture {
  readonly #request: APIRequestContext;
  readonly #server: ServerProcess;
  readonly organizationId: string;

  private constructor(request: APIRequestContext, server: ServerProcess, organizationId: string) {
    this.#request = request;
    this.#server = server;
    this.organizationId = organizationId;
  }

  /** Creates an organization for the signed-in user. */
  static async create(
    request: APIRequestContext,
    server: ServerProcess,
    name = 'Observatory',
  ): Promise<DatasetFixture> {
    const response = await request.post(`${server.url}/${apiPaths.organizations()}`, {
      data: { name },
    });
    return new DatasetFixture(request, server, parse(createdSchema, await response.json()).id);
  }

  createDataset(name: string): Promise<string> {
    return this.#create(apiPaths.datasets(), { name });
  }

  createWorkspace(name: string): Promise<string> {
    return this.#create(apiPaths.workspaces(), { name });
  }

  async change(datasetId: string, input: UpdateDatasetInput): Promise<void> {
    const response = await this.#request.patch(
      `${this.#server.url}/${apiPaths.dataset(datasetId)}`,
      {
        data: input,
        headers: this.#headers,
      },
    );
    expect(response.status()).toBe(204);
  }

  async attach(workspaceId: string, datasetId: string): Promise<void> {
    const path = apiPaths.workspaceDataset(workspaceId, datasetId);
    const response = await this.#request.put(`${this.#server.url}/${path}`, {
      headers: this.#headers,
    });
    expect(response.status()).toBe(204);
  }

  /** Sends a zip of these files, whatever the server says of it. */
  upload(datasetId: string, entries: readonly ZipEntry[]): Promise<APIResponse> {
    const path = apiPaths.archiveUpload(datasetId, OPTIONS);
    return this.#request.post(`${this.#server.url}/${path}`, {
      data: buildZip(entries),
      headers: {
        ...this.#headers,
        'Content-Type': 'application/zip',
        'X-Filename': 'library.zip',
      },
    });
  }

  /** Uploads a zip of these files and waits until all are processed. */
  async fill(datasetId: string, entries: readonly ZipEntry[]): Promise<void> {
    const response = await this.upload(datasetId, entries);
    expect(response.status()).toBe(201);
    await expect
      .poll(
        async () => {
          const { total, ingested, partitioned, chunked } = await this.#counts(datasetId);
          return total >= entries.length && ingested + partitioned + chunked === 0;
        },
        // A busy machine starts its workers slowly.
        { timeout: PROCESSING_MS },
      )
      .toBe(true);
  }

  /** Sends a request of the organization that changes something. */
  async post(path: string, data: object): Promise<void> {
    const headers = this.#headers;
    const response = await this.#request.post(`${this.#server.url}/${path}`, { data, headers });
    expect(response.ok(), await response.text()).toBe(true);
  }

  get #headers(): { 'X-Organization-Id': string } {
    return { 'X-Organization-Id': this.organizationId };
  }

  async #create(path: string, data: object): Promise<string> {
    const headers = this.#headers;
    const response = await this.#request.post(`${this.#server.url}/${path}`, { data, headers });
    expect(response.status()).toBe(201);
    return parse(createdSchema, await response.json()).id;
  }

  async #counts(datasetId: string): Promise<StatusCounts> {
    const response = await this.#request.get(
      `${this.#server.url}/${apiPaths.documents(datasetId, { limit: 1 })}`,
      { headers: this.#headers },
    );
    return parse(documentListSchema, await response.json()).status_counts;
  }
}
