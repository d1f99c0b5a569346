import { Box, Button, Text } from '@carrel/shared/ui';
import { TriangleAlert } from 'lucide-react';

interface StatisticsErrorCardProps {
  retrying: boolean;
  onRetry: () => void;
}

/** Reports missing numbers; a low card, since the rest of the dashboard is shown. */
export function StatisticsErrorCard({ retrying, onRetry }: StatisticsErrorCardProps) {
  return (
    <Box
      role="alert"
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      gap="3"
      px={{ base: '4', md: '5' }}
      py="4"
      bg="bg.panel"
      borderWidth="1px"
      borderRadius="lg"
    >
      <Box
        as="span"
        display="grid"
        placeItems="center"
        boxSize="8"
        borderRadius="full"
        bg="danger.subtle"
        color="danger.fg"
      >
        <TriangleAlert size={16} aria-hidden />
      </Box>
      <Box flex="1 1 14rem" minWidth="0">
        <Text fontWeight="medium">Failed to load dashboard statistics</Text>
        <Text fontSize="sm" color="fg.muted">
          Some of the numbers could not be fetched.
        </Text>
      </Box>
      <Button onClick={onRetry} loading={retrying}>
        Retry
      </Button>
    </Box>
  );
}
