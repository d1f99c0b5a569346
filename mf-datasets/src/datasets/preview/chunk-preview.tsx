import { isApiError } from '@carrel/shared/api';
import { PREVIEW_TEXT_MAX } from '@carrel/shared/contract';
import type { PreviewChunksInput } from '@carrel/shared/contract';
import { useOrganizationId } from '@carrel/shared/shell';
import { Box, FormMessage, Stack, Text, TextAreaField } from '@carrel/shared/ui';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { SyntheticEvent } from 'react';

import { ChunkList } from './chunk-list.tsx';
import { DocumentChoice } from './document-choice.tsx';
import { chunkPreviewQuery } from './chunk-preview.queries.ts';
import { useDebouncedValue } from '../../parts/use-debounced-value.ts';
import { previewInput } from '../dataset-form.ts';
import { SAMPLE_TEXT } from './sample-text.ts';

interface ChunkPreviewProps {
  /** The dataset, one of whose documents can be previewed; absent for a new one. */
  datasetId?: string | undefined;
  /** The texts of the form, valid or not. */
  template: string;
  metadata: string;
}

/** Milliseconds without a change before a request is sent. */
const DEBOUNCE_MS = 300;
const NOTHING: PreviewChunksInput = { text: '' };

/** Shows how a sample text, or a document of the dataset, is split with the settings of the form. */
export function ChunkPreview({ datasetId, template, metadata }: ChunkPreviewProps) {
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState(SAMPLE_TEXT);
  const [documentId, setDocumentId] = useState('');
  const toggle = ({ currentTarget }: SyntheticEvent) =>
    setOpen(currentTarget instanceof HTMLDetailsElement && currentTarget.open);
  return (
    <Box
      as="details"
      borderWidth="1px"
      borderRadius="md"
      px="3"
      py="2"
      bg="bg.raised"
      onToggle={toggle}
    >
      <Box as="summary" cursor="pointer" fontSize="sm" fontWeight="medium" borderRadius="sm">
        Preview of the chunks
      </Box>
      {isOpen && (
        <Stack gap="3" mt="3" mb="1">
          {datasetId !== undefined && (
            <DocumentChoice datasetId={datasetId} chosen={documentId} onChoose={setDocumentId} />
          )}
          {documentId === '' && (
            <TextAreaField
              label="Sample text"
              rows={3}
              maxLength={PREVIEW_TEXT_MAX}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          )}
          <Result
            template={template}
            metadata={metadata}
            text={documentId === '' ? text : ''}
            datasetId={datasetId}
            documentId={documentId}
          />
        </Stack>
      )}
    </Box>
  );
}

interface ResultProps extends ChunkPreviewProps {
  text: string;
  /** Empty for the text. */
  documentId: string;
}

function Result({ template, metadata, text, datasetId, documentId }: ResultProps) {
  const organizationId = useOrganizationId();
  const written = useMemo(
    () =>
      previewInput(
        { chunk_template: template, metadata_parameters: metadata },
        datasetId === undefined || documentId === ''
          ? { text }
          : { text, document: { dataset_id: datasetId, document_id: documentId } },
      ),
    [template, metadata, text, datasetId, documentId],
  );
  const input = useDebouncedValue(written, DEBOUNCE_MS);
  const query = useQuery({
    ...chunkPreviewQuery(organizationId, input ?? NOTHING),
    ...(input === null ? { queryFn: skipToken } : {}),
  });

  if (written === null) {
    return <Note>The preview goes on once the settings above are right.</Note>;
  }
  if (query.isError) return <Failure error={query.error} />;
  if (query.data === undefined) return <Note>Splitting the text</Note>;
  const { chunks } = query.data;
  return (
    <>
      <Note>{chunks.length === 1 ? '1 chunk' : `${chunks.length} chunks`}</Note>
      {chunks.length > 0 && <ChunkList chunks={chunks} />}
    </>
  );
}

function Note({ children }: { children: string }) {
  return (
    <Text as="output" display="block" fontSize="sm" color="fg.muted">
      {children}
    </Text>
  );
}

function Failure({ error }: { error: Error }) {
  if (isApiError(error) && error.status === 404) {
    return <Note>This server cannot preview chunks.</Note>;
  }
  // A role without previews, which is no mistake in the form.
  if (isApiError(error) && error.status === 403) return <Note>{error.message}</Note>;
  const issue = isApiError(error) ? error.issues?.[0]?.message : undefined;
  return <FormMessage>{issue ?? error.message}</FormMessage>;
}
