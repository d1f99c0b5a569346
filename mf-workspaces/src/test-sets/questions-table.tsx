import type { TestQuestion } from '@carrel/shared/contract';
import { consolePaths } from '@carrel/shared/paths';
import { counted } from '@carrel/shared/search';
import { useUrlTexts } from '@carrel/shared/shell';
import { Button, Link, Text } from '@carrel/shared/ui';
import { Badge, DataTable, EmptyState, SearchableList } from '@carrel/shared/ui/signed-in';
import type { TableColumn } from '@carrel/shared/ui/signed-in';
import { SearchX, Trash2 } from 'lucide-react';
import { memo, useMemo } from 'react';
import { Link as RouterLink } from 'react-router-dom';

import { FirstRight } from './comparison/rank-words.tsx';
import { figureText } from './plot/figure-words.ts';
import { VERDICT_LABELS } from '../data/verdict-labels.ts';

interface QuestionsTableProps {
  workspaceId: string;
  questions: readonly TestQuestion[] | undefined;
  /** Its identity has to be stable. Undefined for those who may not delete one. */
  onDelete: ((question: TestQuestion) => void) | undefined;
}

const isBad = ({ verdict }: TestQuestion) => verdict === 'wrong';

const ORDERS = [
  { value: '', label: 'As added' },
  {
    value: 'result',
    label: 'Worst result first',
    apply: (rows: readonly TestQuestion[]) =>
      rows.toSorted((a, b) => (a.last?.ndcg ?? 2) - (b.last?.ndcg ?? 2)),
  },
  {
    value: 'bad',
    label: 'Bad answers first',
    apply: (rows: readonly TestQuestion[]) =>
      rows.toSorted((a, b) => Number(isBad(b)) - Number(isBad(a))),
  },
];

const textOf = ({ query }: TestQuestion) => query;

const columnsOf = (workspaceId: string, hasRatings: boolean): TableColumn<TestQuestion>[] => [
  {
    key: 'query',
    header: 'Question',
    cell: ({ query }) => (
      <Link asChild variant="quiet">
        <RouterLink dir="auto" to={consolePaths.workspaceSearch(workspaceId, query)}>
          {query}
        </RouterLink>
      </Link>
    ),
  },
  ...(hasRatings ? [{ key: 'rating', header: 'Rating', cell: Rating }] : []),
  { key: 'answers', header: 'Right answers', cell: Answers },
  { key: 'last', header: 'Last run', cell: LastRun },
  {
    key: 'ndcg',
    header: 'nDCG@10',
    align: 'end',
    cell: ({ last }) => (last ? figureText(last.ndcg) : '–'),
  },
];

/** The questions with their result in the last run, each with the way to its search. */
export const QuestionsTable = memo(function QuestionsTable(props: QuestionsTableProps) {
  const { workspaceId, questions, onDelete } = props;
  const [{ q, sort }, setTexts] = useUrlTexts(['q', 'sort']);
  const hasRatings = questions?.some(({ verdict }) => typeof verdict === 'string') ?? false;
  const columns = useMemo(() => columnsOf(workspaceId, hasRatings), [workspaceId, hasRatings]);
  return (
    <SearchableList
      searchLabel="Search questions"
      search={q}
      onSearch={(text) => setTexts({ q: text })}
      rows={questions}
      textOf={textOf}
      choice={{
        label: 'Order',
        options: ORDERS,
        value: ORDERS.some(({ value }) => value === sort) ? sort : '',
        onChange: (value) => setTexts({ sort: value }),
      }}
      plural="questions"
      renderNothing={() => (
        <EmptyState
          icon={<SearchX aria-hidden />}
          title="No question matches"
          action={<Button onClick={() => setTexts({ q: '' })}>Clear search</Button>}
        />
      )}
    >
      {(found) => (
        <DataTable
          label="Questions"
          loading={found === undefined}
          rows={found ?? []}
          rowKey={({ id }) => id}
          columns={columns}
          actions={
            onDelete === undefined
              ? undefined
              : (question) => [
                  {
                    label: 'Delete',
                    icon: <Trash2 aria-hidden />,
                    danger: true,
                    onSelect: () => onDelete(question),
                  },
                ]
          }
        />
      )}
    </SearchableList>
  );
});

function Rating({ verdict }: TestQuestion) {
  if (verdict === null || verdict === undefined) return '–';
  return <Badge tone={verdict === 'right' ? 'success' : 'danger'}>{VERDICT_LABELS[verdict]}</Badge>;
}

function Answers({ answers, missing }: TestQuestion) {
  if (missing === 0) return answers.toLocaleString('en-US');
  return (
    <>
      {answers.toLocaleString('en-US')}{' '}
      <Badge tone="warning" title="Their documents are not in the datasets of this workspace.">
        {counted(missing, 'document')} missing
      </Badge>
    </>
  );
}

function LastRun({ last }: TestQuestion) {
  return last === null || last === undefined ? (
    <Text as="span" color="fg.muted">
      Not asked yet
    </Text>
  ) : (
    <FirstRight rank={last.first_right} />
  );
}
