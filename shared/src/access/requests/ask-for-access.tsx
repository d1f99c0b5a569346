import { messageOf } from '@carrel/shared/api';
import { ACCESS_REASON_MAX, ACCESS_REFUSED_DAYS } from '@carrel/shared/contract';
import type { KnownObject } from '@carrel/shared/contract';
import { useOrganizationId } from '@carrel/shared/shell';
import { Button, Stack, TextAreaField, toast } from '@carrel/shared/ui';
import { EmptyState, formatDate } from '@carrel/shared/ui/signed-in';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import { useState } from 'react';

import type { AccessObject } from '../access-object.ts';
import { requestAccess } from '../access.api.ts';
import { knownQuery } from '../access.queries.ts';

interface AskForAccessProps {
  object: AccessObject;
  known: KnownObject;
}

/** Shown in place of a dataset or workspace that the user cannot see, and may ask for access to. */
export function AskForAccess({ object, known }: AskForAccessProps) {
  const { text, mayAsk } = stateOf(object, known);
  return (
    <EmptyState
      icon={<Lock />}
      title={`You cannot see ${known.name}`}
      description={text}
      action={mayAsk ? <RequestForm object={object} /> : undefined}
    />
  );
}

/** Returns what is said of the request, and whether another can be made. */
function stateOf(
  { kind }: AccessObject,
  { requested_at: requested, refused_at: refused }: KnownObject,
): { text: string; mayAsk: boolean } {
  if (requested === null) {
    const text = `Only some people see this ${kind}. Those who decide get a mail when you ask.`;
    return { text, mayAsk: true };
  }
  if (refused === null) {
    return { text: `You asked for access on ${formatDate(requested)}.`, mayAsk: false };
  }
  const text = `Your request was refused on ${formatDate(refused)}.`;
  const again = new Date(refused);
  again.setUTCDate(again.getUTCDate() + ACCESS_REFUSED_DAYS);
  if (again.getTime() <= Date.now()) return { text, mayAsk: true };
  return {
    text: `${text} You can ask again on ${formatDate(again.toISOString())}.`,
    mayAsk: false,
  };
}

function RequestForm({ object }: { object: AccessObject }) {
  const organizationId = useOrganizationId();
  const queryClient = useQueryClient();
  const [reason, setReason] = useState('');
  const asking = useMutation({
    mutationFn: () => requestAccess(organizationId, object, { reason }),
    onSuccess: () => toast.success('You have asked for access.'),
    onError: (error) => toast.error(messageOf(error, 'Failed to ask. Please try again.')),
    // It may be there by now, or not known any more.
    onSettled: () => queryClient.invalidateQueries(knownQuery(organizationId, object)),
  });
  return (
    <Stack asChild gap="3" width="min(24rem, 72vw)" textAlign="start">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          asking.mutate();
        }}
      >
        <TextAreaField
          label="Reason"
          hint="Optional. It is sent with your request."
          maxLength={ACCESS_REASON_MAX}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
        <Button type="submit" variant="primary" loading={asking.isPending}>
          Ask for access
        </Button>
      </form>
    </Stack>
  );
}
