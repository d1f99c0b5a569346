import { Box, Flex, IconButton, Spinner, Text, VisuallyHidden } from '@carrel/shared/ui';
import { CircleAlert, CircleQuestionMark, Search } from 'lucide-react';
import { memo, useId, useState } from 'react';
import type { Ref } from 'react';

import type { SearchScope } from '../search-scope.ts';
import { QueryHelp } from './query-help.tsx';
import { faultOf } from './search-request.ts';

interface SearchFieldProps {
  ref: Ref<HTMLInputElement>;
  kind: SearchScope['kind'];
  /** What is searched for. */
  q: string;
  /** Changes where `q` replaces what was typed. */
  replaced: number;
  /** What the server says is wrong with the text. */
  fault: string | undefined;
  /** A request is under way. */
  busy: boolean;
  onType: (text: string) => void;
  onSubmit: () => void;
}

/**
 * The field of the screen: results follow what is typed, and Enter searches at once. It holds what is typed
 * itself, so that a key renders nothing else.
 */
export const SearchField = memo(function SearchField(props: SearchFieldProps) {
  const { ref, kind, q, replaced, fault, busy, onType, onSubmit } = props;
  const [typed, setTyped] = useState({ text: q, replaced });
  if (typed.replaced !== replaced) setTyped({ text: q, replaced });
  const [isHelped, setHelped] = useState(false);
  const id = useId();
  const helpId = `${id}-help`;
  const errorId = `${id}-error`;
  const error = faultOf(typed.text) ?? fault;
  return (
    <Box as="search" display="block" flex="1" minWidth="0">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        <VisuallyHidden asChild>
          <label htmlFor={id}>{`Search this ${kind}`}</label>
        </VisuallyHidden>
        <Flex
          align="center"
          gap="2.5"
          height="2.75rem"
          ps="3"
          pe="1.5"
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
              value={typed.text}
              placeholder="Words, names, or a question"
              autoComplete="off"
              autoCorrect="off"
              spellCheck={false}
              enterKeyHint="search"
              aria-invalid={error === undefined ? undefined : true}
              aria-describedby={error === undefined ? undefined : errorId}
              style={{ fontSize: '1rem', color: 'var(--c-colors-fg-default)' }}
              onChange={(event) => {
                setTyped({ text: event.target.value, replaced });
                onType(event.target.value);
              }}
              onBlur={onSubmit}
            />
          </Box>
          {busy && (
            // Most responses come before it appears.
            <Box as="span" animation="appear 150ms ease-out 250ms both">
              <Spinner display="block" />
            </Box>
          )}
          <IconButton
            size="sm"
            type="button"
            label="How to search"
            title="How to search"
            aria-expanded={isHelped}
            aria-controls={isHelped ? helpId : undefined}
            onClick={() => setHelped(!isHelped)}
          >
            <CircleQuestionMark aria-hidden />
          </IconButton>
        </Flex>
      </form>
      {isHelped && (
        <Box mt="2" px="1">
          <QueryHelp id={helpId} />
        </Box>
      )}
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
});
