import type { SourceKindName } from '@carrel/shared/contract/sources';
import { Box, Button, Flex, Text } from '@carrel/shared/ui';
import { EmptyState } from '@carrel/shared/ui/signed-in';
import { Plus, RefreshCw } from 'lucide-react';

import { KIND_LABELS, KINDS_IN_ORDER } from '../data/sources/kind-labels.ts';
import { KindIcon } from './kind-icon.tsx';

interface SourcesEmptyProps {
  kinds: readonly SourceKindName[];
  onAdd: () => void;
}

/** What a source is for, and the kinds that can be added. */
export function SourcesEmpty({ kinds, onAdd }: SourcesEmptyProps) {
  return (
    <EmptyState
      icon={<RefreshCw />}
      title="Documents that keep themselves up to date"
      description="A source is an upload that repeats itself: it adds what is new elsewhere, replaces what changed, and removes what is gone. You see its plan before anything is read."
      action={
        <>
          <Flex as="ul" aria-label="Kinds of sources" wrap="wrap" justify="center" gap="2" mb="5">
            {KINDS_IN_ORDER.filter((kind) => kinds.includes(kind)).map((kind) => (
              <Box
                as="li"
                key={kind}
                display="inline-flex"
                alignItems="center"
                gap="1.5"
                px="2"
                height="7"
                borderWidth="1px"
                borderRadius="md"
                bg="bg.canvas"
                fontSize="sm"
              >
                <Text as="span" color="fg.muted" display="inline-flex">
                  <KindIcon kind={kind} size={14} />
                </Text>
                {KIND_LABELS[kind].name}
              </Box>
            ))}
          </Flex>
          <Button variant="primary" onClick={onAdd}>
            <Plus aria-hidden />
            Add a source
          </Button>
        </>
      }
    />
  );
}
