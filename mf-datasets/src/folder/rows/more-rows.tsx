import { Button, Flex, Spinner, Text } from '@carrel/shared/ui';

/** Whether a folder has more than what is loaded, and how far that is. */
export type More = 'none' | 'ready' | 'loading' | 'failed';

/** The foot of a folder that is not loaded to its end. */
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
      {/* Turning all the time, it would cost frames while nothing loads. */}
      {more === 'loading' && (
        <>
          <Spinner />
          <Text>Loading more</Text>
        </>
      )}
    </Flex>
  );
}
