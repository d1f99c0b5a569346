import type { NavigationItem } from '@carrel/shared/contract';
import { Box } from '@carrel/shared/ui';
import { memo } from 'react';
import type { MouseEvent } from 'react';

import { ItemDate, ItemIcon, ItemId, ItemName, ItemSize, ItemStatus } from './item-cells.tsx';
import { useRowLayout } from './row-layout.ts';

interface FolderItemRowProps {
  datasetId: string;
  item: NavigationItem;
  index: number;
  /** The one row that Tab reaches. */
  active: boolean;
  onOpen: (item: NavigationItem) => void;
  onHover: (item: NavigationItem) => void;
}

/** A folder, or a document with its state. */
export const FolderItemRow = memo(function FolderItemRow(props: FolderItemRowProps) {
  const { datasetId, item, index, active, onOpen, onHover } = props;
  const { isCard, height, grid } = useRowLayout();

  const click = (event: MouseEvent) => {
    // What has its own purpose keeps it: the folder's link, and the badge that tells its reason.
    if (event.target instanceof Element && event.target.closest('a, button') !== null) return;
    onOpen(item);
  };

  return (
    <Box
      {...grid}
      as="tr"
      aria-rowindex={index + 2}
      data-row={index}
      tabIndex={active ? 0 : -1}
      position="absolute"
      insetInline="0"
      top="0"
      borderTopWidth="1px"
      borderColor="border.subtle"
      fontSize="sm"
      fontVariantNumeric="tabular-nums"
      cursor="pointer"
      _hover={{ bg: 'bg.subtle' }}
      _focusVisible={{ outlineOffset: '-2px' }}
      style={{ height, transform: `translateY(${index * height}px)` }}
      onClick={click}
      onPointerEnter={() => onHover(item)}
    >
      <Box as="td" color="fg.muted">
        <ItemIcon item={item} />
      </Box>
      <Box as="td" minWidth="0">
        <ItemName datasetId={datasetId} item={item} />
        {isCard && (
          <Box
            display="flex"
            flexWrap="wrap"
            columnGap="3"
            mt="0.5"
            color="fg.muted"
            fontSize="xs"
            lineHeight="short"
            whiteSpace="nowrap"
          >
            <ItemSize item={item} />
            <ItemId item={item} />
            <ItemDate item={item} />
          </Box>
        )}
      </Box>
      <td>
        <ItemStatus item={item} />
      </td>
      {!isCard && (
        <>
          <Box as="td" color="fg.muted" textAlign="end">
            <ItemSize item={item} />
          </Box>
          <Box as="td" color="fg.muted">
            <ItemId item={item} />
          </Box>
          <Box as="td" color="fg.muted" whiteSpace="nowrap">
            <ItemDate item={item} />
          </Box>
        </>
      )}
    </Box>
  );
});
