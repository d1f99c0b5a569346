import { Box } from '@carrel/shared/ui';

/** Takes people who use the keyboard past the sidebar; seen only with the focus on it. */
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
          // The address stays as it is: a fragment in it would be another place to go back to.
          event.preventDefault();
          document.querySelector<HTMLElement>(`#${targetId}`)?.focus();
        }}
      >
        Skip to content
      </a>
    </Box>
  );
}
