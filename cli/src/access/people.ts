import type { Carrel } from '@carrel/client';

/** A person of the organization. */
export interface Person {
  /** The id of the account. */
  id: string;
  name: string;
}

export const PERSON = { one: 'person', many: 'people' };

/** Returns the members of the organization. */
export async function listPeople(client: Carrel): Promise<Person[]> {
  const members = await client.members.list();
  return members.map(({ account: { id, first_name: first, last_name: last } }) => ({
    id,
    name: `${first} ${last}`.trim(),
  }));
}
