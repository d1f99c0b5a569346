import { Box, Flex, IconButton, Text } from '@carrel/shared/ui';
import { ProgressBar, Tooltip } from '@carrel/shared/ui/signed-in';
import { useAtomValue } from 'jotai';
import { X } from 'lucide-react';
import { Link as RouterLink } from 'react-router-dom';

import { tasksAtom } from '../../session/use-tasks.ts';

/** Background tasks with their progress, each with a link to its screen. */
export function Tasks({ collapsed }: { collapsed: boolean }) {
  const tasks = Object.entries(useAtomValue(tasksAtom));
  if (tasks.length === 0) return null;
  return (
    <Box as="ul" aria-label="In progress" listStyleType="none" px={collapsed ? '2' : '3'} pb="2">
      {tasks.map(([id, { label, value, detail, to, cancel }]) => (
        <Flex as="li" key={id} align="center">
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
          {!collapsed && (
            <IconButton label={`Cancel ${label}`} size="sm" onClick={cancel}>
              <X aria-hidden />
            </IconButton>
          )}
        </Flex>
      ))}
    </Box>
  );
}
