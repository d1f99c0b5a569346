import { readJson, tokenOf, type Member, type ServerFixture } from '../server-fixture.ts';

/** Somebody with an organization, to whom things are done. */
export interface AuditFixture {
  server: ServerFixture;
  owner: Member;
  /** The owner's organization. */
  id: string;
}

/** One mutating route, called so that it succeeds. */
export interface AuditedAction {
  /** What the record says was done. */
  action: string;
  /** The object's name in the record, where it keeps one. */
  name?: string;
  /** Done outside of any organization. */
  personal?: true;
  /** Sets the fixture and gives the call. */
  prepare: (fixture: AuditFixture) => Promise<() => Promise<Response>>;
}

/** Calls a route of the fixture's organization as its owner. */
export const inside = ({ owner, id }: AuditFixture, method: string, path: string, json?: unknown) =>
  owner.call(method, path, { organizationId: id, ...(json === undefined ? {} : { json }) });

/** The id of what a call made. */
export const made = async (answer: Promise<Response>): Promise<string> =>
  (await readJson<{ id: string }>(await answer)).id;

/** The token in the last message that was sent. */
export const lastToken = async ({ server }: AuditFixture): Promise<string> =>
  tokenOf((await server.mails()).at(-1));

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
