import * as v from 'valibot';

import { shownNameSchema } from './names.ts';
import {
  descriptionSchema,
  EMAIL_MAX,
  EMAIL_MESSAGE,
  idSchema,
  nameSchema,
  tokenSchema,
} from './text.ts';

export const roleSchema = v.object({ id: idSchema, name: v.string() });

export type Role = v.InferOutput<typeof roleSchema>;

/** The four roles that every organization starts with, most powerful first. */
export const ROLE_NAMES = ['Owner', 'Admin', 'Editor', 'Viewer'] as const;

export type RoleName = (typeof ROLE_NAMES)[number];

/** What stands in place of the role of a guest: a Viewer who reaches one workspace and nothing else. */
export const GUEST = 'Guest';

export const organizationSchema = v.object({
  id: idSchema,
  name: shownNameSchema,
  description: v.nullish(v.string()),
  roles: v.array(roleSchema),
  /** Whether it keeps what people ask of its workspaces; absent from servers that keep nothing. */
  search_log: v.nullish(v.boolean()),
  /** Whether Owners and Admins see what is in a dataset or workspace that names people only where they are named. */
  admins_take_access: v.nullish(v.boolean()),
});

export type Organization = v.InferOutput<typeof organizationSchema>;

export const organizationListSchema = v.object({ organizations: v.array(organizationSchema) });

export const createOrganizationInputSchema = v.object({
  name: nameSchema('Organization name'),
  description: v.optional(descriptionSchema),
});

export type CreateOrganizationInput = v.InferOutput<typeof createOrganizationInputSchema>;

/** What is absent stays unchanged; a description of null is deleted. */
export const updateOrganizationInputSchema = v.object({
  name: v.optional(nameSchema('Organization name')),
  description: v.optional(v.nullable(descriptionSchema)),
  /** False also deletes what people asked so far. */
  search_log: v.optional(v.boolean()),
  /** Only an Owner changes it. */
  admins_take_access: v.optional(v.boolean()),
});

export type UpdateOrganizationInput = v.InferOutput<typeof updateOrganizationInputSchema>;

/** The workspace that a guest reaches. */
export const guestOfSchema = v.object({ id: idSchema, name: shownNameSchema });

export const memberSchema = v.object({
  account: v.object({ id: idSchema, first_name: shownNameSchema, last_name: shownNameSchema }),
  role: roleSchema,
  /** The one workspace that a guest reaches. */
  guest_of: v.nullish(guestOfSchema),
  /** What the member can sign in with, for Owners and Admins. */
  factors: v.nullish(v.object({ password: v.boolean(), totp: v.boolean(), passkeys: v.number() })),
});

export type Member = v.InferOutput<typeof memberSchema>;

export const memberListSchema = v.object({ members: v.array(memberSchema) });

const roleIdSchema = v.pipe(
  v.string('Role is required'),
  v.nonEmpty('Role is required'),
  v.uuid('Role must be a valid UUID'),
);

export const inviteMemberInputSchema = v.object({
  email_address: v.pipe(
    v.string('Email address is required'),
    v.trim(),
    v.nonEmpty('Email address is required'),
    v.email(EMAIL_MESSAGE),
    v.maxLength(EMAIL_MAX, EMAIL_MESSAGE),
  ),
  role_id: roleIdSchema,
  /** Invites a guest, who reaches this workspace and nothing else. The role is that of a Viewer. */
  workspace_id: v.optional(idSchema),
});

export type InviteMemberInput = v.InferOutput<typeof inviteMemberInputSchema>;

export const changeRoleInputSchema = v.object({ role_id: roleIdSchema });

export type ChangeRoleInput = v.InferOutput<typeof changeRoleInputSchema>;

export const joinOrganizationInputSchema = v.object({ invitation_token: tokenSchema });

export type JoinOrganizationInput = v.InferOutput<typeof joinOrganizationInputSchema>;
