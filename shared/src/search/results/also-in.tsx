import type { SearchResult } from '@carrel/shared/contract';
import { shownName } from '@carrel/shared/contract';
import { Box, Button, Link } from '@carrel/shared/ui';
import { useId, useState } from 'react';
import { Link as RouterLink } from 'react-router-dom';

import { counted } from '../words.ts';
import { isPath } from './passage/result-head.tsx';

/** Other documents that have the same passage. */
export function AlsoIn({ also }: { also: NonNullable<SearchResult['also']> }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  if (also.length === 0) return null;
  return (
    <>
      <Button
        size="sm"
        variant="ghost"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        {`Also in ${counted(also.length, 'other document')}`}
      </Button>
      {open && (
        <Box
          as="ul"
          id={id}
          order="1"
          width="full"
          ps="3"
          pb="1"
          fontSize="sm"
          aria-label="Same passage"
        >
          {also.map((document) => (
            <Box as="li" key={document.id} py="1" overflowWrap="anywhere">
              {isPath(document.url) ? (
                <Link asChild variant="quiet">
                  <RouterLink to={document.url}>{document.name}</RouterLink>
                </Link>
              ) : (
                document.name
              )}
              <Box as="span" ms="2" fontSize="xs" color="fg.muted">
                {[
                  document.dataset.name,
                  shownName(document.path.split('/').slice(0, -1).join(' / ')),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </Box>
            </Box>
          ))}
        </Box>
      )}
    </>
  );
}
