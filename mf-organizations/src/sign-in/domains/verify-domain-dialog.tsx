import { messageOf, useSubmit } from '@carrel/shared/api';
import type { Organization } from '@carrel/shared/contract';
import type { OrganizationDomain } from '@carrel/shared/contract/sign-in';
import { Button, FormMessage, Stack, Text, TextField, toast } from '@carrel/shared/ui';
import { CodeBlock, FormDialog } from '@carrel/shared/ui/signed-in';
import { valibotResolver } from '@hookform/resolvers/valibot';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import * as v from 'valibot';

import { mailDomainCode, verifyDomain } from '../../data/domains.api.ts';

interface VerifyDomainDialogProps {
  organization: Organization;
  domain: OrganizationDomain;
  /** It takes the place of another dialog, whose focus returns behind it: that must not close it. */
  isNew: boolean;
  onClose: () => void;
  onChanged: () => Promise<void>;
}

const formSchema = v.object({ code: v.pipe(v.string(), v.trim()) });

/** Verifies a domain: by the record that it shows, or by a code that is mailed to the postmaster. */
export function VerifyDomainDialog(props: VerifyDomainDialogProps) {
  const { organization, domain, isNew, onClose, onChanged } = props;
  const [mailed, setMailed] = useState(false);
  const [failure, setFailure] = useState<string>();
  const form = useForm({
    resolver: valibotResolver(formSchema),
    defaultValues: { code: '' },
  });
  const { errors, isSubmitting } = form.formState;
  const mail = useMutation({
    mutationFn: () => mailDomainCode(organization.id, domain.id),
    onSuccess: () => {
      setMailed(true);
      toast.success(`A code is on its way to postmaster@${domain.domain}`);
    },
    onError: (error) => toast.error(messageOf(error, 'Failed to send the code')),
  });
  const submit = useSubmit(form, {
    send: async ({ code }) => {
      setFailure(undefined);
      await verifyDomain(organization.id, domain.id, code === '' ? undefined : code);
      toast.success(`The domain ${domain.domain} is verified`);
      onClose();
      await onChanged();
    },
    onFailed: (error) => setFailure(messageOf(error, 'Failed to verify domain')),
  });

  return (
    <FormDialog
      open
      busy={isNew}
      onClose={onClose}
      title={`Verify ${domain.domain}`}
      description="Add this TXT record to the DNS of the domain, and leave it there."
      submitLabel="Verify"
      onSubmit={submit}
      submitting={isSubmitting}
    >
      <Stack gap="4">
        <CodeBlock label="Name" text={domain.record_name} wrap />
        <CodeBlock label="Value" text={domain.record_value} wrap />
        {mailed ? (
          <TextField
            label="Code from the mail"
            placeholder="XXXXX-XXXXX"
            hint={`It was sent to postmaster@${domain.domain}, and works for an hour.`}
            autoComplete="one-time-code"
            autoCapitalize="characters"
            spellCheck={false}
            error={errors.code?.message}
            {...form.register('code')}
          />
        ) : (
          <Text fontSize="sm" color="fg.muted">
            No access to DNS?{' '}
            <Button
              variant="ghost"
              size="sm"
              loading={mail.isPending}
              onClick={() => mail.mutateAsync().catch(() => undefined)}
            >
              Mail a code to postmaster@{domain.domain}
            </Button>
          </Text>
        )}
        <FormMessage>{failure}</FormMessage>
      </Stack>
    </FormDialog>
  );
}
