import { POLICY_METHODS, signInPolicyInputSchema } from '@carrel/shared/contract/sign-in';
import type {
  PolicyMethod,
  SignInPolicy,
  SignInPolicyInput,
} from '@carrel/shared/contract/sign-in';
import { valibotResolver } from '@hookform/resolvers/valibot';
import * as v from 'valibot';

/** Days until a second factor is required, as the form proposes. */
const GRACE_DAYS = 14;
const DAY_MILLISECONDS = 24 * 60 * 60 * 1000;

/** Minutes without use that the form offers. */
export const IDLE_CHOICES = [
  { value: '', label: 'Never' },
  { value: '15', label: '15 minutes' },
  { value: '60', label: '1 hour' },
  { value: '480', label: '8 hours' },
  { value: '1440', label: '1 day' },
  { value: '10080', label: '7 days' },
] as const;

export const METHOD_LABELS: Record<PolicyMethod, string> = {
  password: 'Password',
  passkey: 'Passkey',
  sso: 'Single sign-on',
};

const { second_factor_from: from, allowed_methods: allowed } = signInPolicyInputSchema.entries;

const formSchema = v.pipe(
  v.object({
    requires_second_factor: v.boolean(),
    /** The first day, such as 2026-12-09. */
    second_factor_from: v.string(),
    allowed_methods: allowed.wrapped,
    /** Empty for never. */
    idle_minutes: v.string(),
  }),
  v.forward(
    v.check(
      (form) => !form.requires_second_factor || v.is(from.wrapped, form.second_factor_from),
      'Choose a day',
    ),
    ['second_factor_from'],
  ),
);

export type PolicyForm = v.InferInput<typeof formSchema>;

export const policyResolver = valibotResolver(formSchema);

const dayOf = (time: number | string) => new Date(time).toISOString().slice(0, 10);

export const formOf = (policy: SignInPolicy): PolicyForm => ({
  requires_second_factor: policy.second_factor_from !== null,
  second_factor_from: dayOf(
    policy.second_factor_from ?? Date.now() + GRACE_DAYS * DAY_MILLISECONDS,
  ),
  allowed_methods: policy.allowed_methods ?? [...POLICY_METHODS],
  idle_minutes: policy.idle_minutes === null ? '' : String(policy.idle_minutes),
});

/** All ways allowed is no rule: ways that are added later are allowed too. */
export const inputOf = (form: PolicyForm): SignInPolicyInput => ({
  second_factor_from: form.requires_second_factor ? form.second_factor_from : null,
  allowed_methods:
    form.allowed_methods.length === POLICY_METHODS.length ? null : form.allowed_methods,
  idle_minutes: form.idle_minutes === '' ? null : Number(form.idle_minutes),
});
