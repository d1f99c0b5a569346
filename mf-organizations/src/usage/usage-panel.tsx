import { describeFailure, isApiError } from '@carrel/shared/api';
import type { Organization, QuotaName, Usage } from '@carrel/shared/contract';
import { Box, ErrorState, Grid, Text } from '@carrel/shared/ui';
import { formatSize, Panel, ProgressBar } from '@carrel/shared/ui/signed-in';
import { useQuery } from '@tanstack/react-query';

import { usageQuery } from '../data/usage.queries.ts';

const NAMES: readonly { name: QuotaName; term: string }[] = [
  { name: 'documents', term: 'Documents' },
  { name: 'bytes', term: 'Stored archives' },
  { name: 'members', term: 'Members' },
  { name: 'guests', term: 'Guests' },
  { name: 'datasets', term: 'Datasets' },
];

const countText = (count: number) => count.toLocaleString('en-US');

const sizeText = (bytes: number) => formatSize(bytes, { decimals: 1 });

/** How much an organization uses, and its limits. Hidden for servers that have none. */
export function UsagePanel({ organization }: { organization: Organization }) {
  const usage = useQuery(usageQuery(organization.id));
  if (usage.data === undefined) {
    if (!usage.isError || (isApiError(usage.error) && usage.error.status === 404)) return null;
    return (
      <Panel title="Usage">
        <ErrorState
          title="Failed to load usage"
          {...describeFailure(usage.error)}
          retrying={usage.isFetching}
          onRetry={() => void usage.refetch()}
        />
      </Panel>
    );
  }
  const { data } = usage;
  return (
    <Panel title="Usage">
      <Grid as="dl" gap="5" templateColumns={{ base: '1fr', md: '1fr 1fr' }}>
        {NAMES.map(({ name, term }) => {
          const figure = data[name];
          if (figure === undefined) return null;
          const textOf = name === 'bytes' ? sizeText : countText;
          return <Figure key={name} term={term} textOf={textOf} {...figure} />;
        })}
      </Grid>
    </Panel>
  );
}

type FigureProps = NonNullable<Usage[QuotaName]> & {
  term: string;
  textOf: (count: number) => string;
};

function Figure({ term, used, limit, textOf }: FigureProps) {
  const isFull = limit !== undefined && used >= limit;
  return (
    <Box>
      <Text as="dt" fontSize="xs" color="fg.muted">
        {term}
      </Text>
      <Box as="dd" fontVariantNumeric="tabular-nums">
        {limit === undefined ? textOf(used) : `${textOf(used)} of ${textOf(limit)}`}
        {isFull && (
          <Text as="span" color="danger.fg">
            {' '}
            Limit reached
          </Text>
        )}
        {limit !== undefined && (
          <Box mt="2">
            <ProgressBar label={term} value={limit === 0 ? 100 : (used / limit) * 100} />
          </Box>
        )}
      </Box>
    </Box>
  );
}
