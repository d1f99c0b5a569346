import type { Group, GroupDetail, Member } from '@carrel/shared/contract';
import { Box, Button, ErrorState, Flex, Heading, Stack, Text } from '@carrel/shared/ui';
import { Badge, Dialog, Skeleton } from '@carrel/shared/ui/signed-in';

import { memberName } from '../data/member-name.ts';
import { useGroupPeople } from './use-group-people.ts';

interface GroupDialogProps {
  organizationId: string;
  group: Group;
  onClose: () => void;
}

/** Who is in a group, and what it has access to. */
export function GroupDialog({ organizationId, group, onClose }: GroupDialogProps) {
  const { members, group: detail, failure } = useGroupPeople(organizationId, group.id);

  const content = () => {
    if (failure !== undefined) return <ErrorState title="Failed to load the group" {...failure} />;
    if (members === undefined || detail === undefined) {
      return (
        <Box aria-busy>
          <Skeleton height="12rem" />
        </Box>
      );
    }
    return (
      <Stack gap="6">
        <People members={members} accountIds={detail.account_ids} />
        <Datasets datasets={detail.datasets} />
      </Stack>
    );
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title={group.name}
      description={
        group.provisioned ? 'Your directory keeps this group. It is changed there.' : undefined
      }
      footer={<Button onClick={onClose}>Close</Button>}
    >
      {content()}
    </Dialog>
  );
}

function People({ members, accountIds }: { members: readonly Member[]; accountIds: string[] }) {
  const isIn = new Set(accountIds);
  const people = members.filter(({ account }) => isIn.has(account.id));
  return (
    <Stack gap="2">
      <Heading as="h3" fontSize="sm">
        People
      </Heading>
      {people.length === 0 ? (
        <Text color="fg.muted">Nobody is in this group.</Text>
      ) : (
        <Stack
          as="ul"
          aria-label="People"
          gap="1"
          maxHeight="16rem"
          overflowY="auto"
          tabIndex={0}
          listStyleType="none"
        >
          {people.map((member) => (
            <li key={member.account.id}>{memberName(member)}</li>
          ))}
        </Stack>
      )}
    </Stack>
  );
}

function Datasets({ datasets }: Pick<GroupDetail, 'datasets'>) {
  return (
    <Stack gap="2">
      <Heading as="h3" fontSize="sm">
        Access to datasets
      </Heading>
      {datasets.length === 0 ? (
        <Text color="fg.muted">It was given access to none of the datasets that you see.</Text>
      ) : (
        <Stack as="ul" aria-label="Access to datasets" gap="1" listStyleType="none">
          {datasets.map(({ id, name, role }) => (
            <Flex as="li" key={id} justify="space-between" align="center" gap="3">
              <Box minWidth="0" overflowWrap="anywhere">
                {name}
              </Box>
              <Badge flexShrink={0}>{role}</Badge>
            </Flex>
          ))}
        </Stack>
      )}
    </Stack>
  );
}
