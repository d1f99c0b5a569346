import type { Overview } from '@carrel/shared/contract/organization';
import { consolePaths } from '@carrel/shared/paths';
import { Link, Text } from '@carrel/shared/ui';
import { formatSize, Panel, ProgressBar } from '@carrel/shared/ui/signed-in';
import { Link as RouterLink } from 'react-router-dom';

import { Slot } from './lately-frame.tsx';

const KILOBYTE = 1024;
const sizeText = (bytes: number) => formatSize(bytes, { decimals: bytes < KILOBYTE ? 0 : 1 });

interface StorageCardProps {
  storage: Overview['storage'];
  organizationId: string;
}

/** How much is stored, of how much, with the way to all that is limited. */
export function StorageCard({ storage: { used, limit }, organizationId }: StorageCardProps) {
  return (
    <Slot kind="list">
      <Panel title="Storage" description="Documents and the archives that are kept.">
        <Text fontSize="2xl" fontWeight="semibold" fontVariantNumeric="tabular-nums">
          <Link asChild variant="quiet" fontWeight="semibold">
            <RouterLink to={consolePaths.organizationSettings(organizationId)}>
              {limit === undefined ? sizeText(used) : `${sizeText(used)} of ${sizeText(limit)}`}
            </RouterLink>
          </Link>
        </Text>
        {limit !== undefined && (
          <Text as="div" mt="3">
            <ProgressBar label="Storage used" value={limit === 0 ? 100 : (used / limit) * 100} />
          </Text>
        )}
      </Panel>
    </Slot>
  );
}
