import * as v from 'valibot';

import { shownNameSchema } from './names.ts';
import { SIGN_IN_REQUIREMENTS } from './sign-in-methods.ts';
import {
  emailAddressSchema,
  idSchema,
  nameSchema,
  newPasswordSchema,
  passwordSchema,
  timestampSchema,
  tokenSchema,
} from './text.ts';

export const membershipSchema = v.object({
  organization_name: shownNameSchema,
  role_name: v.string(),
  /** What the session lacks for the organization's policy; until it has it, it sees nothing of the organization. */
  requirement: v.nullish(v.picklist(SIGN_IN_REQUIREMENTS)),
  /** The ways to sign in that the policy allows, where the session used none of them. */
  allowed_methods: v.nullish(v.array(v.string())),
  /** From when on the policy refuses this session for want of a second factor. */
  second_factor_from: v.nullish(timestampSchema),
});

export type Membership = v.InferOutput<typeof membershipSchema>;

/** The signed-in user. `memberships` is keyed by organization id. */
export const currentUserSchema = v.object({
  id: idSchema,
  first_name: shownNameSchema,
  last_name: shownNameSchema,
  email_addresses: v.array(v.tuple([v.string(), v.boolean()])),
  memberships: v.record(v.string(), membershipSchema),
});

export type CurrentUser = v.InferOutput<typeof currentUserSchema>;

export const registerInputSchema = v.object({
  first_name: nameSchema('First name'),
  last_name: nameSchema('Last name'),
  email_address: emailAddressSchema,
  password: newPasswordSchema,
});

export type RegisterInput = v.InferOutput<typeof registerInputSchema>;

export const loginInputSchema = v.object({
  email_address: emailAddressSchema,
  password: passwordSchema,
});

export type LoginInput = v.InferOutput<typeof loginInputSchema>;

/** The message of a sign-in that was right, at an address that is not confirmed. */
export const UNCONFIRMED_ADDRESS = 'Please confirm your email address before signing in';

/** The result of a sign-in by password: empty, or what must be proved besides it. */
export const signInResultSchema = v.object({
  /** No session is open yet: `POST /accounts/login/second-step` opens it. */
  second_step: v.optional(v.object({ methods: v.array(v.string()) })),
});

export type SignInResult = v.InferOutput<typeof signInResultSchema>;

/** The current password is required of an account that has one. */
export const changePasswordInputSchema = v.object({
  current_password: v.optional(passwordSchema),
  new_password: newPasswordSchema,
});

export type ChangePasswordInput = v.InferOutput<typeof changePasswordInputSchema>;

export const emailAddressInputSchema = v.object({ email_address: emailAddressSchema });

export type EmailAddressInput = v.InferOutput<typeof emailAddressInputSchema>;

export const resetPasswordInputSchema = v.object({
  token: tokenSchema,
  new_password: newPasswordSchema,
});

export type ResetPasswordInput = v.InferOutput<typeof resetPasswordInputSchema>;

export const confirmEmailInputSchema = v.object({ token: tokenSchema });

export type ConfirmEmailInput = v.InferOutput<typeof confirmEmailInputSchema>;

export const acceptInvitationInputSchema = v.object({
  first_name: nameSchema('First name'),
  last_name: nameSchema('Last name'),
  password: newPasswordSchema,
  invitation_token: tokenSchema,
});

/** An invitation's link, opened before anybody has signed in. */
export const readInvitationInputSchema = v.object({ invitation_token: tokenSchema });

/** What the holder of an invitation's link is told. */
export const invitationFactsSchema = v.object({
  /** The organization's name. */
  organization: v.string(),
  /** The name of the role that is offered. */
  role: v.string(),
  /** The name of the member who sent it. */
  invited_by: v.string(),
});

export type InvitationFacts = v.InferOutput<typeof invitationFactsSchema>;

export type AcceptInvitationInput = v.InferOutput<typeof acceptInvitationInputSchema>;

export const emailSchema = v.object({
  id: idSchema,
  address: v.string(),
  confirmed: v.boolean(),
});

export type Email = v.InferOutput<typeof emailSchema>;

export const emailListSchema = v.object({ emails: v.array(emailSchema) });

/** A place where the account is signed in. `active` marks the session of the caller. */
export const sessionSchema = v.object({
  id: idSchema,
  active: v.boolean(),
  user_agent: v.nullish(v.string()),
  client_ip: v.nullish(v.string()),
  created_at: timestampSchema,
  /** When it was renewed last, from `client_ip`; absent from servers that do not record it. */
  last_used_at: v.nullish(timestampSchema),
  expires_at: timestampSchema,
  /** What was proved to open it, of `SIGN_IN_METHODS`; absent from servers that do not record it. */
  methods: v.nullish(v.array(v.string())),
});

export type Session = v.InferOutput<typeof sessionSchema>;

export const sessionListSchema = v.object({ sessions: v.array(sessionSchema) });
