import { Box } from '@carrel/shared/ui';

import { Fragment } from 'react';

import { alternativesOf, keyNamesOf } from './key-names.ts';

/** Shows the keys of a shortcut, alternatives with an "or" between them. */
export function KeyHint({ keys }: { keys: string }) {
  return (
    <Box as="span" display="inline-flex" alignItems="center" gap="1.5" flexShrink="0">
      {alternativesOf(keys).map((alternative, place) => (
        <Fragment key={alternative}>
          {place > 0 && (
            <Box as="span" fontSize="xs" color="fg.muted">
              or
            </Box>
          )}
          <Keys keys={alternative} />
        </Fragment>
      ))}
    </Box>
  );
}

function Keys({ keys }: { keys: string }) {
  return (
    <Box as="span" display="inline-flex" gap="1" flexShrink="0">
      {keyNamesOf(keys).map((name) => (
        <Box
          key={name}
          as="kbd"
          display="inline-grid"
          placeItems="center"
          minWidth="5"
          height="5"
          px="1"
          borderWidth="1px"
          borderRadius="sm"
          bg="bg.subtle"
          color="fg.muted"
          fontFamily="body"
          fontSize="xs"
          lineHeight="1"
        >
          {name}
        </Box>
      ))}
    </Box>
  );
}
