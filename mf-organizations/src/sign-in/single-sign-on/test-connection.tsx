import { messageOf } from '@carrel/shared/api';
import { Box, Button, Flex, Text } from '@carrel/shared/ui';
import { StatusBadge } from '@carrel/shared/ui/signed-in';
import { useMutation } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';

import { testProvider } from '../../data/single-sign-on.api.ts';

interface TestConnectionProps {
  organizationId: string;
  /** Returns the issuer that was typed. */
  issuerOf: () => string;
}

/** Asks a provider what it says about itself, before it is saved. */
export function TestConnection({ organizationId, issuerOf }: TestConnectionProps) {
  const test = useMutation({ mutationFn: () => testProvider(organizationId, issuerOf()) });
  return (
    <Flex gap="3" wrap="wrap" align="center">
      <Button
        variant="secondary"
        loading={test.isPending}
        loadingText="Testing"
        onClick={() => test.mutateAsync().catch(() => undefined)}
      >
        Test connection
      </Button>
      <Box as="output" flex="1 1 14rem" minWidth="0" fontSize="sm" overflowWrap="anywhere">
        {test.isSuccess && (
          <StatusBadge
            icon={<CircleCheck />}
            label={
              test.data.backchannel_logout
                ? 'The provider was found'
                : 'The provider was found. It does not end sessions here.'
            }
            tone="success"
          />
        )}
        {test.isError && (
          <Text color="danger.fg">{messageOf(test.error, 'Failed to test the connection')}</Text>
        )}
      </Box>
    </Flex>
  );
}
