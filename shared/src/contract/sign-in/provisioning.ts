import * as v from 'valibot';

import { shownNameSchema } from '../names.ts';
import { idSchema } from '../text.ts';

/** The roles that a directory can give by its groups: never that of an Owner. */
export const PROVISIONED_ROLES = ['Admin', 'Editor', 'Viewer'] as const;

export type ProvisionedRole = (typeof PROVISIONED_ROLES)[number];

/** Users and groups that the directory of an organization can send, and members of one group. */
export const SCIM_USERS_MAX = 100_000;
export const SCIM_GROUPS_MAX = 1000;
export const SCIM_GROUP_MEMBERS_MAX = 10_000;

const roleSchema = v.picklist(PROVISIONED_ROLES, 'Choose Admin, Editor or Viewer');

/** A group of the directory. */
export const provisionedGroupSchema = v.object({
  id: idSchema,
  name: shownNameSchema,
  /** What its members are; null for nothing. */
  role: v.nullable(v.string()),
  /** How many users it has, active or not. */
  users: v.number(),
});

export type ProvisionedGroup = v.InferOutput<typeof provisionedGroupSchema>;

/** What the directory of an organization has sent by SCIM, and the roles that it gives. */
export const provisioningSchema = v.object({
  /** What the directory calls. */
  base_url: v.string(),
  /** The role of members of whose groups none has one. */
  default_role: v.string(),
  users: v.object({
    total: v.number(),
    /** Those that are members. */
    members: v.number(),
    /** Those that have an invitation to accept. */
    invited: v.number(),
  }),
  /** By name. */
  groups: v.array(provisionedGroupSchema),
});

export type Provisioning = v.InferOutput<typeof provisioningSchema>;

export const updateProvisioningInputSchema = v.object({ default_role: roleSchema });

export const updateProvisionedGroupInputSchema = v.object({ role: v.nullable(roleSchema) });
