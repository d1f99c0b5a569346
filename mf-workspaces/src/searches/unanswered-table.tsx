import type { SearchLog } from '@carrel/shared/contract';
import { consolePaths } from '@carrel/shared/paths';
import { Text } from '@carrel/shared/ui';
import { DataTable, RelativeTime } from '@carrel/shared/ui/signed-in';
import { useNavigate } from 'react-router-dom';

type Question = SearchLog['unanswered'][number];

const COLUMNS = [
  {
    key: 'query',
    header: 'Question',
    cell: ({ query }: Question) => (
      <Text as="span" overflowWrap="anywhere" whiteSpace="normal" dir="auto">
        {query}
      </Text>
    ),
  },
  {
    key: 'times',
    header: 'Times',
    align: 'end' as const,
    cell: ({ times }: Question) => times.toLocaleString('en-US'),
  },
  {
    key: 'last',
    header: 'Last asked',
    cell: ({ last_at: lastAt }: Question) => <RelativeTime value={lastAt} />,
  },
];

interface UnansweredTableProps {
  workspaceId: string;
  questions: readonly Question[];
}

/** Questions without results, the most frequent first, each with the way to search again. */
export function UnansweredTable({ workspaceId, questions }: UnansweredTableProps) {
  const navigate = useNavigate();
  return (
    <DataTable
      label="Questions without results"
      columns={COLUMNS}
      rows={questions}
      rowKey={({ query }) => query}
      actions={({ query }) => {
        const to = consolePaths.workspaceSearch(workspaceId, query);
        return [{ label: 'Search again', prominent: true, to, onSelect: () => navigate(to) }];
      }}
    />
  );
}
