import * as v from 'valibot';

const TOKEN_MAX = 20_000;

const token = v.pipe(v.string(), v.minLength(1), v.maxLength(TOKEN_MAX));

/** What a provider returns, of RFC 6749, 5.1, OpenID Connect, and its own. */
export const tokensSchema = v.object({
  access_token: token,
  refresh_token: v.optional(v.nullable(token)),
  expires_in: v.optional(v.pipe(v.union([v.number(), v.string()]), v.transform(Number))),
  scope: v.optional(v.string()),
  id_token: v.optional(v.string()),
  workspace_name: v.optional(v.nullable(v.string())),
  owner: v.optional(v.unknown()),
});

export type TokenResponse = v.InferOutput<typeof tokensSchema>;
