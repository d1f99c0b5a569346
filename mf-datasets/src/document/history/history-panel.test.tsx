import { makeDocumentDetail, makeId, renderScreen } from '@carrel/shared/testing';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { HistoryPanel } from './history-panel.tsx';

const place = { organizationId: makeId(1), datasetId: makeId(2), documentId: makeId(3) };
const at = '2026-11-20T09:30:00.000Z';

test('an entry names what was left out when the file was read', () => {
  const history = [
    {
      stage: 'partition',
      at,
      omitted: [
        { what: 'chart_without_data', count: 2 },
        { what: 'embedded_object', count: 1 },
      ],
    },
    { stage: 'chunk', at, chunks: 2, omitted: [] },
  ];
  renderScreen(<HistoryPanel place={place} document={makeDocumentDetail({ history })} />);
  const entries = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(entries[0]).not.toContain('Left out');
  expect(entries[1]).toContain('Left out: 2 charts without data, 1 embedded object');
});
