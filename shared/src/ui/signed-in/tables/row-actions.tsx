import { chakra } from '@chakra-ui/react/styled-system';
import { Link as RouterLink } from 'react-router-dom';

import { Button } from '../../guest/controls/button.tsx';
import { IconButton } from '../../guest/controls/icon-button.tsx';
import type { RowAction } from './table-column.ts';
import { Tooltip } from '../tooltip/tooltip.tsx';

const Row = chakra('div', {
  base: { display: 'inline-flex', justifyContent: 'flex-end', alignItems: 'center', gap: '1' },
});

/** The actions of a table's row as buttons: with labels if prominent, otherwise as icons. */
export function RowActions({ actions }: { actions: readonly RowAction[] }) {
  return (
    <Row>
      {actions.map(({ label, icon, onSelect, disabled, danger, prominent, to }) =>
        to !== undefined && disabled !== true ? (
          <Button
            key={label}
            asChild
            size="sm"
            variant={prominent === true ? 'secondary' : 'ghost'}
          >
            <RouterLink to={to}>
              {icon}
              {label}
            </RouterLink>
          </Button>
        ) : prominent === true || icon === undefined ? (
          <Button
            key={label}
            size="sm"
            variant={prominent === true ? 'secondary' : 'ghost'}
            disabled={disabled}
            onClick={onSelect}
          >
            {icon}
            {label}
          </Button>
        ) : (
          <Tooltip key={label} content={label}>
            <IconButton
              label={label}
              size="sm"
              disabled={disabled}
              onClick={onSelect}
              _hover={danger === true ? { color: 'danger.fg', bg: 'danger.subtle' } : {}}
            >
              {icon}
            </IconButton>
          </Tooltip>
        ),
      )}
    </Row>
  );
}
