/** True if one of the groups of the user `u` of the organization `$1` has a role. */
export const HAS_MAPPED_GROUP = `EXISTS (SELECT FROM scim_group_members gm
  JOIN scim_groups g ON g.organization_id = gm.organization_id AND g.id = gm.group_id
  WHERE gm.organization_id = $1 AND gm.user_id = u.id AND g.role IS NOT NULL)`;
