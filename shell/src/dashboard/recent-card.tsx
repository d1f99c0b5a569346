import { Box, Button, Link, Text, VisuallyHidden } from '@carrel/shared/ui';
import { Panel, Skeleton } from '@carrel/shared/ui/workbench';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router-dom';

/** How many of each the dashboard shows. */
const RECENT_MAX = 3;

interface RecentItem {
  id: string;
  name: string;
  description?: string | null | undefined;
}

interface RecentCardProps {
  title: string;
  /** What is said when there is none. */
  empty: string;
  items: readonly RecentItem[] | undefined;
  loading: boolean;
  action: 'Manage' | 'View';
  linkTo: (id: string) => string;
  /** Where the whole list is. */
  all: string;
}

/** The first few of a list, each with the way to it. */
export function RecentCard({ title, empty, items, loading, action, linkTo, all }: RecentCardProps) {
  return (
    <Panel
      title={title}
      flush
      actions={
        <Link asChild fontSize="sm">
          <RouterLink to={all}>
            View all<VisuallyHidden> of {title}</VisuallyHidden>
          </RouterLink>
        </Link>
      }
    >
      <Box as="ul" listStyleType="none" mt="3">
        {loading && ['first', 'second', 'third'].map((key) => <RecentSkeleton key={key} />)}
        {items?.slice(0, RECENT_MAX).map(({ id, name, description }) => (
          <RecentRow
            key={id}
            name={name}
            description={description === '' ? undefined : description}
            action={
              <Button asChild size="sm">
                <RouterLink to={linkTo(id)}>
                  {action}
                  <VisuallyHidden> {name}</VisuallyHidden>
                </RouterLink>
              </Button>
            }
          />
        ))}
      </Box>
      {items?.length === 0 && (
        <Text px={{ base: '4', md: '5' }} pb="4" color="fg.muted">
          {empty}
        </Text>
      )}
    </Panel>
  );
}

interface RecentRowProps {
  name: ReactNode;
  description: ReactNode;
  action: ReactNode;
}

function RecentRow({ name, description, action }: RecentRowProps) {
  return (
    <Box
      as="li"
      display="flex"
      alignItems="center"
      gap="3"
      minHeight="3.5rem"
      px={{ base: '4', md: '5' }}
      py="2"
      borderTopWidth="1px"
    >
      <Box flex="1" minWidth="0">
        <Text fontWeight="medium" truncate>
          {name}
        </Text>
        <Text fontSize="sm" color="fg.muted" truncate>
          {description ?? 'No description'}
        </Text>
      </Box>
      {action}
    </Box>
  );
}

function RecentSkeleton() {
  return (
    <Box
      as="li"
      aria-hidden
      display="grid"
      alignContent="center"
      gap="2"
      minHeight="3.5rem"
      px={{ base: '4', md: '5' }}
      borderTopWidth="1px"
    >
      <Skeleton width="40%" />
      <Skeleton width="70%" />
    </Box>
  );
}
