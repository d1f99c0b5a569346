import * as v from 'valibot';

import { idSchema, timestampSchema } from '../text.ts';

/** Domains of an organization. */
export const DOMAINS_MAX = 20;
/** Hours for which a code works that was sent to postmaster of a domain. */
export const DOMAIN_CODE_HOURS = 1;

const NO_DOMAIN = 'Enter a domain such as example.com';
const DOMAIN = /^(?=.{4,253}$)(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z][a-z\d-]*[a-z\d]$/;

/** An address, or what a URL has beside its host, which reading it as a URL would drop or decode. */
const NOT_IN_HOST = /[\s/\\?#:%@[\]]/;

/** A domain as DNS has it: in lower case, and `xn--` for other alphabets. Of an address, what is after the `@`. */
const domainNameSchema = v.pipe(
  v.string(NO_DOMAIN),
  v.metadata({ format: 'idn-hostname', pattern: String.raw`[^\s.]\.[^\s.]` }),
  v.trim(),
  v.transform((text) => text.replace(/^[^\s/\\?#:%@[\]]*@/, '')),
  v.check((text) => text.length <= 253 && !NOT_IN_HOST.test(text), NO_DOMAIN),
  v.transform((text) => (URL.canParse(`http://${text}`) ? new URL(`http://${text}`).host : '')),
  v.regex(DOMAIN, NO_DOMAIN),
);

export const addDomainInputSchema = v.object({ domain: domainNameSchema });

/** Without a code, DNS is asked. */
export const verifyDomainInputSchema = v.object({
  code: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(100, 'This code is too long'))),
});

/** Addresses of a verified domain belong to the organization. */
export const organizationDomainSchema = v.object({
  id: idSchema,
  domain: v.string(),
  /** The TXT record that verifies it. */
  record_name: v.string(),
  record_value: v.string(),
  /** Null until it is verified. */
  verified_at: v.nullable(timestampSchema),
  /** `dns` or `mail`. */
  verified_by: v.nullable(v.string()),
  created_at: timestampSchema,
});

export type OrganizationDomain = v.InferOutput<typeof organizationDomainSchema>;

export const domainListSchema = v.object({ domains: v.array(organizationDomainSchema) });
