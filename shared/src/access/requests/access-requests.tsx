import { messageOf } from '@carrel/shared/api';
import type { AccessRequest, AccessRole } from '@carrel/shared/contract';
import { useOrganizationId } from '@carrel/shared/shell';
import { Box, Button, Flex, Heading, Text, toast } from '@carrel/shared/ui';
import { formatDate } from '@carrel/shared/ui/signed-in';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';

import type { Named } from '../access-draft.ts';
import type { AccessObject } from '../access-object.ts';
import { grantAccess, refuseAccess } from '../access.api.ts';
import { listKey } from '../access.queries.ts';
import { RoleSelect } from '../role-select.tsx';

interface AccessRequestsProps {
  object: AccessObject;
  requests: readonly AccessRequest[];
  onGranted: (person: Named) => void;
}

/** Those who ask for access to a dataset or workspace, each to be granted with a role, or refused. */
export function AccessRequests({ object, requests, onGranted }: AccessRequestsProps) {
  const headingId = useId();
  const list = useRef<HTMLUListElement>(null);
  /** The buttons go with their row, and the focus with them. */
  const focusOther = (index: number) => {
    const rows = list.current?.querySelectorAll('li');
    const other = rows?.[index + 1] ?? rows?.[index - 1];
    other?.querySelector('button')?.focus();
  };
  return (
    <Box as="section" aria-labelledby={headingId}>
      <Heading as="h3" id={headingId} fontSize="md">
        Requests
      </Heading>
      <Box asChild css={ROWS}>
        <ul ref={list} aria-labelledby={headingId}>
          {requests.map((request, index) => (
            <RequestRow
              key={request.account_id}
              object={object}
              request={request}
              onGranted={onGranted}
              onDecided={() => focusOther(index)}
            />
          ))}
        </ul>
      </Box>
    </Box>
  );
}

interface RequestRowProps extends Pick<AccessRequestsProps, 'object' | 'onGranted'> {
  request: AccessRequest;
  onDecided: () => void;
}

function RequestRow({ object, request, onGranted, onDecided }: RequestRowProps) {
  const { account_id: id, address, reason } = request;
  // A person may have no name yet.
  const name = request.name.trim() === '' ? id : request.name;
  const organizationId = useOrganizationId();
  const queryClient = useQueryClient();
  const [role, setRole] = useState<AccessRole>('Reader');
  // Somebody else may have decided: then the row goes too.
  const onSettled = () =>
    queryClient.invalidateQueries({ queryKey: listKey(organizationId, object) });
  const granting = useMutation({
    mutationFn: () => grantAccess(organizationId, object, id, { role }),
    onSuccess: () => {
      toast.success(`${name} now has access.`);
      onGranted({ kind: 'person', id, name, role });
      onDecided();
    },
    onError: (error) =>
      toast.error(messageOf(error, 'Failed to grant the access. Please try again.')),
    onSettled,
  });
  const refusing = useMutation({
    mutationFn: () => refuseAccess(organizationId, object, id),
    onSuccess: () => {
      toast.success(`The request of ${name} was refused.`);
      onDecided();
    },
    onError: (error) =>
      toast.error(messageOf(error, 'Failed to refuse the request. Please try again.')),
    onSettled,
  });
  const isDeciding = granting.isPending || refusing.isPending;
  return (
    <Flex as="li" wrap="wrap" align="center" gap="2" py="3">
      <Box flex="1 1 14rem" minWidth="0">
        <Text overflowWrap="anywhere" lineHeight="1.3">
          {name}
        </Text>
        <Text fontSize="xs" color="fg.muted" overflowWrap="anywhere">
          {address} · {formatDate(request.requested_at)}
        </Text>
        {reason !== '' && (
          <Text mt="1" fontSize="sm" overflowWrap="anywhere" whiteSpace="pre-line">
            {reason}
          </Text>
        )}
      </Box>
      <RoleSelect
        label={`Role for ${name}`}
        role={role}
        onChange={(to) => setRole(to as AccessRole)}
      />
      <Button
        size="sm"
        aria-label={`Grant access to ${name}`}
        loading={granting.isPending}
        disabled={isDeciding}
        onClick={() => granting.mutate()}
      >
        Grant
      </Button>
      <Button
        size="sm"
        variant="ghost"
        aria-label={`Refuse access to ${name}`}
        loading={refusing.isPending}
        disabled={isDeciding}
        onClick={() => refusing.mutate()}
      >
        Refuse
      </Button>
    </Flex>
  );
}

const ROWS = { listStyleType: 'none', '& > li + li': { borderTopWidth: '1px' } };
