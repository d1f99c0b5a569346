import { Box } from '@carrel/shared/ui';

/** Lets keyboard users skip the sidebar; visible only with the focus. */
export function SkipLink({ targetId }: { targetId: string }) {
  return (
    <Box
      asChild
      position="fixed"
      top="2"
      left="2"
      zIndex="skipLink"
      px="3"
      py="2"
      bg="bg.raised"
      borderWidth="1px"
      borderRadius="md"
      boxShadow="raised"
      transform="translateY(-200%)"
      _focusVisible={{ transform: 'none' }}
    >
      <a
        href={`#${targetId}`}
        onClick={(event) => {
          // The URL stays unchanged: a fragment would be another entry in the history.
          event.preventDefault();
          document.querySelector<HTMLElement>(`#${targetId}`)?.focus();
        }}
      >
        Skip to content
      </a>
    </Box>
  );
}
