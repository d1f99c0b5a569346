import { chakra } from '@chakra-ui/react/styled-system';

import { VisuallyHidden } from '../../guest/visually-hidden.tsx';
import { Skeleton } from '../cards/skeleton.tsx';
import { HeadCell, TableFrame, TableRoot } from './table-parts.ts';
import { useIsNarrow } from '../use-is-narrow.ts';

const Card = chakra('div', {
  base: { height: '7rem', p: '4', mb: '2', bg: 'bg.panel', borderWidth: '1px', borderRadius: 'lg' },
});

const WIDTHS = ['60%', '75%', '45%', '70%', '55%'];

export interface TableSkeletonProps {
  /** What is being loaded. */
  label: string;
  /** The headers of the table. */
  columns: readonly string[];
  rows?: number | undefined;
}

/** The skeleton of a table while it is loaded. */
export function TableSkeleton({ label, columns, rows = 5 }: TableSkeletonProps) {
  const narrow = useIsNarrow();
  const places = Array.from({ length: rows }, (_, place) => place);
  return (
    <chakra.output display="block" aria-busy>
      <VisuallyHidden>{`Loading ${label}`}</VisuallyHidden>
      {narrow ? (
        places.map((place) => (
          <Card key={place}>
            <Skeleton width="50%" />
          </Card>
        ))
      ) : (
        <TableFrame aria-hidden>
          <TableRoot>
            <thead>
              <tr>
                {columns.map((column) => (
                  <HeadCell key={column}>{column}</HeadCell>
                ))}
              </tr>
            </thead>
            <tbody>
              {places.map((place) => (
                <tr key={place}>
                  {columns.map((column, index) => (
                    <td key={column}>
                      <Skeleton width={WIDTHS[(place + index) % WIDTHS.length]} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </TableRoot>
        </TableFrame>
      )}
    </chakra.output>
  );
}
