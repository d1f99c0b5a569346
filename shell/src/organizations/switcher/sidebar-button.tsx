import { Box, VisuallyHidden } from '@carrel/shared/ui';
import { Tooltip } from '@carrel/shared/ui/signed-in';
import type { ComponentPropsWithRef, ReactNode } from 'react';

interface SidebarButtonProps extends ComponentPropsWithRef<'button'> {
  collapsed: boolean;
  label: string;
  /** A second line under the label. */
  detail: string;
  icon: ReactNode;
  end: ReactNode;
}

/** A large button at the top or bottom of the sidebar; only its icon is shown when collapsed. */
export function SidebarButton(props: SidebarButtonProps) {
  const { collapsed, label, detail, icon, end, ...button } = props;
  return (
    <Tooltip content={label} openDelay={0} placement="right" disabled={!collapsed}>
      <Box
        asChild
        display="flex"
        alignItems="center"
        justifyContent={collapsed ? 'center' : 'flex-start'}
        gap="2"
        width="full"
        height="2.75rem"
        px={collapsed ? '0' : '2'}
        borderRadius="md"
        textAlign="start"
        cursor="pointer"
        color="fg.muted"
        _hover={{ bg: 'bg.hover' }}
      >
        <button type="button" {...button}>
          <Box
            as="span"
            flexShrink="0"
            boxSize="7"
            display="grid"
            placeItems="center"
            borderRadius="md"
            borderWidth="1px"
            bg="bg.panel"
            fontSize="xs"
            fontWeight="semibold"
          >
            {icon}
          </Box>
          {collapsed ? (
            <VisuallyHidden>{label}</VisuallyHidden>
          ) : (
            <>
              <Box as="span" flex="1" minWidth="0" fontSize="sm" lineHeight="1.3">
                <Box as="span" display="block" truncate color="fg.default" fontWeight="medium">
                  {label}
                </Box>
                <Box as="span" display="block" truncate fontSize="xs">
                  {detail}
                </Box>
              </Box>
              {end}
            </>
          )}
        </button>
      </Box>
    </Tooltip>
  );
}
