import type { RoleName } from '@carrel/shared/contract';

import { createApiKey } from '../api-key.ts';
import type { Member, ServerFixture } from '../server-fixture.ts';

/** What a directory gets as a response. */
export interface ScimResponse {
  status: number;
  headers: Headers;
  body: ScimBody;
}

/** The fields of resources, lists and errors that tests read. */
export interface ScimBody {
  schemas: string[];
  id: string;
  userName: string;
  displayName: string;
  active: boolean;
  externalId?: string;
  name?: Record<string, string>;
  emails: { value: string; type?: string; primary?: boolean }[];
  members: { value: string; display: string }[];
  meta: { version: string; location: string; resourceType: string };
  totalResults: number;
  startIndex: number;
  itemsPerPage: number;
  Resources: ScimBody[];
  detail: string;
  scimType?: string;
  status: string;
}

/** A directory that calls a server with the key of an organization. */
export interface Directory {
  owner: Member;
  organizationId: string;
  key: string;
  /** A domain that the organization has verified. */
  domain: string;
  call(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<ScimResponse>;
  /** Creates a user and returns its id. */
  user(userName: string, more?: object): Promise<string>;
  group(displayName: string, members?: readonly string[]): Promise<string>;
  /** Maps a group to a role as the Owner does. */
  map(groupId: string, role: RoleName | null): Promise<Response>;
  /** The role of the member with a confirmed address; undefined for nobody. */
  roleOf(address: string): Promise<string | undefined>;
}

let directories = 0;

/** Creates an organization with an Owner, a key for a directory, and a verified domain. */
export async function createDirectory(server: ServerFixture): Promise<Directory> {
  const owner = await server.person();
  const organizationId = await server.organization(owner);
  const key = await createApiKey(owner, organizationId, { scopes: ['scim'] });
  const domain = `company-${(directories += 1)}.example`;
  await server.database.query(
    `INSERT INTO organization_domains (organization_id, domain, token, verified_at, verified_by)
     VALUES ($1, $2, 'token', now(), 'dns')`,
    [organizationId, domain],
  );

  const call: Directory['call'] = async (method, path, body, headers = {}) => {
    const response = await server.app.request(`/scim/v2${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${key}`,
        ...(body === undefined ? {} : { 'Content-Type': 'application/scim+json' }),
        ...headers,
      },
      ...(body === undefined
        ? {}
        : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: (text === '' ? {} : JSON.parse(text)) as ScimBody,
    };
  };
  const created = async (path: string, body: object): Promise<string> => {
    const response = await call('POST', path, body);
    if (response.status !== 201) throw new Error(JSON.stringify(response.body));
    return response.body.id;
  };

  return {
    owner,
    organizationId,
    key,
    domain,
    call,
    user: (userName, more = {}) => created('/Users', { userName, ...more }),
    group: (displayName, members = []) =>
      created('/Groups', { displayName, members: members.map((value) => ({ value })) }),
    map: (groupId, role) =>
      owner.call('PATCH', `/organizations/${organizationId}/provisioning/groups/${groupId}`, {
        json: { role },
      }),
    roleOf: async (address) => {
      const [role] = await server.database.query<{ name: string }>(
        `SELECT r.name FROM memberships m JOIN roles r ON r.id = m.role_id
         JOIN account_emails e ON e.account_id = m.account_id AND e.confirmed_at IS NOT NULL
         WHERE m.organization_id = $1 AND e.address_key = $2`,
        [organizationId, address.toLowerCase()],
      );
      return role?.name;
    },
  };
}

/** One operation of a patch. */
export const patch = (...operations: object[]) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations: operations,
});

/** The actions of an organization that were recorded, with their details, oldest first. */
export async function auditOf(server: ServerFixture, organizationId: string) {
  return server.database.query<{ action: string; details: Record<string, string> }>(
    'SELECT action, details FROM audit_records WHERE organization_id = $1 ORDER BY id',
    [organizationId],
  );
}
