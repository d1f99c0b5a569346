import { Flex, Text } from '@carrel/shared/ui';

import type { AccessObject } from '../access-object.ts';
import { TakeAccess } from './take-access.tsx';

/** Beside who may see a dataset, for who keeps it and does not see what is in it. A workspace says so in its screen. */
export function KeptNote({ object }: { object: AccessObject }) {
  return (
    <Flex wrap="wrap" align="center" justify="space-between" gap="3">
      <Text fontSize="sm" color="fg.muted" flex="1 1 16rem">
        {`You keep this ${object.kind} and do not see what is in it.`}
      </Text>
      <TakeAccess object={object} />
    </Flex>
  );
}
