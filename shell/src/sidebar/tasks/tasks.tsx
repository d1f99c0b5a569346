import { Box } from '@carrel/shared/ui';
import { useAtomValue } from 'jotai';

import { tasksAtom } from '../../session/use-tasks.ts';
import { useIsGuest } from '../../remotes/entries/use-viewer.ts';
import { LazyPausedUploads } from './lazy-paused-uploads.tsx';
import { TaskRow } from './task-row.tsx';

/** Background tasks with their progress, and uploads that can go on, each with a link to its screen. */
export function Tasks({ collapsed }: { collapsed: boolean }) {
  const tasks = Object.entries(useAtomValue(tasksAtom));
  const isGuest = useIsGuest();
  return (
    <>
      {tasks.length > 0 && (
        <Box
          as="ul"
          aria-label="In progress"
          listStyleType="none"
          px={collapsed ? '2' : '3'}
          pb="2"
        >
          {tasks.map(([id, task]) => (
            <TaskRow key={id} task={task} collapsed={collapsed} />
          ))}
        </Box>
      )}
      {!isGuest && <LazyPausedUploads collapsed={collapsed} />}
    </>
  );
}
