import type { TestRun } from '@carrel/shared/contract';
import { Button, Flex, Text } from '@carrel/shared/ui';
import { Panel, ProgressBar } from '@carrel/shared/ui/signed-in';

interface RunProgressProps {
  run: TestRun;
  /** Undefined for those who may not end it. */
  onStop: (() => void) | undefined;
}

/** How far a run is, and how to end it. */
export function RunProgress({ run, onStop }: RunProgressProps) {
  return (
    <Panel>
      <Flex align="center" gap="4" mb="2">
        <Text flex="1" fontVariantNumeric="tabular-nums">
          {`Asked ${run.done.toLocaleString('en-US')} of ${run.questions.toLocaleString('en-US')} questions`}
        </Text>
        {onStop !== undefined && (
          <Button size="sm" onClick={onStop}>
            Stop
          </Button>
        )}
      </Flex>
      <ProgressBar label="Questions" value={(run.done / Math.max(run.questions, 1)) * 100} />
    </Panel>
  );
}
