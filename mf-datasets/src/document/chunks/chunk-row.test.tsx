import { makeDocumentChunk, makeId, renderScreen } from '@carrel/shared/testing';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { ChunkDetail } from './chunk-detail.tsx';
import { ChunkRow } from './chunk-row.tsx';

test.each([
  [91.6, 2],
  [null, 0],
])('a chunk that OCR is sure of by %s says so in the list and below it', (confidence, times) => {
  const chunk = makeDocumentChunk({ number: 0, confidence });
  renderScreen(
    <>
      <ChunkRow number={0} chunk={chunk} id="a" total={1} selected onSelect={() => undefined} />
      <ChunkDetail
        place={{ organizationId: makeId(1), datasetId: makeId(2), documentId: makeId(3) }}
        total={1}
        chunk={chunk}
        form="text"
        onForm={() => undefined}
        onDialog={() => undefined}
      />
    </>,
  );
  expect(screen.queryAllByText('OCR 92 %')).toHaveLength(times);
});
