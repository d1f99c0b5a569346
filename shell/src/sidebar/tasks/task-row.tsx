import type { Task } from '@carrel/shared/shell';
import { Box, Flex, IconButton, Text } from '@carrel/shared/ui';
import { ProgressBar, Tooltip } from '@carrel/shared/ui/signed-in';
import { X } from 'lucide-react';
import { Link as RouterLink } from 'react-router-dom';

interface TaskRowProps {
  /** Without `cancel`, it has no button for that. */
  task: Omit<Task, 'cancel'> & { cancel?: () => void };
  collapsed: boolean;
}

/** A background task with its progress and a link to its screen. */
export function TaskRow({ task, collapsed }: TaskRowProps) {
  const { label, value, detail, to, cancel } = task;
  return (
    <Flex as="li" align="center">
      <Tooltip
        content={`${label}: ${detail}`}
        openDelay={0}
        placement="right"
        disabled={!collapsed}
      >
        <Box
          asChild
          display="block"
          flex="1"
          minWidth="0"
          px={collapsed ? '0' : '2'}
          py="2"
          borderRadius="md"
          _hover={{ bg: 'bg.hover' }}
        >
          <RouterLink to={to} {...(collapsed ? { 'aria-label': `${label}: ${detail}` } : {})}>
            {!collapsed && (
              <Text as="span" display="block" truncate fontSize="sm" mb="1" title={label}>
                {label}
              </Text>
            )}
            <ProgressBar value={value} label={label} />
            {!collapsed && (
              <Text
                as="span"
                display="block"
                mt="1"
                fontSize="xs"
                color="fg.muted"
                fontVariantNumeric="tabular-nums"
              >
                {detail}
              </Text>
            )}
          </RouterLink>
        </Box>
      </Tooltip>
      {!collapsed && cancel !== undefined && (
        <IconButton label={`Cancel ${label}`} size="sm" onClick={cancel}>
          <X aria-hidden />
        </IconButton>
      )}
    </Flex>
  );
}
