import { versionOf, type Resource } from '../scim-response.ts';
import type { ScimUser } from './user-repository.ts';

export const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User';

/** Returns an object without what is null. */
const present = (object: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null));

/** Returns a user as it is sent. `base` is the address of all resources. */
export function userResource(user: ScimUser, base: string): Resource {
  const name = present({
    formatted: user.formattedName,
    givenName: user.givenName,
    familyName: user.familyName,
  });
  return {
    schemas: [USER_SCHEMA],
    id: user.id,
    ...present({ externalId: user.externalId }),
    userName: user.userName,
    ...(Object.keys(name).length === 0 ? {} : { name }),
    ...present({ displayName: user.displayName }),
    emails: user.emails,
    active: user.active,
    meta: {
      resourceType: 'User',
      created: user.createdAt.toISOString(),
      lastModified: user.changedAt.toISOString(),
      location: `${base}/Users/${user.id}`,
      version: versionOf(user.version),
    },
  };
}
