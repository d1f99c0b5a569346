import { Box, Flex } from '@carrel/shared/ui';
import { useId } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';

type List = 'first' | 'second';

interface ListTabsProps {
  shown: List;
  onShow: (list: List) => void;
  children: ReactNode;
}

const TABS: { list: List; label: string }[] = [
  { list: 'first', label: 'First' },
  { list: 'second', label: 'Second' },
];

/** Two lists on a narrow screen, one at a time; the arrow keys change between them. */
export function ListTabs({ shown, onShow, children }: ListTabsProps) {
  const id = useId();
  const change = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    event.preventDefault();
    const next = shown === 'first' ? 'second' : 'first';
    onShow(next);
    document.querySelector<HTMLElement>(`#${CSS.escape(`${id}-${next}`)}`)?.focus();
  };
  return (
    <>
      <Flex role="tablist" aria-label="Lists" borderBottomWidth="1px" mb="2" onKeyDown={change}>
        {TABS.map(({ list, label }) => (
          <Box key={list} asChild css={TAB}>
            <button
              type="button"
              role="tab"
              id={`${id}-${list}`}
              aria-selected={list === shown}
              aria-controls={`${id}-panel`}
              tabIndex={list === shown ? 0 : -1}
              onClick={() => onShow(list)}
            >
              {label}
            </button>
          </Box>
        ))}
      </Flex>
      <Box role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${shown}`}>
        {children}
      </Box>
    </>
  );
}

const TAB = {
  flex: 1,
  minHeight: '2.75rem',
  fontSize: 'sm',
  fontWeight: 'medium',
  color: 'fg.muted',
  cursor: 'pointer',
  borderBottomWidth: '2px',
  borderColor: 'transparent',
  '&[aria-selected=true]': { color: 'fg.default', borderColor: 'accent' },
};
