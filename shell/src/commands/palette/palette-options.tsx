import { Box } from '@carrel/shared/ui';
import { ArrowRight } from 'lucide-react';
import { useEffect, useRef } from 'react';

import { KeyHint } from '../../shortcuts/key-hint.tsx';
import type { PaletteCommand, PaletteSection } from './palette-sections.ts';

// Not select, optgroup and option elements: they cannot hold icons and key hints.
const LISTBOX = { role: 'listbox' } as const;
const GROUP = { role: 'group' } as const;
const OPTION = { role: 'option' } as const;

const LIST_HEIGHT = 'min(24rem, 60dvh)';

interface PaletteOptionsProps {
  id: string;
  sections: readonly PaletteSection[];
  /** False until the list is computed: its space is reserved. */
  filled: boolean;
  /** Index of the option that Enter selects, over all sections. */
  active: number;
  optionId: (place: number) => string;
  onPoint: (place: number) => void;
  onChoose: (command: PaletteCommand) => void;
}

/** The result list under the palette's field. */
export function PaletteOptions(props: PaletteOptionsProps) {
  const { id, sections, filled, active, optionId, onPoint, onChoose } = props;
  const activeId = optionId(active);
  const moved = useRef(false);
  useEffect(() => {
    // The first option of a new list is in view: the browser need not measure it.
    if (active === 0 && !moved.current) return;
    moved.current = active !== 0;
    document.querySelector(`#${CSS.escape(activeId)}`)?.scrollIntoView({ block: 'nearest' });
  }, [active, activeId]);
  const starts = sections.map((_, place) =>
    sections.slice(0, place).reduce((sum, { commands }) => sum + commands.length, 0),
  );
  return (
    <Box
      id={id}
      {...LISTBOX}
      aria-label="Results"
      maxHeight={LIST_HEIGHT}
      minHeight={filled ? '0' : LIST_HEIGHT}
      overflowY="auto"
      overscrollBehavior="contain"
      px="2"
      py={sections.length === 0 ? '0' : '2'}
      // The field keeps the focus.
      onPointerDown={(event) => event.preventDefault()}
    >
      {sections.map(({ title, commands }, place) => (
        <Box
          key={title ?? ''}
          {...GROUP}
          aria-label={title ?? 'Best matches'}
          mb={title === undefined ? '0' : '2'}
        >
          {title !== undefined && (
            <Box px="2" py="1" fontSize="xs" fontWeight="medium" color="fg.muted" aria-hidden>
              {title}
            </Box>
          )}
          {commands.map((command, index) => {
            const position = (starts[place] ?? 0) + index;
            return (
              <PaletteOption
                key={command.id}
                id={optionId(position)}
                command={command}
                active={position === active}
                detail={
                  command.detail ??
                  (title === undefined || title === 'Recent' ? command.group : undefined)
                }
                onPoint={() => onPoint(position)}
                onChoose={() => onChoose(command)}
              />
            );
          })}
        </Box>
      ))}
    </Box>
  );
}

interface PaletteOptionProps {
  id: string;
  command: PaletteCommand;
  active: boolean;
  /** The group of the command, where no heading names it. */
  detail: string | undefined;
  onPoint: () => void;
  onChoose: () => void;
}

function PaletteOption({ id, command, active, detail, onPoint, onChoose }: PaletteOptionProps) {
  return (
    <Box
      id={id}
      {...OPTION}
      aria-selected={active}
      display="flex"
      alignItems="center"
      gap="3"
      minHeight={{ base: '2.75rem', md: '2.25rem' }}
      px="2"
      borderRadius="md"
      cursor="pointer"
      scrollMarginBlock="2rem 0.5rem"
      {...(active ? { bg: 'bg.hover' } : {})}
      onPointerMove={active ? undefined : onPoint}
      onClick={onChoose}
    >
      <Box
        as="span"
        aria-hidden
        display="grid"
        placeItems="center"
        flexShrink="0"
        boxSize="4"
        color="fg.muted"
        css={{ '& > svg': { boxSize: '1rem' } }}
      >
        {command.icon ?? <ArrowRight />}
      </Box>
      <Box as="span" flex="1" minWidth="0" py={command.passage === undefined ? '0' : '1.5'}>
        <Box as="span" display="flex" alignItems="baseline" gap="3">
          <Box as="span" flex="1" minWidth="0" truncate>
            {command.label}
          </Box>
          {detail !== undefined && (
            <Box as="span" flexShrink="0" maxWidth="40%" truncate fontSize="xs" color="fg.muted">
              {detail}
            </Box>
          )}
        </Box>
        {command.passage !== undefined && (
          <Box
            as="span"
            dir="auto"
            fontSize="xs"
            color="fg.muted"
            lineClamp={2}
            overflowWrap="anywhere"
          >
            {command.passage}
          </Box>
        )}
      </Box>
      {command.keys !== undefined && (
        <Box as="span" display={{ base: 'none', md: 'inline-flex' }}>
          <KeyHint keys={command.keys} />
        </Box>
      )}
    </Box>
  );
}
