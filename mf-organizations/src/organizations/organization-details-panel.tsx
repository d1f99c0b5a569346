import { GUEST, type Organization } from '@carrel/shared/contract';
import { Box, Stack, Text } from '@carrel/shared/ui';
import { Badge, Panel } from '@carrel/shared/ui/signed-in';
import type { ReactNode } from 'react';

interface OrganizationDetailsPanelProps {
  organization: Organization;
  roleName: string;
}

export function OrganizationDetailsPanel({
  organization,
  roleName,
}: OrganizationDetailsPanelProps) {
  const description = organization.description ?? '';

  return (
    <Panel title="Details">
      <Stack as="dl" gap="4">
        <Detail term="Name">{organization.name}</Detail>
        <Detail term="Your Role">
          <Badge tone="neutral">{roleName}</Badge>
        </Detail>
        {roleName !== GUEST && (
          <Detail term="Description">
            {description === '' ? (
              <Text as="span" color="fg.muted">
                No description provided
              </Text>
            ) : (
              description
            )}
          </Detail>
        )}
      </Stack>
    </Panel>
  );
}

function Detail({ term, children }: { term: string; children: ReactNode }) {
  return (
    <Box>
      <Text as="dt" fontSize="xs" color="fg.muted">
        {term}
      </Text>
      <Box as="dd" overflowWrap="anywhere">
        {children}
      </Box>
    </Box>
  );
}
