import { messageOf } from '@carrel/shared/api';
import { useOrganizationId } from '@carrel/shared/shell';
import { Button, toast } from '@carrel/shared/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';

import type { AccessObject } from '../access-object.ts';
import { takeAccess } from '../access.api.ts';
import { listKey } from '../access.queries.ts';

/** A button by which somebody who keeps a dataset or workspace becomes a Manager of it. */
export function TakeAccess({ object }: { object: AccessObject }) {
  const organizationId = useOrganizationId();
  const queryClient = useQueryClient();
  const taking = useMutation({
    mutationFn: () => takeAccess(organizationId, object),
    onSuccess: () => {
      toast.success('You have access now. The activity shows that you took it.');
      return queryClient.invalidateQueries({ queryKey: listKey(organizationId, object) });
    },
    onError: (error) => toast.error(messageOf(error, 'Failed to take access. Please try again.')),
  });
  return (
    <Button size="sm" loading={taking.isPending} onClick={() => taking.mutate()}>
      <KeyRound size={16} aria-hidden /> Take access
    </Button>
  );
}
