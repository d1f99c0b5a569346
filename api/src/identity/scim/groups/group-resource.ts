import { versionOf, type Resource } from '../scim-response.ts';
import type { GroupMember } from './group-members.ts';
import type { ScimGroup } from './group-repository.ts';

export const GROUP_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Group';

/** Returns a group as it is sent. `base` is the address of all resources. */
export function groupResource(
  group: ScimGroup,
  members: readonly GroupMember[],
  base: string,
): Resource {
  return {
    schemas: [GROUP_SCHEMA],
    id: group.id,
    ...(group.externalId === null ? {} : { externalId: group.externalId }),
    displayName: group.displayName,
    members: members.map(({ id, userName }) => ({
      value: id,
      display: userName,
      type: 'User',
      $ref: `${base}/Users/${id}`,
    })),
    meta: {
      resourceType: 'Group',
      created: group.createdAt.toISOString(),
      lastModified: group.changedAt.toISOString(),
      location: `${base}/Groups/${group.id}`,
      version: versionOf(group.version),
    },
  };
}
