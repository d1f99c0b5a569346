import { randomUUID } from 'node:crypto';

import type { ApiKeyScope, RoleName } from '@carrel/shared/contract';

/** Who may call a route. */
export type Access =
  /** Every caller, signed in or not. */
  | 'public'
  /** Every signed-in account, for itself. */
  | 'account'
  /** Members of the organization in the path, from this role up. */
  | { path: RoleName }
  /** Members of the organization in X-Organization-Id, from this role up. */
  | { header: RoleName };

/** The ids of a seeded organization and of its objects, for the paths and bodies of routes. */
export interface SeededIds {
  organizationId: string;
  /** A Viewer of the organization, who is not the caller, and asks for access to the workspace and the dataset. */
  otherMemberId: string;
  viewerRoleId: string;
  /** An invitation as Viewer, sent an hour ago. */
  invitationId: string;
  workspaceId: string;
  datasetId: string;
  archiveId: string;
  /** An unfinished upload of another Editor's. */
  uploadId: string;
  /** A document of the dataset that failed. */
  documentId: string;
  /** A question of the workspace, its right answer, and a run that has finished. */
  questionId: string;
  answerId: string;
  runId: string;
  /** A key that reads documents. */
  apiKeyId: string;
  /** A webhook, and a delivery to it. */
  webhookId: string;
  deliveryId: string;
  /** A group of the directory, without a role. */
  scimGroupId: string;
  /** A group of people, with nobody in it. */
  groupId: string;
  /** A domain that is not verified. */
  domainId: string;
  /** A source of the dataset, with a run that waits for a person. */
  sourceId: string;
}

/** The access of one registered route, and a request that it accepts. */
export interface AccessRow {
  route: string;
  access: Access;
  /** The path below /api/v1. */
  path(ids: SeededIds): string;
  json?(ids: SeededIds): unknown;
  /** Headers of its own, and a body that is not JSON. */
  body?: { bytes?: Uint8Array<ArrayBuffer>; headers: Record<string, string> };
  /** The status for callers with access. */
  status: number;
  /** The scope of API keys that may call it; none if absent. */
  keys?: ApiKeyScope;
}

/** The row of a route that an account calls for itself. */
export function accountRow(route: string, status: number, json?: unknown): AccessRow {
  const path = route
    .slice(route.indexOf('/'))
    .replace(':id', '00000000-0000-4000-8000-000000000000');
  return {
    route,
    access: 'account',
    path: () => path,
    status,
    ...(json === undefined ? {} : { json: () => json }),
  };
}

const ID_KEYS = [
  'workspaceId',
  'datasetId',
  'archiveId',
  'uploadId',
  'documentId',
  'questionId',
  'answerId',
  'runId',
  'invitationId',
  'otherMemberId',
  'viewerRoleId',
  'apiKeyId',
  'webhookId',
  'deliveryId',
  'scimGroupId',
  'domainId',
  'sourceId',
] as const satisfies (keyof SeededIds)[];

/**
 * Returns, for each id in a row's path or body, the ids of one organization with that one replaced: once
 * by another organization's id, once by an id that does not exist.
 */
export function replaceEachId(
  row: AccessRow,
  mine: SeededIds,
  theirs: SeededIds,
): { key: keyof SeededIds; inPath: boolean; foreign: SeededIds; absent: SeededIds }[] {
  const requestOf = (ids: SeededIds) => JSON.stringify([row.path(ids), row.json?.(ids)]);
  return ID_KEYS.map((key) => {
    const foreign = { ...mine, [key]: theirs[key] };
    const absent = { ...mine, [key]: randomUUID() };
    return { key, inPath: row.path(foreign) !== row.path(mine), foreign, absent };
  }).filter(({ foreign }) => requestOf(foreign) !== requestOf(mine));
}
