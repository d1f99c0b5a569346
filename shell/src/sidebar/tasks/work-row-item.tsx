import { consolePaths } from '@carrel/shared/paths';
import { Box, Flex, IconButton, Link, Text } from '@carrel/shared/ui';
import { ProgressBar, Tooltip } from '@carrel/shared/ui/signed-in';
import { isStanding, kindText, progressText, stalledText, standingText } from '@carrel/shared/work';
import type { FollowedRow } from '@carrel/shared/work';
import { CirclePause, CirclePlay, CircleSlash, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router-dom';

interface WorkRowItemProps {
  row: FollowedRow;
  mayEdit: boolean;
  /** The row's link was followed. */
  onLeave: () => void;
  onPause: () => void;
  onResume: () => void;
  onCancel: () => void;
}

/** Work of one kind: where, how far it is, why it stands, and what can be done about it. */
export function WorkRowItem({
  row,
  mayEdit,
  onLeave,
  onPause,
  onResume,
  onCancel,
}: WorkRowItemProps) {
  const { kind, dataset, archive, left, total, standing, stalled } = row;
  const name = archive?.name ?? dataset?.name ?? '';
  const title = kindText(kind);
  const isPaused = standing?.reason === 'paused';
  const isControlled = mayEdit && standing?.reason !== 'cancelling';
  const pauses = isControlled && archive !== null;
  const cancels = pauses || (isControlled && kind === 'again' && dataset !== null);
  const progress = progressText(row);
  const isWarning = isStanding(row);
  const note =
    standing !== null ? standingText(standing) : stalled === null ? '' : stalledText(stalled);
  return (
    <Flex as="li" align="center" gap="3" py="3" borderTopWidth="1px" _first={{ borderTopWidth: 0 }}>
      <Box flex="1" minWidth="0">
        <Text fontWeight="medium">{title}</Text>
        {dataset !== null && (
          <Text fontSize="sm" color="fg.muted" truncate>
            <Link asChild variant="quiet">
              <RouterLink to={consolePaths.datasetDocuments(dataset.id)} onClick={onLeave}>
                {dataset.name}
              </RouterLink>
            </Link>
            {archive !== null && ` · ${archive.name}`}
          </Text>
        )}
        {left !== null && total !== null && total > 0 && (
          <Box mt="2">
            <ProgressBar value={((total - left) / total) * 100} label={`${title}: ${name}`} />
          </Box>
        )}
        {progress !== '' && (
          <Text mt="1" fontSize="sm" color="fg.muted" fontVariantNumeric="tabular-nums">
            {progress}
          </Text>
        )}
        {note !== '' && (
          <Flex
            align="flex-start"
            gap="1.5"
            mt="1"
            fontSize="sm"
            color={isWarning ? 'warning.fg' : 'fg.muted'}
            css={{ '& svg': { flexShrink: 0, mt: '0.1875rem' } }}
          >
            {isWarning && <TriangleAlert size={14} aria-hidden />}
            {note}
          </Flex>
        )}
      </Box>
      {cancels && (
        <Flex gap="1">
          {pauses &&
            (isPaused ? (
              <Control label="Resume" name={name} icon={<CirclePlay />} onClick={onResume} />
            ) : (
              <Control label="Pause" name={name} icon={<CirclePause />} onClick={onPause} />
            ))}
          <Control label="Cancel" name={name} icon={<CircleSlash />} onClick={onCancel} />
        </Flex>
      )}
    </Flex>
  );
}

interface ControlProps {
  label: string;
  /** What it is done to, for screen readers. */
  name: string;
  icon: ReactNode;
  onClick: () => void;
}

function Control({ label, name, icon, onClick }: ControlProps) {
  return (
    <Tooltip content={label}>
      <IconButton label={`${label} ${name}`} size="sm" onClick={onClick}>
        {icon}
      </IconButton>
    </Tooltip>
  );
}
