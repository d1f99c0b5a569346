import type { DocumentDetail } from '@carrel/shared/contract';
import { consolePaths } from '@carrel/shared/paths';
import { useIsGuest } from '@carrel/shared/search';
import { Link, Text } from '@carrel/shared/ui';
import { useQuery } from '@tanstack/react-query';
import { Link as RouterLink, useSearchParams } from 'react-router-dom';

import type { DocumentPlace } from '../../data/document.api.ts';
import { versionsQuery } from '../../data/versions.queries.ts';

/** The first characters of the version of chunks that a link was made of. */
const LINKED_VERSION = 'version';

interface LinkedVersionNoteProps {
  place: DocumentPlace;
  document: DocumentDetail;
}

/** Says that a link is of an earlier version, and leads to what has changed since. */
export function LinkedVersionNote({ place, document }: LinkedVersionNoteProps) {
  const [search] = useSearchParams();
  const isGuest = useIsGuest();
  const linked = search.get(LINKED_VERSION) ?? '';
  const { chunk_version, version } = document;
  const isOther =
    /^[\da-f]{8,}$/.test(linked) &&
    chunk_version !== null &&
    chunk_version?.startsWith(linked) !== true;
  const { data } = useQuery({
    ...versionsQuery(place, version),
    enabled: isOther && !isGuest && typeof version === 'number' && version > 1,
  });
  const earlier = isOther
    ? data?.versions.slice(1).find((one) => one.chunk_version?.startsWith(linked))
    : undefined;
  const current = data?.versions[0];
  if (earlier === undefined || current === undefined || earlier.sha256 === current.sha256) {
    return null;
  }
  const { datasetId, documentId } = place;
  const compared = { from: earlier.number, to: current.number };
  return (
    <Text px="4" py="2" fontSize="sm" color="fg.muted" bg="bg.subtle" borderBottomWidth="1px">
      {`This link is of version ${earlier.number}. The document has been replaced since, so the passage may have changed. `}
      <Link asChild>
        <RouterLink to={consolePaths.documentVersions(datasetId, documentId, compared)}>
          Show what changed
        </RouterLink>
      </Link>
    </Text>
  );
}
