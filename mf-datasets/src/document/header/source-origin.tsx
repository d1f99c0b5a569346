import type { DocumentDetail } from '@carrel/shared/contract';
import { Text } from '@carrel/shared/ui';

import { isWebAddress, OriginalLink } from '../../parts/original-link.tsx';

/** The source that keeps a document up to date, which leads to where people open it there. */
export function SourceOrigin({ source }: { source: NonNullable<DocumentDetail['source']> }) {
  const { name, url } = source;
  const isOpened = isWebAddress(url);
  return (
    <Text as="span" display="inline-flex" minWidth="0" gap="1">
      <Text as="span" truncate title={name}>
        {isOpened ? `From ${name}:` : `From ${name}`}
      </Text>
      {isOpened && <OriginalLink url={url}>open original</OriginalLink>}
    </Text>
  );
}
