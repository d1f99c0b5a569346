import type { DocumentChunk } from '@carrel/shared/contract';
import { Box, Button, Flex, Text } from '@carrel/shared/ui';
import { useCopy } from '@carrel/shared/ui/signed-in';
import { Check, Copy } from 'lucide-react';

import type { DocumentPlace } from '../../data/document.api.ts';
import { confidenceText } from '../../data/ocr-labels.ts';
import { useMayEditDataset } from '../../parts/use-may-edit-dataset.ts';
import { ChangedChunk } from './changed-chunk.tsx';
import { ChunkMenu } from './chunk-menu.tsx';
import type { OpenChunkDialog } from './use-chunk-dialog.tsx';

type Form = 'text' | 'rendered';

interface ChunkDetailProps {
  place: DocumentPlace;
  /** How many chunks the document has. */
  total: number;
  chunk: DocumentChunk;
  /** Which of its two forms is shown, where it has both. */
  form: Form;
  onForm: (form: Form) => void;
  onDialog: OpenChunkDialog;
}

/** The selected chunk in full: its text, or what the dataset's template makes of it. */
export function ChunkDetail({ place, total, chunk, form, onForm, onDialog }: ChunkDetailProps) {
  const mayEdit = useMayEditDataset();
  const { number, text, rendered, confidence } = chunk;
  const isRendered = form === 'rendered' && typeof rendered === 'string';
  const shown = isRendered ? rendered : text;
  return (
    <Flex
      as="section"
      aria-label={`Chunk ${number + 1}`}
      direction="column"
      flexShrink="0"
      maxHeight="45%"
      borderTopWidth="1px"
    >
      <Flex align="center" gap="1" ps="4" pe="2" minHeight="10" flexShrink="0">
        <Text flex="1" me="2" fontSize="sm" fontWeight="medium" whiteSpace="nowrap">
          {`Chunk ${(number + 1).toLocaleString('en-US')}`}
          {confidenceText(confidence) !== undefined && (
            <Text as="span" ms="2" fontWeight="normal" color="fg.muted">
              {confidenceText(confidence)}
            </Text>
          )}
        </Text>
        {typeof rendered === 'string' && (
          <>
            <FormButton form="text" label="Text" shown={form} onForm={onForm} />
            <FormButton form="rendered" label="As embedded" shown={form} onForm={onForm} />
          </>
        )}
        <CopyButton key={shown} text={shown} />
        {mayEdit && <ChunkMenu place={place} chunk={chunk} total={total} onDialog={onDialog} />}
      </Flex>
      <ChangedChunk key={number} chunk={chunk} />
      <Box
        overflowY="auto"
        px="4"
        pb="4"
        tabIndex={0}
        as="section"
        aria-label="Text of the chunk"
        _focusVisible={{ outlineOffset: '-2px' }}
      >
        <Text
          fontSize="sm"
          whiteSpace="pre-wrap"
          overflowWrap="anywhere"
          fontFamily={isRendered ? 'mono' : undefined}
        >
          {shown}
        </Text>
      </Box>
    </Flex>
  );
}

interface FormButtonProps {
  form: Form;
  label: string;
  shown: Form;
  onForm: (form: Form) => void;
}

function FormButton({ form, label, shown, onForm }: FormButtonProps) {
  return (
    <Button
      size="sm"
      variant="ghost"
      aria-pressed={form === shown}
      css={{ '&[aria-pressed=true]': { bg: 'bg.hover', color: 'fg.default' } }}
      onClick={() => onForm(form)}
    >
      {label}
    </Button>
  );
}

function CopyButton({ text }: { text: string }) {
  const { copied, copy } = useCopy();
  return (
    <Button size="sm" variant="ghost" onClick={() => void copy(text)}>
      {copied ? <Check aria-hidden /> : <Copy aria-hidden />}
      <span aria-live="polite">{copied ? 'Copied' : 'Copy'}</span>
    </Button>
  );
}
