import { messageOf, queryKeys, useSubmit } from '@carrel/shared/api';
import { emailAddressInputSchema } from '@carrel/shared/contract';
import { Box, Button, Flex, TextField, toast } from '@carrel/shared/ui';
import { valibotResolver } from '@hookform/resolvers/valibot';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';

import { addEmail } from '../data/emails.api.ts';

export function AddEmailForm({ onAdded }: { onAdded: (emailId: string) => void }) {
  const queryClient = useQueryClient();
  const form = useForm({
    resolver: valibotResolver(emailAddressInputSchema),
    defaultValues: { email_address: '' },
  });
  const { errors, isSubmitting } = form.formState;

  const add = useMutation({
    mutationFn: addEmail,
    onSuccess: ({ id }) => {
      toast.success('Email address added successfully');
      onAdded(id);
      form.reset();
      return queryClient.invalidateQueries({ queryKey: queryKeys.emails() });
    },
  });
  const submit = useSubmit(form, {
    send: add.mutateAsync,
    onFailed: (error) => toast.error(messageOf(error, 'Failed to add email address')),
    staysOpen: true,
  });

  return (
    <form method="post" noValidate onSubmit={submit}>
      <Flex gap="3" wrap="wrap" align="flex-start">
        <Box flex="1 1 16rem">
          <TextField
            label="New email address"
            type="email"
            autoComplete="email"
            required
            error={errors.email_address?.message}
            {...form.register('email_address')}
          />
        </Box>
        {/* As far down as the field's label pushes its control. */}
        <Box pt={{ base: '0', sm: 'calc(1lh + 0.375rem)' }} fontSize="sm">
          <Button type="submit" loading={isSubmitting} loadingText="Adding">
            Add email
          </Button>
        </Box>
      </Flex>
    </form>
  );
}
