import { Box, Button, Link, Text, VisuallyHidden } from '@carrel/shared/ui';
import { Panel, Skeleton } from '@carrel/shared/ui/signed-in';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router-dom';

/** How many of each the dashboard shows. */
const RECENT_MAX = 3;

const ROW_HEIGHT = '3.75rem';
/** The height of a full list, so that nothing shifts when it has loaded. */
const LIST_HEIGHT = `calc(${RECENT_MAX} * ${ROW_HEIGHT})`;

interface RecentItem {
  id: string;
  name: string;
  description?: string | null | undefined;
}

interface RecentCardProps {
  title: string;
  /** The text for an empty list. */
  empty: string;
  items: readonly RecentItem[] | undefined;
  loading: boolean;
  action: 'Manage' | 'View';
  linkTo: (id: string) => string;
  /** Where the whole list is. */
  all: string;
}

/** The first few items of a list, each with a link. */
export function RecentCard({ title, empty, items, loading, action, linkTo, all }: RecentCardProps) {
  return (
    <Panel
      title={title}
      flush
      actions={
        <Link asChild variant="quiet" fontSize="sm" color="fg.muted">
          <RouterLink to={all}>
            View all<VisuallyHidden> of {title}</VisuallyHidden>
          </RouterLink>
        </Link>
      }
    >
      <Box minHeight={LIST_HEIGHT}>
        <Box as="ul" listStyleType="none">
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
          <Box display="grid" placeItems="center" height={LIST_HEIGHT} px="6" borderTopWidth="1px">
            <Text maxWidth="22rem" textAlign="center" color="fg.muted">
              {empty}
            </Text>
          </Box>
        )}
      </Box>
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
      height={ROW_HEIGHT}
      px={{ base: '4', md: '5' }}
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
      height={ROW_HEIGHT}
      px={{ base: '4', md: '5' }}
      borderTopWidth="1px"
    >
      <Skeleton width="40%" />
      <Skeleton width="70%" />
    </Box>
  );
}
