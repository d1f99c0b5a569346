import { describeFailure, readBytes } from '@carrel/shared/api';
import { documentEnding } from '@carrel/shared/contract';
import { apiPaths } from '@carrel/shared/paths';
import { Box, ErrorState } from '@carrel/shared/ui';
import { Skeleton } from '@carrel/shared/ui/signed-in';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';

import { originalKey } from '../../../data/document.queries.ts';
import type { Reading } from '../../reading.ts';
import { NoView } from '../no-view.tsx';
import { IMAGE_TYPES } from '../../view-of.ts';
import { ViewFrame } from '../window/view-frame.tsx';
import { imageSize } from './image-header.ts';
import type { ImageSize } from './image-header.ts';
import { PIXELS_MAX } from './image-limits.ts';

const BYTES_MAX = 64 * 1024 * 1024;

/** An image as the browser draws it. What it is drawn from is checked before it is decoded. */
export function ImageView({ reading }: { reading: Reading }) {
  const { place, document } = reading;
  const { organizationId, datasetId, documentId } = place;
  const isTooLarge = document.size > BYTES_MAX;
  const query = useQuery({
    queryKey: originalKey(place, document),
    queryFn: ({ signal }) =>
      readBytes(apiPaths.documentContent(datasetId, documentId), {
        organizationId,
        signal,
        maxBytes: BYTES_MAX,
      }),
    enabled: !isTooLarge,
    staleTime: Infinity,
    gcTime: 0,
  });
  if (isTooLarge) {
    return (
      <NoView place={place} document={document} reason="Images above 64 MB are not shown here." />
    );
  }
  if (query.isError) {
    return (
      <Box p="4">
        <ErrorState
          title="The image could not be loaded"
          {...describeFailure(query.error)}
          retrying={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      </Box>
    );
  }
  if (query.data === undefined) return <ImageSkeleton />;
  const size = imageSize(query.data);
  if (size !== undefined && size.width * size.height > PIXELS_MAX) {
    return (
      <NoView
        place={place}
        document={document}
        reason={`This image has ${size.width.toLocaleString('en-US')} × ${size.height.toLocaleString('en-US')} pixels, more than are shown here.`}
      />
    );
  }
  return <DrawnImage key={query.dataUpdatedAt} bytes={query.data} size={size} reading={reading} />;
}

function ImageSkeleton() {
  return (
    <Box as="output" display="block" aria-busy aria-label="Loading..." p="6" flex="1">
      <Skeleton height="full" minHeight="12rem" borderRadius="md" />
    </Box>
  );
}

interface DrawnImageProps {
  bytes: Uint8Array<ArrayBuffer>;
  /** Undefined where its header does not say it. */
  size: ImageSize | undefined;
  reading: Reading;
}

function DrawnImage({ bytes, size, reading: { place, document } }: DrawnImageProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [failed, setFailed] = useState(false);
  const [url] = useState(() => {
    const type = IMAGE_TYPES[documentEnding(document.name)] ?? 'image/png';
    return URL.createObjectURL(new Blob([bytes], { type }));
  });
  useEffect(() => () => URL.revokeObjectURL(url), [url]);
  if (failed) {
    return (
      <NoView
        place={place}
        document={document}
        reason="This image is damaged, or in a form that your browser does not show."
      />
    );
  }
  return (
    <ViewFrame ref={frame}>
      <Box display="grid" placeItems="center" minHeight="full" p="4" bg="bg.subtle">
        <Box asChild maxWidth="full" height="auto" bg="bg.panel">
          <img {...size} src={url} alt={document.name} onError={() => setFailed(true)} />
        </Box>
      </Box>
    </ViewFrame>
  );
}
