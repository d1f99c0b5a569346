import { Button, Flex, Spinner, Text } from '@carrel/shared/ui';

/** Whether a folder has more pages, and the state of the next one. */
export type More = 'none' | 'ready' | 'loading' | 'failed';

/** The last line of a folder that has more pages. */
export function MoreRows({ more, onMore }: { more: More; onMore: () => unknown }) {
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
          <Text>Failed to fetch navigation</Text>
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
