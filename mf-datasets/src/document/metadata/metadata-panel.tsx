import { shownName } from '@carrel/shared/contract';
import type { DocumentDetail } from '@carrel/shared/contract';
import { Box, Button, Flex, Heading, Text } from '@carrel/shared/ui';
import { Plus } from 'lucide-react';
import { useRef } from 'react';

import { useDataset } from '../../data/use-dataset.ts';
import type { DocumentPlace } from '../../data/document.api.ts';
import { MetadataForm } from './metadata-form.tsx';
import { MetadataItem, ROW, ShownValue } from './metadata-item.tsx';
import { metadataRows } from './metadata-rows.ts';
import { NEW_KEY, useMetadataActions } from './use-metadata-actions.ts';

interface MetadataPanelProps {
  place: DocumentPlace;
  document: DocumentDetail;
}

/** What is known about a document besides its text, and the parameters of its dataset. */
export function MetadataPanel({ place, document }: MetadataPanelProps) {
  const frame = useRef<HTMLElement>(null);
  const actions = useMetadataActions(place, frame);
  const { mayEdit, editing, edit, save } = actions;
  const rows = metadataRows(document.metadata ?? { read: {}, edited: {} });
  const parameters = Object.entries(useDataset(place.datasetId).dataset?.metadata_parameters ?? {});
  return (
    <Box
      ref={frame}
      flex="1"
      minHeight="0"
      overflowY="auto"
      p="4"
      tabIndex={0}
      as="section"
      aria-label="Metadata"
      _focusVisible={{ outlineOffset: '-2px' }}
    >
      <Flex align="center" gap="2" minHeight="8" mb="1">
        <Heading as="h2" flex="1" fontSize="sm" fontWeight="semibold">
          Document
        </Heading>
        {mayEdit && editing !== NEW_KEY && (
          <Button size="sm" data-add onClick={() => edit(NEW_KEY)}>
            <Plus aria-hidden />
            Add
          </Button>
        )}
      </Flex>
      {editing === NEW_KEY && (
        <MetadataForm taken={rows.map(({ key }) => key)} onSave={save} onClose={() => edit(null)} />
      )}
      {rows.length === 0 ? (
        <Text fontSize="sm" color="fg.muted">
          {'The file says nothing about itself'}
          {mayEdit ? ', and nothing was added.' : '.'}
        </Text>
      ) : (
        <dl>
          {rows.map((row) => (
            <MetadataItem key={row.key} row={row} actions={actions} />
          ))}
        </dl>
      )}
      {parameters.length > 0 && (
        <>
          <Heading as="h2" mt="6" mb="1" fontSize="sm" fontWeight="semibold">
            Parameters of the dataset
          </Heading>
          <dl>
            {parameters.map(([key, value]) => (
              <Box key={key} css={ROW}>
                <Box as="dt" fontSize="sm" color="fg.muted" overflowWrap="anywhere" py="1.5">
                  {shownName(key)}
                </Box>
                <Box as="dd" minWidth="0" py="1.5">
                  <ShownValue value={typeof value === 'string' ? value : JSON.stringify(value)} />
                </Box>
              </Box>
            ))}
          </dl>
        </>
      )}
    </Box>
  );
}
