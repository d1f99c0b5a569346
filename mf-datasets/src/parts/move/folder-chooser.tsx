import { describeFailure, isApiError } from '@carrel/shared/api';
import { useOrganizationId } from '@carrel/shared/shell';
import { Box, Button, ErrorState, Flex, Text, TextField } from '@carrel/shared/ui';
import { Skeleton } from '@carrel/shared/ui/signed-in';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ChevronRight, Folder } from 'lucide-react';
import { useRef } from 'react';
import type { KeyboardEvent } from 'react';

import { folderQuery } from '../../data/documents.queries.ts';
import { stepsTo } from '../use-folder-navigation.ts';

interface FolderChooserProps {
  datasetId: string;
  /** The path as it is typed; empty for the dataset itself. */
  path: string;
  /** The same, once typing has paused. */
  settled: string;
  /** Folders that cannot be chosen. */
  excluded: ReadonlySet<string>;
  error?: string | undefined;
  onChange: (path: string) => void;
}

const NO_POLLING = { live: true, inProgress: false, arrivedAt: null };

/** A folder, by its path or by going from one to the next. */
export function FolderChooser(props: FolderChooserProps) {
  const { datasetId, path, settled, excluded, error, onChange } = props;
  const list = useRef<HTMLDivElement>(null);
  const open = (folder: string) => {
    onChange(folder);
    // The button that was pressed is gone in a moment.
    list.current?.focus();
  };
  const steps = [{ name: 'Top folder', path: '' }, ...stepsTo(settled)];
  return (
    <Box display="grid" gap="3">
      <TextField
        label="Folder"
        placeholder="Top folder"
        hint="A folder that does not exist is created."
        autoComplete="off"
        spellCheck={false}
        value={path}
        error={error}
        onChange={({ target }) => onChange(target.value)}
      />
      <Box borderWidth="1px" borderRadius="md" overflow="hidden">
        <Flex
          as="nav"
          aria-label="Folders"
          wrap="wrap"
          align="center"
          px="1.5"
          py="1"
          bg="bg.subtle"
          fontSize="sm"
        >
          {steps.map((step, place) => (
            <Flex key={step.path} align="center" minWidth="0">
              {place > 0 && <ChevronRight size={14} aria-hidden />}
              <Button
                type="button"
                size="sm"
                variant="ghost"
                aria-current={place === steps.length - 1 ? 'true' : undefined}
                onClick={() => open(step.path)}
              >
                <Box as="span" truncate maxWidth="12rem">
                  {step.name}
                </Box>
              </Button>
            </Flex>
          ))}
        </Flex>
        <Box
          ref={list}
          tabIndex={-1}
          outline="none"
          height="10rem"
          overflowY="auto"
          borderTopWidth="1px"
          borderColor="border.subtle"
          onKeyDown={handleKey}
        >
          <Folders datasetId={datasetId} path={settled} excluded={excluded} onChange={open} />
        </Box>
      </Box>
    </Box>
  );
}

/** Moves the focus along the folders. */
function handleKey(event: KeyboardEvent) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('button:enabled')];
  const at = rows.findIndex((row) => row === document.activeElement);
  rows[Math.min(Math.max(at + step, 0), rows.length - 1)]?.focus();
}

function Folders(props: Pick<FolderChooserProps, 'datasetId' | 'path' | 'excluded' | 'onChange'>) {
  const { datasetId, path, excluded, onChange } = props;
  const query = useInfiniteQuery(folderQuery(useOrganizationId(), datasetId, path, NO_POLLING));
  if (query.isError) {
    if (isApiError(query.error) && query.error.status === 404) {
      return <Note>This folder is created.</Note>;
    }
    return (
      <ErrorState
        title="Failed to fetch folders"
        {...describeFailure(query.error)}
        retrying={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    );
  }
  if (query.data === undefined) {
    return (
      <Box as="output" display="grid" gap="4" p="3" aria-busy aria-label="Loading folders">
        <Skeleton style={{ width: '40%' }} />
        <Skeleton style={{ width: '55%' }} />
      </Box>
    );
  }
  const items = query.data.pages.flatMap((page) => page.items);
  const folders = items.filter(({ item_type }) => item_type === 'folder');
  // Folders come before documents.
  const hasMore = query.hasNextPage && folders.length === items.length;
  if (folders.length === 0) return <Note>No folders in here.</Note>;
  return (
    <Box as="ul" aria-label="Folders in here" p="1">
      {folders.map((folder) => (
        <Box as="li" key={folder.path}>
          <Button
            type="button"
            variant="ghost"
            size="sm"
            width="100%"
            justifyContent="flex-start"
            disabled={excluded.has(folder.path)}
            onClick={() => onChange(folder.path)}
          >
            <Folder size={15} aria-hidden />
            <Box as="span" truncate>
              {folder.name}
            </Box>
          </Button>
        </Box>
      ))}
      {hasMore && (
        <Box as="li">
          <Button
            type="button"
            size="sm"
            variant="ghost"
            loading={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            Show more
          </Button>
        </Box>
      )}
    </Box>
  );
}

function Note({ children }: { children: string }) {
  return (
    <Text p="3" fontSize="sm" color="fg.muted">
      {children}
    </Text>
  );
}
