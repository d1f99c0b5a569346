import { consolePaths } from '@carrel/shared/paths';
import { Button, Flex, Link, Stack, Text } from '@carrel/shared/ui';
import { Panel, formatSize } from '@carrel/shared/ui/workbench';
import { CircleAlert, CircleCheck, FileArchive, Upload as UploadIcon } from 'lucide-react';
import { Link as RouterLink } from 'react-router-dom';

import { DropArea } from './drop-area.tsx';
import type { Upload } from './upload.atoms.ts';
import { UploadOptionsFields } from './upload-options-fields.tsx';
import { UploadProgress } from './upload-progress.tsx';
import { useUpload } from './use-upload.ts';

/** Takes one zip, what is to be done with it, and sends it. */
export function UploadForm({ datasetId }: { datasetId: string }) {
  const { upload, choose, setOptions, clear, cancel, send } = useUpload(datasetId);
  const sending = upload.phase === 'sending';

  return (
    <Panel
      title="Upload an archive"
      description="A ZIP file of documents. Its folders become the folders of the dataset."
    >
      <Stack gap="5">
        <Stack gap="3">
          <DropArea disabled={sending} onChoose={choose} />
          <ChosenFile datasetId={datasetId} upload={upload} onRetry={() => void send()} />
          {sending && <UploadProgress upload={upload} />}
        </Stack>
        <UploadOptionsFields options={upload.options} disabled={sending} onChange={setOptions} />
        <Flex gap="2" wrap="wrap">
          <Button
            variant="primary"
            disabled={upload.file === null}
            loading={sending}
            onClick={() => void send()}
          >
            <UploadIcon size={16} aria-hidden />
            Upload Archive
          </Button>
          <Button disabled={upload.file === null || sending} onClick={clear}>
            Clear
          </Button>
          {sending && (
            <Button variant="ghost" onClick={cancel}>
              Cancel upload
            </Button>
          )}
        </Flex>
      </Stack>
    </Panel>
  );
}

interface ChosenFileProps {
  datasetId: string;
  upload: Upload;
  onRetry: () => void;
}

/** The file that is about to be sent, could not be, or has just arrived. */
function ChosenFile({ datasetId, upload: { file, phase, arrived }, onRetry }: ChosenFileProps) {
  if (file === null) {
    return arrived === null ? null : (
      <Flex as="output" align="center" gap="2" wrap="wrap" fontSize="sm">
        <Text as="span" color="success.fg">
          <CircleCheck size={16} aria-hidden />
        </Text>
        <Text as="span" overflowWrap="anywhere">
          {arrived.name} has arrived.
        </Text>
        <Link asChild>
          <RouterLink to={consolePaths.datasetDocuments(datasetId)}>Watch its documents</RouterLink>
        </Link>
      </Flex>
    );
  }
  return (
    <Stack gap="2">
      <Flex align="center" gap="2" minWidth="0">
        <Text as="span" color="fg.muted" flexShrink="0">
          <FileArchive size={16} aria-hidden />
        </Text>
        <Text as="span" fontWeight="medium" truncate title={file.name}>
          {file.name}
        </Text>
        <Text as="span" color="fg.muted" fontSize="sm" flexShrink="0">
          {formatSize(file.size, { decimals: 2 })}
        </Text>
      </Flex>
      {phase === 'failed' && (
        <Flex align="center" gap="2" wrap="wrap" fontSize="sm" color="danger.fg">
          <CircleAlert size={16} aria-hidden />
          <Text as="span">This archive has not been uploaded. It is still chosen.</Text>
          <Button size="sm" onClick={onRetry}>
            Try again
          </Button>
        </Flex>
      )}
    </Stack>
  );
}
