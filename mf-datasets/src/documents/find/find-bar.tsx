import { useCommands } from '@carrel/shared/shell';
import { Box, Button, Flex, VisuallyHidden } from '@carrel/shared/ui';
import { Search, SlidersHorizontal } from 'lucide-react';
import { memo, useId, useRef, useState } from 'react';

import { LazyFiltersPanel, LazyFoundDocuments } from './lazy-find-screen.tsx';
import { filterCount } from '../../data/find/find-params.ts';
import type { FindParams } from '../../data/find/find-params.ts';

interface FindBarProps {
  datasetId: string;
  params: FindParams;
  /** Changes where `params` replace what was typed. */
  replaced: number;
  onType: (text: string) => void;
  onSubmit: () => void;
  onChange: (changes: Partial<FindParams>) => void;
}

const TEXT_MAX = 1000;

/** Finds documents by a part of their path, and narrows them by facts. */
export const FindBar = memo(function FindBar(props: FindBarProps) {
  const { datasetId, params, replaced, onType, onSubmit, onChange } = props;
  const [typed, setTyped] = useState({ text: params.q, replaced });
  if (typed.replaced !== replaced) setTyped({ text: params.q, replaced });
  const [open, setOpen] = useState(false);
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  useCommands([
    {
      id: 'find-documents',
      label: 'Find documents',
      group: 'This screen',
      icon: <Search />,
      keys: '/',
      run: () => {
        field.current?.focus();
        field.current?.select();
      },
    },
  ]);
  const count = filterCount(params);

  return (
    <Box as="search" display="block" mb="3" onFocus={LazyFoundDocuments.preload}>
      <Flex gap="2">
        <form
          style={{ flex: 1, minWidth: 0 }}
          onSubmit={(event) => {
            event.preventDefault();
            onSubmit();
          }}
        >
          <VisuallyHidden asChild>
            <label htmlFor={id}>Find documents</label>
          </VisuallyHidden>
          <Flex align="center" gap="2.5" px="3" css={FIELD}>
            <Search size={16} aria-hidden />
            <input
              ref={field}
              id={id}
              type="search"
              value={typed.text}
              maxLength={TEXT_MAX}
              placeholder="Find documents by name or path"
              autoComplete="off"
              autoCorrect="off"
              spellCheck={false}
              enterKeyHint="search"
              onChange={({ target }) => {
                setTyped({ text: target.value, replaced });
                onType(target.value);
              }}
              onBlur={onSubmit}
            />
          </Flex>
        </form>
        <Button aria-expanded={open} aria-controls={`${id}-filters`} onClick={() => setOpen(!open)}>
          <SlidersHorizontal aria-hidden />
          {count === 0 ? 'Filters' : `Filters (${count})`}
        </Button>
      </Flex>
      {open && (
        <LazyFiltersPanel
          id={`${id}-filters`}
          datasetId={datasetId}
          params={params}
          onChange={onChange}
        />
      )}
    </Box>
  );
});

const FIELD = {
  height: 'var(--control)',
  bg: 'bg.panel',
  borderWidth: '1px',
  borderColor: 'border.control',
  borderRadius: 'md',
  color: 'fg.muted',
  transition: 'border-color 120ms ease-out, box-shadow 120ms ease-out',
  _focusWithin: {
    borderColor: 'accent',
    boxShadow: '0 0 0 1px {colors.accent}, 0 0 0 4px {colors.accent.subtle}',
  },
  '& input': {
    flex: 1,
    minWidth: 0,
    height: 'full',
    bg: 'transparent',
    color: 'fg.default',
    fontSize: 'md',
    outline: 'none',
  },
  '@media (pointer: coarse)': { '& input': { fontSize: '1rem' } },
};
