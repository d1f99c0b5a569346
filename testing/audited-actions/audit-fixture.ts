import { hasToken, readJson, tokenOf, type Member, type ServerFixture } from '../server-fixture.ts';

/** An organization and its Owner, for the actions of a test. */
export interface AuditFixture {
  server: ServerFixture;
  owner: Member;
  /** The owner's organization. */
  id: string;
}

/** How to call one mutating route successfully, and the record that is expected. */
export interface AuditedAction {
  /** The action of the record. */
  action: string;
  /** Those that follow from it, and have records too. */
  also?: readonly string[];
  /** The object's name in the record, if it has one. */
  name?: string;
  /** The record belongs to no organization. */
  personal?: true;
  /** Creates what the call needs, and returns the call. */
  prepare: (fixture: AuditFixture) => Promise<() => Promise<Response>>;
}

/** Calls a route of the fixture's organization as its Owner. */
export const callInside = (
  { owner, id }: AuditFixture,
  method: string,
  path: string,
  json?: unknown,
) => owner.call(method, path, { organizationId: id, ...(json === undefined ? {} : { json }) });

/** The id in the response of a call that creates an object. */
export const createdId = async (response: Promise<Response>): Promise<string> =>
  (await readJson<{ id: string }>(await response)).id;

/** The token in the last message that was sent with one. */
export const lastToken = async ({ server }: AuditFixture): Promise<string> =>
  tokenOf((await server.mails()).findLast(hasToken));

/** Invites an address to the fixture's organization as Editor. */
export async function invite(
  { server, owner, id }: AuditFixture,
  address: string,
): Promise<Response> {
  const role_id = await server.roleId(id, 'Editor');
  return owner.call('POST', `/organizations/${id}/members`, {
    json: { email_address: address, role_id },
  });
}
