import { describeFailure } from '@carrel/shared/api';
import { FOUND_TOTAL_MAX, RETRY_DOCUMENTS_MAX } from '@carrel/shared/contract';
import type { FoundDocument } from '@carrel/shared/contract';
import { consolePaths } from '@carrel/shared/paths';
import { countText } from '@carrel/shared/search';
import { useOrganizationId } from '@carrel/shared/shell';
import { ErrorState, Flex, Text } from '@carrel/shared/ui';
import { useIsNarrow } from '@carrel/shared/ui/signed-in';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';

import { documentsChosen } from '../../data/chosen-documents.ts';
import type { PollingState } from '../../data/documents.queries.ts';
import { FolderSkeleton } from '../folder/folder-skeleton.tsx';
import { useSelection } from '../../parts/selection/choosing/use-selection.ts';
import { DocumentList } from '../list/document-list.tsx';
import { LazyRowMenu } from '../list/lazy-row-menu.ts';
import { ListFrame } from '../list/list-frame.tsx';
import type { MenuRequest } from '../list/menu-request.ts';
import { FilterChips } from './filters/filter-chips.tsx';
import { FoundSelectionBar } from './found-selection-bar.tsx';
import { foundView } from './found-view.tsx';
import { NothingFound } from './nothing-found.tsx';
import { findQueryOf } from '../../data/find/find-params.ts';
import type { FindParams } from '../../data/find/find-params.ts';
import { foundQuery } from '../../data/find/find.queries.ts';
import { SortChoice } from './sort-choice.tsx';

interface FoundDocumentsProps {
  datasetId: string;
  params: FindParams;
  polling: PollingState;
  onChange: (changes: Partial<FindParams>) => void;
}

/** The documents of a dataset that were asked for, as one list. */
export function FoundDocuments({ datasetId, params, polling, onChange }: FoundDocumentsProps) {
  const request = findQueryOf(params);
  const query = useInfiniteQuery(foundQuery(useOrganizationId(), datasetId, request, polling));
  const { data } = query;
  const documents = useMemo(() => data?.pages.flatMap((page) => page.documents), [data]);
  const ids = useMemo(() => (documents ?? []).map(({ id }) => id), [documents]);
  const selection = useSelection(JSON.stringify(request), ids);
  const isNarrow = useIsNarrow();

  const last = data?.pages.at(-1);
  const total = last?.total;
  const isMore = last?.total_is_more === true;
  const isEarlier = query.isPlaceholderData;

  const selectAll = () => selection.choose(ids.slice(0, RETRY_DOCUMENTS_MAX));
  const navigate = useNavigate();
  const open = useCallback(
    ({ id }: FoundDocument) => void navigate(consolePaths.document(datasetId, id)),
    [navigate, datasetId],
  );

  const [sought, setSought] = useState<{ path: string } | null>(null);
  const [asked, setAsked] = useState<MenuRequest<FoundDocument> | null>(null);
  const seek = (path: string) => setSought({ path });
  const selected = () =>
    selection.ids.length === 0 ? undefined : documentsChosen([...selection.ids]);

  return (
    <ListFrame
      label="Found documents"
      busy={isEarlier}
      selection={selection}
      renderActions={(clear) => (
        <FoundSelectionBar
          datasetId={datasetId}
          documents={documents ?? []}
          total={total ?? ids.length}
          isMore={isMore}
          selection={selection}
          onSelectAll={selectAll}
          onClear={clear}
          onRenamed={seek}
        />
      )}
    >
      <Flex align="center" wrap="wrap" columnGap="3" rowGap="1" minHeight="10" mb="2">
        <FilterChips params={params} onChange={onChange} />
        {/* Where it moves nothing when it comes. */}
        <Text
          as="output"
          order={isNarrow ? -1 : 0}
          flex={isNarrow ? '0 0 100%' : '1'}
          minHeight="1.25rem"
          textAlign={isNarrow ? 'start' : 'end'}
          fontSize="sm"
          fontWeight="medium"
          whiteSpace="nowrap"
          opacity={isEarlier ? 0.6 : 1}
        >
          {total !== undefined && totalText(total, isMore)}
        </Text>
        {isNarrow && <SortChoice sort={params.sort} order={params.order} onChange={onChange} />}
      </Flex>
      {documents === undefined ? (
        query.isError ? (
          <ErrorState
            title="Failed to fetch documents"
            {...describeFailure(query.error)}
            retryLabel="Retry"
            retrying={query.isFetching}
            onRetry={() => void query.refetch()}
          />
        ) : (
          <FolderSkeleton />
        )
      ) : documents.length === 0 ? (
        <NothingFound params={params} onChange={onChange} />
      ) : (
        <DocumentList
          datasetId={datasetId}
          label="Found documents"
          view={foundView}
          entries={documents}
          pages={query}
          failed="Failed to fetch documents"
          selection={selection}
          onSelectAll={selectAll}
          order={{ sort: params.sort, order: params.order, onChange }}
          total={total === undefined ? undefined : { count: total, isMore }}
          onOpen={open}
          onMenu={setAsked}
          sought={sought}
        />
      )}
      {asked !== null && (
        <LazyRowMenu
          datasetId={datasetId}
          asked={asked}
          entries={documents ?? []}
          selection={selection}
          own={chosenOf(asked.entry)}
          selected={selected()}
          onOpen={() => open(asked.entry)}
          onSeek={seek}
        />
      )}
    </ListFrame>
  );
}

const chosenOf = ({ id, name, path }: FoundDocument) => ({ ...documentsChosen([id], name), path });

/** Returns how many documents were found, in words. */
function totalText(total: number, isMore: boolean): string {
  if (isMore) return `More than ${countText(FOUND_TOTAL_MAX)} documents`;
  return total === 1 ? '1 document' : `${countText(total)} documents`;
}
