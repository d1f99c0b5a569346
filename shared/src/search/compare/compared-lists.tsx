import { Box, Button, Flex, Heading, Text } from '@carrel/shared/ui';
import { Tabs } from '@carrel/shared/ui/signed-in';
import { useState } from 'react';
import type { ReactNode } from 'react';

import type { SearchParams, Setting } from '../query/search-params.ts';
import type { Search } from '../query/use-search.ts';
import { ResultList } from '../results/result-list.tsx';
import type { SearchScope } from '../search-scope.ts';
import { movementsOf } from '../results/movement.ts';
import { SettingForm } from './setting-form.tsx';

const TABS = [
  { key: 'first', label: 'First' },
  { key: 'second', label: 'Second' },
] as const;

interface ComparedListsProps {
  scope: SearchScope;
  params: SearchParams;
  /** The setting of the second list. */
  setting: Setting;
  first: Search;
  second: Search;
  /** Shows one list at a time, in tabs. */
  narrow: boolean;
  onChange: (changes: Partial<SearchParams>) => void;
  onOpen: (documentId: string, open: boolean) => void;
}

/** The same search with two settings, and what moved between them. */
export function ComparedLists(props: ComparedListsProps) {
  const { scope, params, setting, first, second, narrow, onChange, onOpen } = props;
  const [shown, setShown] = useState<'first' | 'second'>('second');
  const answers = [first.data, second.data];
  // An answer of several results that a reranker should have ranked, and did not: the server has none.
  const lacksReranker = [params, setting].some(
    ({ rerank }, place) =>
      rerank && answers[place]?.took.rerank === null && answers[place].results.length > 1,
  );
  const hasReranker = !lacksReranker && answers.some((answer) => answer !== undefined);
  const areEqual =
    !first.isEarlier &&
    !second.isEarlier &&
    first.data !== undefined &&
    first.data.mode === second.data?.mode &&
    (lacksReranker || params.rerank === setting.rerank);
  const list = (name: string, search: Search, other: Search, form: ReactNode) => {
    // Results of an earlier search say nothing about this one.
    const isComparable = !search.isEarlier && !other.isEarlier && other.data !== undefined;
    const movements = isComparable
      ? movementsOf(search.data?.results ?? [], other.data?.results ?? [])
      : undefined;
    return (
      <Box as="section" aria-label={name} minWidth="0">
        {form}
        <Box mt="3">
          <ResultList
            scope={scope}
            params={params}
            search={search}
            movements={movements}
            onChange={onChange}
            onOpen={onOpen}
          />
        </Box>
      </Box>
    );
  };
  const lists = {
    first: list(
      'First list',
      first,
      second,
      <Head title="First" narrow={narrow}>
        <SettingForm
          list="First list"
          setting={params}
          answer={first.data}
          hasReranker={hasReranker}
          onChange={onChange}
        />
      </Head>,
    ),
    second: list(
      'Second list',
      second,
      first,
      <Head
        title="Second"
        narrow={narrow}
        action={
          <Button size="sm" onClick={() => onChange({ ...setting, compare: null })}>
            Use this setting
          </Button>
        }
      >
        <SettingForm
          list="Second list"
          setting={setting}
          answer={second.data}
          hasReranker={hasReranker}
          onChange={(compare) => onChange({ compare })}
        />
      </Head>,
    ),
  };
  const note = (
    // Both answers decide about it: its lines are there before them, and nothing moves.
    <Box mb="3" fontSize="sm" color="fg.muted" minHeight={narrow ? '2lh' : '1lh'}>
      {areEqual && (
        <Text role="note">
          {lacksReranker && first.data?.meaning.state === 'off'
            ? 'Both lists are ranked alike: this server has words alone.'
            : 'Both lists are ranked alike. Choose another setting for one of them.'}
        </Text>
      )}
    </Box>
  );
  if (narrow) {
    return (
      <>
        {note}
        <Tabs label="Lists" tabs={TABS} shown={shown} onShow={setShown} wide>
          {lists[shown]}
        </Tabs>
      </>
    );
  }
  return (
    <>
      {note}
      <Box
        display="grid"
        gap="8"
        gridTemplateColumns="repeat(2, minmax(0, 1fr))"
        alignItems="start"
      >
        {lists.first}
        {lists.second}
      </Box>
    </>
  );
}

interface HeadProps {
  title: string;
  narrow: boolean;
  action?: ReactNode;
  children: ReactNode;
}

function Head({ title, narrow, action, children }: HeadProps) {
  return (
    <>
      <Flex align="center" justify="space-between" minHeight="var(--control-sm)" mb="2">
        {!narrow && <Heading fontSize="sm">{title}</Heading>}
        {action}
      </Flex>
      {children}
    </>
  );
}
