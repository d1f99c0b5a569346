import type { DocumentDetail, DocumentOcr } from '@carrel/shared/contract';
import { FAILED_STATUSES } from '@carrel/shared/contract';
import { consolePaths } from '@carrel/shared/paths';
import { useCommands } from '@carrel/shared/shell';
import { Box, Button, Flex, IconButton } from '@carrel/shared/ui';
import {
  Badge,
  CopyableId,
  formatDate,
  formatSize,
  StatusBadge,
  Tooltip,
  useIsMobile,
} from '@carrel/shared/ui/signed-in';
import { ChevronLeft, ChevronRight, RotateCw, ScanText } from 'lucide-react';
import { memo } from 'react';
import type { ReactNode } from 'react';
import { Link as RouterLink, useNavigate } from 'react-router-dom';

import { lookOfStatus, reasonOf } from '../../data/document-status.ts';
import { ocrText } from '../../data/ocr-labels.ts';
import { useRetry } from '../../parts/use-retry.ts';
import { MoveMenu } from '../../parts/move/move-menu.tsx';
import { ReplaceButton } from '../../parts/replace/replace-button.tsx';
import type { DocumentPlace } from '../../data/document.api.ts';
import { DownloadButton } from './download-button.tsx';
import { HeaderFrame } from './header-frame.tsx';
import { kindName } from './kind-name.ts';
import { SourceOrigin } from './source-origin.tsx';

interface DocumentHeaderProps {
  place: DocumentPlace;
  document: DocumentDetail;
  /** Undefined for those who may not replace it. */
  onReplace: ((file: File) => void) | undefined;
}

const FAILED = new Set<string>(FAILED_STATUSES);

/** A document's name and facts, the way to its neighbours, and what can be done with it. */
export const DocumentHeader = memo(function DocumentHeader({
  place,
  document,
  onReplace,
}: DocumentHeaderProps) {
  const { datasetId, documentId } = place;
  const { name, status, retryable, size, created_at, previous, next } = document;
  const isMobile = useIsMobile();
  const retry = useRetry(datasetId);
  const navigate = useNavigate();
  const open = (neighbour: DocumentDetail['next']) => {
    if (neighbour) void navigate(consolePaths.document(datasetId, neighbour.id));
  };
  useCommands([
    {
      id: 'previous-document',
      label: 'Previous document in this folder',
      group: 'This screen',
      icon: <ChevronLeft />,
      keys: '[',
      run: () => open(previous),
    },
    {
      id: 'next-document',
      label: 'Next document in this folder',
      group: 'This screen',
      icon: <ChevronRight />,
      keys: ']',
      run: () => open(next),
    },
  ]);

  const { icon: Icon, ...look } = lookOfStatus(status);
  return (
    <HeaderFrame
      title={name}
      actions={
        <Flex gap="2" flexShrink="0" align="center">
          <Flex>
            <NeighbourLink datasetId={datasetId} label="Previous document" to={previous}>
              <ChevronLeft aria-hidden />
            </NeighbourLink>
            <NeighbourLink datasetId={datasetId} label="Next document" to={next}>
              <ChevronRight aria-hidden />
            </NeighbourLink>
          </Flex>
          {FAILED.has(status) && retryable !== false && (
            <Button loading={retry.isPending} onClick={() => retry.mutateAsync([documentId])}>
              <RotateCw size={16} aria-hidden />
              Retry
            </Button>
          )}
          {onReplace !== undefined &&
            (retryable === false ? (
              <ReplaceButton compact={isMobile} label="Upload a new version" onFile={onReplace} />
            ) : (
              <ReplaceButton compact onFile={onReplace} />
            ))}
          <DownloadButton place={place} document={document} compact={isMobile} />
          {onReplace !== undefined && <MoveMenu datasetId={datasetId} document={document} />}
        </Flex>
      }
      facts={
        <>
          <StatusBadge {...look} icon={<Icon />} reason={reasonOf(document)} />
          <OcrBadge ocr={document.ocr} />
          <span>{formatSize(size, { decimals: 1 })}</span>
          <Box as="span" display={{ base: 'none', md: 'inline' }}>
            {kindName(document)}
          </Box>
          <time dateTime={created_at} title={created_at}>
            {formatDate(created_at)}
          </time>
          {document.source !== undefined && <SourceOrigin source={document.source} />}
          <CopyableId id={documentId} short />
        </>
      }
    />
  );
});

interface NeighbourLinkProps {
  datasetId: string;
  label: string;
  to: DocumentDetail['next'];
  children: ReactNode;
}

/** Leads to a neighbour in the folder, whose name it tells. */
function NeighbourLink({ datasetId, label, to, children }: NeighbourLinkProps) {
  if (!to) {
    return (
      <IconButton label={label} disabled>
        {children}
      </IconButton>
    );
  }
  return (
    <Tooltip content={to.name} openDelay={200} placement="bottom">
      <IconButton asChild label={`${label}: ${to.name}`}>
        <RouterLink to={consolePaths.document(datasetId, to.id)}>{children}</RouterLink>
      </IconButton>
    </Tooltip>
  );
}

/** The mark of a document that has text by OCR, or pages that OCR could not read. */
function OcrBadge({ ocr }: { ocr: DocumentOcr | null | undefined }) {
  if (!ocr) return null;
  return (
    <Badge tone={ocr.unread > 0 ? 'warning' : 'neutral'}>
      <ScanText aria-hidden />
      {ocrText(ocr)}
    </Badge>
  );
}
