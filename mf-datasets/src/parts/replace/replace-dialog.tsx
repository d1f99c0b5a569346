import { documentEnding, shownName } from '@carrel/shared/contract';
import { Box, Button, FormMessage, Text } from '@carrel/shared/ui';
import { Dialog, FIRST_FOCUS, formatSize, ProgressBar } from '@carrel/shared/ui/signed-in';

import { useReplaceDocument } from './use-replace-document.ts';

interface ReplaceDialogProps {
  datasetId: string;
  document: { id: string; name: string };
  file: File;
  onClose: () => void;
}

/** Says what replacing a document causes before the file is uploaded. */
export function ReplaceDialog({ datasetId, document, file, onClose }: ReplaceDialogProps) {
  const { mutate, isPending, percent, failure } = useReplaceDocument(
    { datasetId, document },
    onClose,
  );
  const ending = documentEnding(document.name);
  const fits = documentEnding(file.name) === ending;
  return (
    <Dialog
      open
      onClose={onClose}
      title="Replace document"
      size="sm"
      busy={isPending}
      footer={
        <>
          <Button onClick={onClose} {...(fits ? {} : FIRST_FOCUS)}>
            {fits ? 'Cancel' : 'Close'}
          </Button>
          {fits && (
            <Button
              variant="primary"
              loading={isPending}
              onClick={() => mutate(file)}
              {...FIRST_FOCUS}
            >
              Replace document
            </Button>
          )}
        </>
      }
    >
      <Text fontWeight="medium" overflowWrap="anywhere">
        {shownName(document.name)}
      </Text>
      {fits ? (
        <Box as="ul" mt="3" ps="4" display="grid" gap="1" listStyle="disc" color="fg.muted">
          <li>
            {'Its content becomes that of '}
            <Text as="span" color="fg.default" overflowWrap="anywhere">
              {shownName(file.name)}
            </Text>
            {`, ${formatSize(file.size, { decimals: 1 })}.`}
          </li>
          <li>Its name and folder stay, and it is processed again.</li>
          <li>This cannot be undone.</li>
        </Box>
      ) : (
        <Box mt="3">
          <FormMessage>
            {`${shownName(file.name)} is of another type. Choose ${ending === '' ? 'a file without an ending' : `a .${ending} file`}, or upload it as a new document.`}
          </FormMessage>
        </Box>
      )}
      {isPending && (
        <Box mt="4">
          <ProgressBar value={percent} label="Upload" />
        </Box>
      )}
      {!isPending && (
        <Box mt="4">
          <FormMessage>{failure}</FormMessage>
        </Box>
      )}
    </Dialog>
  );
}
