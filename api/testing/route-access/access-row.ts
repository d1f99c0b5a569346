import { randomUUID } from 'node:crypto';

import type { RoleName } from '@carrel/shared/contract';

/** Who a route is for. */
export type Access =
  /** Anybody, signed in or not. */
  | 'public'
  /** Anybody signed in, for themselves. */
  | 'account'
  /** Members of the organization in the path, from this role up. */
  | { path: RoleName }
  /** Members of the organization in X-Organization-Id, from this role up. */
  | { header: RoleName };

/** What a route's path and body are made of. The ids are of one organization and ids in it. */
export interface SeededIds {
  organizationId: string;
  /** A Viewer of the organization, who is not the caller. */
  otherMemberId: string;
  viewerRoleId: string;
  /** An invitation as Viewer, sent an hour ago. */
  invitationId: string;
  workspaceId: string;
  datasetId: string;
  archiveId: string;
  /** A document of the dataset that failed. */
  documentId: string;
}

/** One registered route. The body is one that the route accepts. */
export interface AccessRow {
  route: string;
  access: Access;
  /** The path below /api/v1. */
  path(ids: SeededIds): string;
  json?(ids: SeededIds): unknown;
  /** Anything but JSON, and its headers. */
  body?: { bytes: Uint8Array<ArrayBuffer>; headers: Record<string, string> };
  /** The status for those who may. */
  status: number;
}

/** A row of a route that people call for themselves. */
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

const PARTS = [
  'workspaceId',
  'datasetId',
  'archiveId',
  'documentId',
  'invitationId',
  'otherMemberId',
  'viewerRoleId',
] as const satisfies (keyof SeededIds)[];

/**
 * The ids of one organization with one of another's among them, each that a row's path or body
 * has, and the same with an id of nothing at all in its place.
 */
export function partlyForeign(
  row: AccessRow,
  mine: SeededIds,
  theirs: SeededIds,
): { part: string; inPath: boolean; foreign: SeededIds; absent: SeededIds }[] {
  const said = (ids: SeededIds) => JSON.stringify([row.path(ids), row.json?.(ids)]);
  return PARTS.map((part) => {
    const foreign = { ...mine, [part]: theirs[part] };
    const absent = { ...mine, [part]: randomUUID() };
    return { part, inPath: row.path(foreign) !== row.path(mine), foreign, absent };
  }).filter(({ foreign }) => said(foreign) !== said(mine));
}
