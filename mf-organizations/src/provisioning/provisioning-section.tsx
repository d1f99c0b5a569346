import { describeFailure } from '@carrel/shared/api';
import type { Organization } from '@carrel/shared/contract';
import type { ProvisionedGroup, Provisioning } from '@carrel/shared/contract/sign-in';
import { Button, ErrorState, Link, Stack, Text } from '@carrel/shared/ui';
import {
  CodeBlock,
  EmptyState,
  Panel,
  SettingsSection,
  Skeleton,
} from '@carrel/shared/ui/signed-in';
import { useQuery } from '@tanstack/react-query';
import { UserCog, Users } from 'lucide-react';
import { useState } from 'react';
import { Link as RouterLink } from 'react-router-dom';

import { ChooseRoleDialog } from './choose-role-dialog.tsx';
import { GroupsTable } from './groups-table.tsx';
import { changeDefaultRole, changeGroupRole } from '../data/provisioning.api.ts';
import { provisioningQuery } from '../data/provisioning.queries.ts';

interface ProvisioningSectionProps {
  organization: Organization;
  roleName: string;
}

/** How a directory adds and removes members, and which roles its groups give. */
export function ProvisioningSection({ organization, roleName }: ProvisioningSectionProps) {
  const provisioning = useQuery(provisioningQuery(organization.id));

  const content = () => {
    if (provisioning.isPending) return <Skeleton height="16rem" />;
    if (provisioning.data === undefined) {
      return (
        <ErrorState
          title="Failed to load provisioning"
          {...describeFailure(provisioning.error)}
          retrying={provisioning.isFetching}
          onRetry={() => void provisioning.refetch()}
        />
      );
    }
    return (
      <ProvisioningPanels
        organization={organization}
        provisioning={provisioning.data}
        mayChange={roleName === 'Owner'}
      />
    );
  };

  return (
    <SettingsSection
      title="Provisioning"
      description="Your directory, such as Microsoft Entra ID or Okta, adds and removes members by SCIM 2.0."
    >
      {content()}
    </SettingsSection>
  );
}

interface ProvisioningPanelsProps {
  organization: Organization;
  provisioning: Provisioning;
  mayChange: boolean;
}

function ProvisioningPanels({ organization, provisioning, mayChange }: ProvisioningPanelsProps) {
  const [chosen, setChosen] = useState<ProvisionedGroup | 'default' | null>(null);
  const { base_url: baseUrl, default_role: defaultRole, users, groups } = provisioning;
  const close = () => setChosen(null);

  return (
    <Stack gap="6">
      <Panel title="Connection" description={describeUsers(users)}>
        <Stack gap="3">
          <CodeBlock label="SCIM base URL" text={baseUrl} wrap />
          <Text fontSize="sm" color="fg.muted">
            The bearer token is an{' '}
            <Link asChild>
              <RouterLink to={{ search: '?view=api-keys' }}>API key</RouterLink>
            </Link>{' '}
            that provisions members, which an Owner creates.
          </Text>
        </Stack>
      </Panel>
      <Panel
        title="Default role"
        description={`Members are ${defaultRole}s where none of their groups has a role.`}
        actions={
          mayChange && (
            <Button variant="secondary" onClick={() => setChosen('default')}>
              <UserCog size={16} aria-hidden /> Change
            </Button>
          )
        }
      />
      <Panel
        title="Groups"
        description="A member has the highest role of their groups. Owners are never changed."
        flush={groups.length > 0}
      >
        {groups.length === 0 ? (
          <EmptyState
            icon={<Users />}
            title="No groups"
            description="Groups are listed here once the directory has sent them."
          />
        ) : (
          <GroupsTable groups={groups} onChoose={mayChange ? setChosen : undefined} />
        )}
      </Panel>
      {chosen === 'default' && (
        <ChooseRoleDialog
          organization={organization}
          title="Change the default role"
          hint="Applies at once to members of the directory whose groups have no role."
          role={defaultRole}
          change={(role) => changeDefaultRole(organization.id, role ?? 'Viewer')}
          onClose={close}
        />
      )}
      {chosen !== null && chosen !== 'default' && (
        <ChooseRoleDialog
          organization={organization}
          title={`Role of ${chosen.name}`}
          hint="Applies at once to the members of the group, unless another group gives them a higher role."
          role={chosen.role}
          none="None"
          change={(role) => changeGroupRole(organization.id, chosen.id, role)}
          onClose={close}
        />
      )}
    </Stack>
  );
}

const numbers = new Intl.NumberFormat('en-US');
const counted = (count: number, noun: string) =>
  `${numbers.format(count)} ${noun}${count === 1 ? '' : 's'}`;

/** "12 users, 9 of them members, 2 invited." */
function describeUsers({ total, members, invited }: Provisioning['users']): string {
  if (total === 0) return 'The directory has not sent any users yet.';
  const invitations = invited === 0 ? '' : `, ${numbers.format(invited)} invited`;
  return `${counted(total, 'user')}, ${numbers.format(members)} of them ${members === 1 ? 'a member' : 'members'}${invitations}.`;
}
