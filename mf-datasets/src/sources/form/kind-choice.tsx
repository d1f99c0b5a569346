import type { SourceKindName } from '@carrel/shared/contract/sources';
import { Box, Grid, Text } from '@carrel/shared/ui';

import { KIND_LABELS, KINDS_IN_ORDER } from '../../data/sources/kind-labels.ts';
import { KindIcon } from '../kind-icon.tsx';

interface KindChoiceProps {
  /** Those that this server offers. */
  kinds: readonly SourceKindName[];
  onChoose: (kind: SourceKindName) => void;
}

/** The kinds of sources as buttons. */
export function KindChoice({ kinds, onChoose }: KindChoiceProps) {
  return (
    <Grid as="ul" templateColumns={{ base: '1fr', sm: '1fr 1fr' }} gap="2" aria-label="Kinds">
      {KINDS_IN_ORDER.filter((kind) => kinds.includes(kind)).map((kind) => (
        <Box as="li" key={kind} display="grid">
          <Box
            asChild
            display="flex"
            alignItems="flex-start"
            gap="3"
            p="3"
            textAlign="start"
            bg="bg.panel"
            borderWidth="1px"
            borderColor="border.strong"
            borderRadius="md"
            cursor="pointer"
            transition="background-color 120ms ease-out"
            _hover={{ bg: 'bg.hover' }}
          >
            <button type="button" onClick={() => onChoose(kind)}>
              <Text as="span" color="fg.muted" pt="0.5" display="inline-flex" flexShrink="0">
                <KindIcon kind={kind} size={18} />
              </Text>
              <span>
                <Text as="span" display="block" fontWeight="medium">
                  {KIND_LABELS[kind].name}
                </Text>
                <Text as="span" display="block" fontSize="xs" color="fg.muted">
                  {KIND_LABELS[kind].about}
                </Text>
              </span>
            </button>
          </Box>
        </Box>
      ))}
    </Grid>
  );
}
