import { Box, Flex, Spinner, Text, VisuallyHidden } from '@carrel/shared/ui';
import { CircleAlert, Search } from 'lucide-react';
import { useId } from 'react';
import type { Ref } from 'react';

import type { SearchScope } from '../search-scope.ts';

interface SearchFieldProps {
  ref: Ref<HTMLInputElement>;
  scope: SearchScope;
  text: string;
  error: string | undefined;
  /** A request is under way. */
  busy: boolean;
  onType: (text: string) => void;
  onSubmit: () => void;
}

/** The field of the screen: results follow what is typed, and Enter searches at once. */
export function SearchField({ ref, scope, text, error, busy, onType, onSubmit }: SearchFieldProps) {
  const id = useId();
  const errorId = `${id}-error`;
  return (
    <Box as="search" display="block" mb="3">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        <VisuallyHidden asChild>
          <label htmlFor={id}>{`Search this ${scope.kind}`}</label>
        </VisuallyHidden>
        <Flex
          align="center"
          gap="2.5"
          height="2.75rem"
          px="3"
          bg="bg.panel"
          borderWidth="1px"
          borderColor={error === undefined ? 'border.control' : 'danger'}
          borderRadius="md"
          color="fg.muted"
          transition="border-color 120ms ease-out, box-shadow 120ms ease-out"
          _focusWithin={{
            borderColor: error === undefined ? 'accent' : 'danger',
            boxShadow: '0 0 0 1px {colors.accent}, 0 0 0 4px {colors.accent.subtle}',
          }}
        >
          <Search size={16} aria-hidden />
          <Box asChild flex="1" minWidth="0" height="full" bg="transparent" outline="none">
            <input
              ref={ref}
              id={id}
              type="search"
              value={text}
              placeholder="Words, names, or a question"
              autoComplete="off"
              autoCorrect="off"
              spellCheck={false}
              enterKeyHint="search"
              aria-invalid={error === undefined ? undefined : true}
              aria-describedby={error === undefined ? undefined : errorId}
              style={{ fontSize: '1rem', color: 'var(--c-colors-fg-default)' }}
              onChange={(event) => onType(event.target.value)}
              onBlur={onSubmit}
            />
          </Box>
          {busy && <Spinner />}
        </Flex>
      </form>
      {error !== undefined && (
        <Text id={errorId} display="flex" gap="1.5" mt="1.5" fontSize="xs" color="danger.fg">
          <Box as="span" flexShrink="0" pt="0.5">
            <CircleAlert size={13} aria-hidden />
          </Box>
          {error}
        </Text>
      )}
    </Box>
  );
}
