import * as v from 'valibot';

import { shownNameSchema } from './names.ts';
import { idSchema, timestampSchema } from './text.ts';

/** What a program may do that a person connected to a workspace. */
export const GRANT_SCOPES = ['search', 'documents:read'] as const;

/** Programs that a person may connect in one organization. */
export const GRANTS_MAX = 100;

const text = (max: number) => v.pipe(v.string(), v.maxLength(max));

/**
 * The parameters with which a program sends a person to the console to be connected (OAuth 2.1, RFC 7636 and
 * RFC 8707): all but `scope` and `state` are required.
 */
export const authorizationRequestSchema = v.object({
  response_type: v.literal('code', 'The program asks for something else than a code.'),
  client_id: text(100),
  redirect_uri: text(2000),
  code_challenge: v.pipe(
    v.string('The program sent no code_challenge.'),
    v.regex(/^[\w-]{43}$/u, 'The code_challenge is not the SHA-256 of a verifier.'),
  ),
  code_challenge_method: v.literal('S256', 'The code_challenge_method must be S256.'),
  resource: text(2000),
  scope: v.optional(text(1000)),
  state: v.optional(text(4000)),
});

export type AuthorizationRequest = v.InferOutput<typeof authorizationRequestSchema>;

/** A program that asks to be connected, as the person sees it. It names itself; its host is where a code is sent. */
export const requestedGrantSchema = v.object({
  client_name: shownNameSchema,
  redirect_host: v.string(),
  /** Whether the program runs on the person's own computer. */
  is_local: v.boolean(),
  registered_at: timestampSchema,
  organization: v.object({ id: idSchema, name: shownNameSchema }),
  workspace: v.object({ id: idSchema, name: shownNameSchema }),
});

export type RequestedGrant = v.InferOutput<typeof requestedGrantSchema>;

export const decideGrantInputSchema = v.object({
  ...authorizationRequestSchema.entries,
  approved: v.boolean(),
});

export type DecideGrantInput = v.InferInput<typeof decideGrantInputSchema>;

/** Where the person's browser goes back to: the program's address, with a code or an error. */
export const decidedGrantSchema = v.object({ redirect_url: v.string() });

/** A program that a person connected. */
export const grantSchema = v.object({
  id: idSchema,
  client_name: shownNameSchema,
  redirect_host: v.string(),
  organization_name: shownNameSchema,
  workspace_name: shownNameSchema,
  created_at: timestampSchema,
  last_used_at: v.nullable(timestampSchema),
});

export type Grant = v.InferOutput<typeof grantSchema>;

export const grantListSchema = v.object({ grants: v.array(grantSchema) });
