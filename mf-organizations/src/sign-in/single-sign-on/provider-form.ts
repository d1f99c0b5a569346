import {
  roleMappingSchema,
  saveIdentityProviderInputSchema,
} from '@carrel/shared/contract/sign-in';
import type {
  OrganizationProvider,
  SaveIdentityProviderInput,
} from '@carrel/shared/contract/sign-in';
import { valibotResolver } from '@hookform/resolvers/valibot';
import * as v from 'valibot';

const { issuer, client_id, default_role, enabled, enforced } =
  saveIdentityProviderInputSchema.entries;

const formSchema = v.object({
  issuer,
  client_id,
  /** Empty to keep the one that is stored. */
  client_secret: v.pipe(v.string(), v.trim()),
  default_role,
  /** Empty to map none. */
  role_claim: v.pipe(v.string(), v.trim()),
  role_mapping: v.array(roleMappingSchema),
  enabled,
  enforced,
});

export type ProviderForm = v.InferOutput<typeof formSchema>;

export const providerResolver = valibotResolver(formSchema);

/** Returns what the form begins with: the provider that is stored, or a new one. */
export function formOf(provider: OrganizationProvider['provider']): ProviderForm {
  const roles = v.safeParse(v.array(roleMappingSchema), provider?.role_mapping);
  const role = v.safeParse(default_role, provider?.default_role);
  return {
    issuer: provider?.issuer ?? '',
    client_id: provider?.client_id ?? '',
    client_secret: '',
    default_role: role.success ? role.output : 'Viewer',
    role_claim: provider?.role_claim ?? '',
    role_mapping: roles.success ? roles.output : [],
    enabled: provider?.enabled ?? true,
    enforced: provider?.enforced ?? false,
  };
}

export function inputOf(form: ProviderForm): SaveIdentityProviderInput {
  const { client_secret, role_claim, role_mapping, ...input } = form;
  return {
    ...input,
    enforced: input.enabled && input.enforced,
    ...(client_secret !== '' && { client_secret }),
    role_claim: role_claim === '' ? null : role_claim,
    role_mapping: role_claim === '' ? [] : role_mapping,
  };
}
