import {
  archiveListSchema,
  archiveReceiptSchema,
  currentUserSchema,
  datasetListSchema,
  datasetProgressSchema,
  foundDocumentsSchema,
  MANIFEST_LIMIT_MAX,
  manifestSchema,
  RECEIPT_LIMIT_MAX,
} from '@carrel/shared/contract';
import type { Archive, ArchiveReceipt, FoundDocument } from '@carrel/shared/contract';
import type { Present } from '@carrel/shared/packing';
import { apiPaths } from '@carrel/shared/paths';

import { ApiFailure } from '../api/api-client.ts';
import type { ApiClient } from '../api/api-client.ts';
import { EXIT, Failure, usageFailure } from '../exit-codes.ts';
import { printable } from '../terminal/printable.ts';

/** A dataset that commands read and write. */
export interface DatasetPlace {
  id: string;
  name: string;
  organizationId: string;
}

/** Finds a dataset by its id, or by its exact name. */
export async function findDataset(
  client: ApiClient,
  organizationId: string,
  wanted: string,
): Promise<DatasetPlace> {
  const call = { path: apiPaths.datasets(), organizationId };
  const { datasets } = await client.json(datasetListSchema, call);
  const byId = datasets.find(({ id }) => id === wanted.toLowerCase());
  const found = byId === undefined ? datasets.filter(({ name }) => name === wanted) : [byId];
  const [dataset] = found;
  if (dataset === undefined) {
    throw new Failure(
      `There is no dataset "${printable(wanted)}" in this organization. Run: carrel datasets`,
    );
  }
  if (found.length > 1) {
    const ids = found.map(({ id }) => `  ${id}`).join('\n');
    throw usageFailure(
      `${found.length} datasets are called "${printable(wanted)}". Name one by its id:\n${ids}`,
    );
  }
  return { id: dataset.id, name: dataset.name, organizationId };
}

/** Returns the documents of a dataset, for a plan. */
export async function readManifest(
  client: ApiClient,
  { id, organizationId }: DatasetPlace,
): Promise<Present> {
  const documents: { path: string; size: number; crc32: number | null }[] = [];
  let cursor: string | undefined;
  for (;;) {
    const path = apiPaths.manifest(id, {
      limit: MANIFEST_LIMIT_MAX,
      ...(cursor === undefined ? {} : { cursor }),
    });
    const page = await client.json(manifestSchema, { path, organizationId });
    documents.push(...page.documents);
    if (typeof page.next_cursor !== 'string') {
      const isPartialKnown = page.partial_archives === true;
      return { documents, limits: page.limits, isPartialKnown };
    }
    cursor = page.next_cursor;
  }
}

/** Returns an archive of the history. */
export async function findArchive(
  client: ApiClient,
  { id, organizationId }: DatasetPlace,
  archiveId: string,
): Promise<Archive> {
  const call = { path: apiPaths.archives(id), organizationId };
  const { archives } = await client.json(archiveListSchema, call);
  const archive = archives.find((each) => each.id === archiveId);
  if (archive === undefined) throw new Failure('The archive was deleted before it was merged.');
  return archive;
}

/** Returns what an archive did to each path. */
export async function readReceipt(
  client: ApiClient,
  { id, organizationId }: DatasetPlace,
  archiveId: string,
): Promise<Pick<ArchiveReceipt, 'counts' | 'entries'>> {
  const entries: ArchiveReceipt['entries'] = [];
  let cursor: string | undefined;
  for (;;) {
    const path = apiPaths.archiveEntries(id, archiveId, {
      limit: RECEIPT_LIMIT_MAX,
      ...(cursor === undefined ? {} : { cursor }),
    });
    const page = await client.json(archiveReceiptSchema, { path, organizationId });
    entries.push(...page.entries);
    if (typeof page.next_cursor !== 'string') return { counts: page.counts, entries };
    cursor = page.next_cursor;
  }
}

/** Returns how many documents of an archive are not processed yet. */
export async function countWaiting(
  client: ApiClient,
  { id, organizationId }: DatasetPlace,
  archiveId: string,
): Promise<number> {
  const call = { path: apiPaths.datasetProgress(id), organizationId };
  const { archives } = await client.json(datasetProgressSchema, call);
  return archives.find((archive) => archive.id === archiveId)?.waiting ?? 0;
}

/** Returns the documents of a dataset whose processing failed. */
export async function findFailed(
  client: ApiClient,
  { id, organizationId }: DatasetPlace,
): Promise<FoundDocument[]> {
  const failed: FoundDocument[] = [];
  let cursor: string | undefined;
  for (;;) {
    const path = apiPaths.findDocuments(id, {
      status: 'failed',
      limit: 200,
      ...(cursor === undefined ? {} : { cursor }),
    });
    const page = await client.json(foundDocumentsSchema, { path, organizationId });
    failed.push(...page.documents);
    if (typeof page.next_cursor !== 'string') return failed;
    cursor = page.next_cursor;
  }
}

/** Returns the organization to work in: the one that is named, the one that was named last, or the only one. */
export async function chooseOrganization(
  client: ApiClient,
  named: string | undefined,
  remembered: string | undefined,
): Promise<string> {
  const user = await client.json(currentUserSchema, { path: apiPaths.currentUser() });
  const memberships = Object.entries(user.memberships);
  const [only] = memberships;
  if (named !== undefined) {
    const found = memberships.filter(
      ([id, { organization_name }]) => id === named.toLowerCase() || organization_name === named,
    );
    if (found.length === 1 && found[0] !== undefined) return found[0][0];
    throw usageFailure(
      `${found.length === 0 ? 'You are in no organization' : `You are in ${found.length} organizations`} "${printable(named)}". Choose one:\n${listOf(memberships)}`,
    );
  }
  if (remembered !== undefined && memberships.some(([id]) => id === remembered)) return remembered;
  if (memberships.length === 1 && only !== undefined) return only[0];
  if (memberships.length === 0) {
    throw new Failure(
      'You are in no organization yet. Create one in the browser.',
      EXIT.notAllowed,
    );
  }
  throw usageFailure(
    `You are in ${memberships.length} organizations. Choose one with --organization:\n${listOf(memberships)}`,
  );
}

const listOf = (memberships: readonly [string, { organization_name: string }][]) =>
  memberships
    .map(([id, { organization_name }]) => `  ${id}  ${printable(organization_name)}`)
    .join('\n');

/** Whether a failure means that what was worked on is not there any more. */
export const isGone = (error: unknown): boolean =>
  error instanceof ApiFailure && error.status === 404;
