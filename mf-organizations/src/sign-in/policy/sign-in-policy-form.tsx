import { messageOf, queryKeys, useSubmit } from '@carrel/shared/api';
import { POLICY_METHODS } from '@carrel/shared/contract/sign-in';
import type { SignInPolicy } from '@carrel/shared/contract/sign-in';
import { useShell } from '@carrel/shared/shell';
import {
  Box,
  Button,
  CheckboxField,
  Flex,
  FormMessage,
  Stack,
  Text,
  TextField,
  toast,
} from '@carrel/shared/ui';
import { SelectField } from '@carrel/shared/ui/signed-in';
import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';

import { MembersWithoutFactor } from './members-without-factor.tsx';
import { formOf, IDLE_CHOICES, inputOf, METHOD_LABELS, policyResolver } from './policy-form.ts';
import type { PolicyForm } from './policy-form.ts';
import { setSignInPolicy } from '../../data/sign-in-policy.api.ts';

interface SignInPolicyFormProps {
  organizationId: string;
  policy: SignInPolicy;
  /** For those who may see it only. */
  readOnly: boolean;
}

export function SignInPolicyForm({ organizationId, policy, readOnly }: SignInPolicyFormProps) {
  const queryClient = useQueryClient();
  const { reloadUser } = useShell();
  const form = useForm<PolicyForm>({
    defaultValues: formOf(policy),
    resolver: policyResolver,
  });
  const { errors, isSubmitting, isDirty } = form.formState;
  const requires = form.watch('requires_second_factor');
  const submit = useSubmit(form, {
    send: async (values) => {
      await setSignInPolicy(organizationId, inputOf(values));
      form.reset(values);
      toast.success('Sign-in policy saved');
      await queryClient.invalidateQueries({ queryKey: queryKeys.signInPolicy(organizationId) });
      await reloadUser();
    },
    onFailed: (error) => toast.error(messageOf(error, 'Failed to save the sign-in policy')),
    staysOpen: true,
  });

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="6" maxWidth="32rem">
        <Stack gap="3">
          <CheckboxField
            label="Require a second factor"
            description="A passkey, an authenticator app, or your identity provider."
            disabled={readOnly}
            {...form.register('requires_second_factor')}
          />
          {requires && (
            <Box pl="6">
              <TextField
                label="From"
                type="date"
                disabled={readOnly}
                hint="Until then members see a notice that names this day."
                error={errors.second_factor_from?.message}
                {...form.register('second_factor_from')}
              />
              <MembersWithoutFactor organizationId={organizationId} />
            </Box>
          )}
        </Stack>
        <Stack as="fieldset" gap="2" aria-label="Ways to sign in">
          <Text fontWeight="medium" fontSize="sm">
            Ways to sign in
          </Text>
          {POLICY_METHODS.map((method) => (
            <CheckboxField
              key={method}
              label={METHOD_LABELS[method]}
              value={method}
              disabled={readOnly}
              {...form.register('allowed_methods')}
            />
          ))}
          {errors.allowed_methods?.message !== undefined && (
            <FormMessage>{errors.allowed_methods.message}</FormMessage>
          )}
        </Stack>
        <SelectField
          label="Ask members to confirm that it is them after no use for"
          options={idleOptions(policy)}
          defaultValue={formOf(policy).idle_minutes}
          disabled={readOnly}
          error={errors.idle_minutes?.message}
          {...form.register('idle_minutes')}
        />
        {readOnly ? (
          <Text color="fg.muted" fontSize="sm">
            Only an Owner can change the policy.
          </Text>
        ) : (
          <Flex>
            <Button
              type="submit"
              variant="primary"
              disabled={!isDirty}
              loading={isSubmitting}
              loadingText="Saving"
            >
              Save policy
            </Button>
          </Flex>
        )}
      </Stack>
    </form>
  );
}

/** The choices, with the one that a program has set. */
function idleOptions({ idle_minutes: minutes }: SignInPolicy) {
  const value = String(minutes ?? '');
  if (IDLE_CHOICES.some((choice) => choice.value === value)) return [...IDLE_CHOICES];
  return [...IDLE_CHOICES, { value, label: `${value} minutes` }];
}
