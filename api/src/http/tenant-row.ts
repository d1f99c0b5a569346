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

/** What a route's path and body are made of. The ids are of one organization and things in it. */
export interface Things {
  organizationId: string;
  /** A Viewer of the organization, who is not the caller. */
  otherMemberId: string;
  viewerRoleId: string;
  /** An invitation as Viewer, sent an hour ago. */
  invitationId: string;
  workspaceId: string;
  datasetId: string;
  archiveId: string;
}

/** One registered route. The body is one that the route accepts. */
export interface TenantRow {
  route: string;
  access: Access;
  /** The path below /api/v1. */
  path(things: Things): string;
  json?(things: Things): unknown;
  /** Anything but JSON, and its headers. */
  body?: { bytes: Uint8Array<ArrayBuffer>; headers: Record<string, string> };
  /** The status for those who may. */
  status: number;
}

/** A row of a route that people call for themselves. */
export function accountRow(route: string, status: number, json?: unknown): TenantRow {
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

/** The things of one organization with one of another's among them, as far as the path shows it. */
export function partlyForeign(row: TenantRow, mine: Things, theirs: Things): Things[] {
  return (['workspaceId', 'datasetId', 'archiveId'] as const)
    .map((key) => Object.assign({}, mine, { [key]: theirs[key] }))
    .filter((things) => row.path(things) !== row.path(mine));
}
