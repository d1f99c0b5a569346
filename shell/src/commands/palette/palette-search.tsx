import { useCurrentUser } from '@carrel/shared/shell';
import { Box, Text, VisuallyHidden, useActionLock } from '@carrel/shared/ui';
import { Search } from 'lucide-react';
import { useDeferredValue, useEffect, useEffectEvent, useId, useState } from 'react';

import type { CommandRegistry } from '../../state/command-registry.ts';
import { takeEarlyTyping } from './early-typing.ts';
import { PaletteHints } from './palette-hints.tsx';
import { PaletteOptions } from './palette-options.tsx';
import { paletteSections, withFound } from './palette-sections.ts';
import type { PaletteCommand } from './palette-sections.ts';
import { recentCommands, rememberCommand } from './recent-commands.ts';
import { useActiveOption } from './use-active-option.ts';
import { useIsPainted } from './use-is-painted.ts';
import { useFoundDocuments } from './documents/use-found-documents.ts';
import { usePaletteCommands } from './use-palette-commands.tsx';
import { useSearchSection } from './use-search-section.tsx';

/** Never a recent command: one Enter too many would end the next session. */
const SIGN_OUT = 'sign-out';

interface PaletteSearchProps {
  registry: CommandRegistry;
  onDone: () => void;
}

/** The field and the list under it: a combobox, whose focus stays in the field. */
export function PaletteSearch({ registry, onDone }: PaletteSearchProps) {
  const { id: accountId } = useCurrentUser();
  const runOnce = useActionLock();
  const listId = useId();
  const [recent] = useState(() => recentCommands(accountId));
  const [query, setQuery] = useState('');
  /** Whether Enter was pressed, and waits for the list of what is typed. */
  const [entered, setEntered] = useState(false);
  const deferredQuery = useDeferredValue(query);
  // The field is painted first: the user can type while the list is computed.
  const filled = useDeferredValue(true, false);
  const mayRead = useIsPainted();
  const { commands, isPending } = usePaletteCommands(registry, mayRead);
  const search = useSearchSection(deferredQuery, mayRead);
  const found = useFoundDocuments(query);
  const matches = filled ? paletteSections(commands, recent, deferredQuery) : [];
  const sections = filled ? [...withFound(matches, found), ...search] : [];
  const options = sections.flatMap(({ commands }) => commands);
  const { active, setActive, move } = useActiveOption(
    options.map(({ id }) => id),
    deferredQuery,
  );
  const optionId = (place: number) => `${listId}-${place}`;

  const choose = (command: PaletteCommand | undefined) => {
    if (command === undefined) return;
    if (command.id !== SIGN_OUT && commands.includes(command))
      rememberCommand(accountId, command.id);
    onDone();
    runOnce(command.run);
  };

  const isCurrent = filled && deferredQuery === query;
  const chooseActive = useEffectEvent(() => choose(options[active]));
  useEffect(() => {
    if (entered && isCurrent && !isPending) chooseActive();
  }, [entered, isCurrent, isPending]);

  return (
    <>
      <Box display="flex" alignItems="center" gap="3" px="4" borderBottomWidth="1px">
        <Box as="span" color="fg.muted" flexShrink="0">
          <Search size={16} aria-hidden />
        </Box>
        <Box
          asChild
          flex="1"
          minWidth="0"
          height="3rem"
          bg="transparent"
          fontSize="lg"
          outline="none"
        >
          <input
            role="combobox"
            aria-label="Search commands, settings, workspaces, datasets and documents"
            aria-expanded={options.length > 0}
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={options.length > 0 ? optionId(active) : undefined}
            autoComplete="off"
            autoCorrect="off"
            spellCheck={false}
            enterKeyHint="go"
            placeholder="Search or jump to…"
            value={query}
            onFocus={() => {
              const early = takeEarlyTyping();
              setQuery((query) => query + early.text);
              if (early.entered) setEntered(true);
            }}
            onChange={(event) => {
              setQuery(event.currentTarget.value);
              setEntered(false);
            }}
            onKeyDown={(event) => {
              if (event.nativeEvent.isComposing) return;
              if (event.key === 'Enter') {
                if (isCurrent && event.currentTarget.value === query) choose(options[active]);
                else setEntered(true);
              } else if (!move(event.key)) return;
              event.preventDefault();
            }}
          />
        </Box>
      </Box>
      <PaletteOptions
        id={listId}
        sections={sections}
        active={active}
        filled={filled}
        optionId={optionId}
        onPoint={setActive}
        onChoose={choose}
      />
      {filled && options.length === 0 && (
        <Text px="4" py="8" textAlign="center" color="fg.muted">
          Nothing found for “{deferredQuery}”.
        </Text>
      )}
      <PaletteHints />
      <VisuallyHidden as="output">
        {filled && (options.length === 1 ? '1 result' : `${options.length} results`)}
      </VisuallyHidden>
    </>
  );
}
