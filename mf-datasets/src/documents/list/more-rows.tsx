import { Button, Flex, Spinner, Text } from '@carrel/shared/ui';

/** Whether a list has more pages, and the state of the next one. */
export type More = 'none' | 'ready' | 'loading' | 'failed';

/** The pages of a list, as its query returns them. */
export interface Pages {
  hasNextPage: boolean;
  isFetchNextPageError: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => unknown;
}

/** Returns whether a list that is loaded page by page has more of them. */
export function moreOf(pages: Pages): More {
  if (!pages.hasNextPage) return 'none';
  if (pages.isFetchingNextPage) return 'loading';
  return pages.isFetchNextPageError ? 'failed' : 'ready';
}

interface MoreRowsProps {
  more: More;
  onMore: () => unknown;
  /** What is said of a page that failed. */
  failed: string;
}

/** The last line of a list that has more pages. */
export function MoreRows({ more, onMore, failed }: MoreRowsProps) {
  if (more === 'none') return null;
  return (
    <Flex
      as="output"
      align="center"
      gap="3"
      px="4"
      minHeight="2.75rem"
      borderTopWidth="1px"
      borderColor="border.subtle"
      fontSize="sm"
      color="fg.muted"
    >
      {more === 'failed' && (
        <>
          <Text>{failed}</Text>
          <Button size="sm" onClick={() => void onMore()}>
            Retry
          </Button>
        </>
      )}
      {/* Only while loading: an animation costs frames. */}
      {more === 'loading' && (
        <>
          <Spinner />
          <Text>Loading more</Text>
        </>
      )}
    </Flex>
  );
}
