import type { SearchResponse } from '@carrel/shared/contract';
import { consolePaths } from '@carrel/shared/paths';
import { useCurrentUser, useOrganizationId } from '@carrel/shared/shell';
import { Box, Flex, Link, Text } from '@carrel/shared/ui';
import { ProgressBar } from '@carrel/shared/ui/signed-in';
import { Layers, TextSearch } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router-dom';

import { countText } from '../words.ts';
import { MEANING_OFF } from '../query/choices/meaning-off.ts';

/** Says when the server cannot search by meaning, or not by all vectors yet. */
export function MeaningNote({ meaning }: { meaning: SearchResponse['meaning'] | undefined }) {
  if (meaning === undefined || meaning.state === 'ready') return null;
  if (meaning.state === 'off') {
    return (
      <Note icon={<TextSearch size={14} aria-hidden />}>
        <MeaningOff reason={meaning.reason ?? undefined} />
      </Note>
    );
  }
  const { done, total } = meaning;
  const label = 'Making vectors of a new model';
  const isCounted = typeof done === 'number' && typeof total === 'number';
  return (
    <Note icon={<Layers size={14} aria-hidden />}>
      <Text fontSize="sm">
        {isCounted ? `${label}: ${countText(done)} of ${countText(total)}` : label}
      </Text>
      {isCounted && total > 0 && (
        <Box flex="0 0 10rem">
          <ProgressBar label={label} value={(100 * done) / total} />
        </Box>
      )}
    </Note>
  );
}

const MAY_SEE_MODELS = new Set(['Owner', 'Admin']);

/** Says what to do to those who see the models of the server, or why the model cannot be used at present. */
function MeaningOff({ reason }: { reason: string | undefined }) {
  const organizationId = useOrganizationId();
  const { memberships } = useCurrentUser();
  if (!MAY_SEE_MODELS.has(memberships[organizationId]?.role_name ?? '')) {
    return (
      <Text fontSize="sm">{reason === undefined ? MEANING_OFF : `Words only. ${reason}`}</Text>
    );
  }
  const models = (
    <Link asChild>
      <RouterLink to={consolePaths.organizationModels(organizationId)}>Models</RouterLink>
    </Link>
  );
  if (reason !== undefined) {
    return (
      <Text fontSize="sm">
        Words only. {reason} See {models} in the organization’s settings.
      </Text>
    );
  }
  return (
    <Text fontSize="sm">
      Words only. An embedding model finds passages by meaning as well. Set{' '}
      <Box as="code" fontFamily="mono" fontSize="xs">
        EMBEDDINGS_MODEL
      </Box>
      ; see {models} in the organization’s settings.
    </Text>
  );
}

function Note({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <Flex gap="2" mb="3" color="fg.muted">
      <Box as="span" flexShrink="0" pt="0.5">
        {icon}
      </Box>
      <Flex align="center" columnGap="3" rowGap="1" wrap="wrap" flex="1" minWidth="0">
        {children}
      </Flex>
    </Flex>
  );
}
