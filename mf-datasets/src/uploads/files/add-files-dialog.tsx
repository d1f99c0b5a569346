import { shownName } from '@carrel/shared/contract';
import { Button, CheckboxField, Flex, FormMessage, Stack, Text } from '@carrel/shared/ui';
import { Dialog, ProgressBar } from '@carrel/shared/ui/signed-in';
import { useAtomValue } from 'jotai';
import { useState } from 'react';

import { ConfirmRemoval } from '../confirm-removal.tsx';
import { ChosenFile } from '../chosen-file.tsx';
import { MovedRuleChoice } from '../plan/moved-rule-choice.tsx';
import { UploadPlanSummary } from '../plan/upload-plan-summary.tsx';
import { UnfinishedFiles } from '../unfinished/unfinished-files.tsx';
import { UploadProgress } from '../upload-progress.tsx';
import { useUpload } from '../use-upload.ts';
import { ChooseFiles } from './choose-files.tsx';
import type { FileSource } from './file-source.ts';
import { filesReadAtom } from './files-read.atoms.ts';
import { useFilesPlan } from './use-files-plan.ts';
import type { FilesPlan } from './use-files-plan.ts';

interface AddFilesDialogProps {
  datasetId: string;
  /** The path of the folder that gets the files; empty for the top. */
  folder: string;
  sources: readonly FileSource[];
  onAdd: (source: FileSource) => void;
  onClear: () => void;
  onClose: () => void;
}

/** Adds files and folders to a folder of a dataset, with a plan before. */
export function AddFilesDialog(props: AddFilesDialogProps) {
  const { datasetId, folder, sources, onAdd, onClear, onClose } = props;
  const { upload, choose, clear, send, cancel } = useUpload(datasetId, 'files');
  const [isRemoving, setRemoving] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const plan = useFilesPlan(sources, { datasetId, folder, isRemoving, attempt });
  const isSending = upload.phase === 'sending';
  // What failed in the background is still here, though its files were chosen on an earlier screen.
  const hasFailed = upload.phase === 'failed' || upload.phase === 'vanished';
  const ready = plan.state === 'ready' ? plan : undefined;
  const removed = ready?.plan?.removesMuch === true ? ready.plan.counts.removed : 0;
  const isUseful = ready !== undefined && isWorthSending(ready);

  const start = async () => {
    if (ready?.sending === undefined) return;
    setAsking(false);
    const removes = isRemoving && ready.mayRemove;
    choose(ready.sending.zip, {
      parts: ready.sending.parts,
      options: { sync: true, delete_orphans: removes, purge_on_completion: true, folder },
    });
    if (await send()) {
      onClear();
      onClose();
    }
  };
  const submit = () => {
    if (removed > 0) setAsking(true);
    else void start();
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title="Add files"
      description={`To ${folder === '' ? 'the top folder' : `the folder "${shownName(folder)}"`}. Folders that you add keep their structure.`}
      footer={
        isSending ? (
          <>
            <Button onClick={cancel}>Cancel upload</Button>
            <Button variant="primary" onClick={onClose}>
              Continue in the background
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onClose}>Close</Button>
            {/* Where there is nothing to do, there is no button for it. */}
            {(ready === undefined || isUseful) && (
              <Button variant="primary" disabled={ready?.sending === undefined} onClick={submit}>
                {ready === undefined ? 'Upload' : actionOf(ready)}
              </Button>
            )}
          </>
        )
      }
    >
      <Stack gap="4">
        <ChooseFiles disabled={isSending} onAdd={onAdd} />
        {sources.length > 0 && !isSending && (
          <Flex align="center" justify="space-between" gap="2" fontSize="sm">
            <Text>{'count' in plan ? `${counted(plan.count)} chosen` : 'Chosen'}</Text>
            <Button size="sm" onClick={onClear}>
              Clear
            </Button>
          </Flex>
        )}
        {sources.length === 0 && !isSending && !hasFailed && (
          <UnfinishedFiles datasetId={datasetId} />
        )}
        {isSending ? (
          <UploadProgress upload={upload} />
        ) : (
          <>
            {hasFailed && sources.length > 0 && (
              <Failure upload={upload} onReadAgain={() => setAttempt((earlier) => earlier + 1)} />
            )}
            {hasFailed && sources.length === 0 && (
              <Stack gap="3" align="start">
                <ChosenFile datasetId={datasetId} upload={upload} onRetry={() => void send()} />
                <Button size="sm" onClick={clear}>
                  Discard
                </Button>
              </Stack>
            )}
            {sources.length > 0 && (
              <CheckboxField
                label="Remove what is missing"
                description={
                  ready === undefined || ready.mayRemove
                    ? 'Documents of this folder that are not among these files are removed from the dataset.'
                    : 'Nothing is removed, as some of these files cannot be added.'
                }
                checked={isRemoving}
                disabled={ready !== undefined && !ready.mayRemove}
                onChange={(event) => setRemoving(event.target.checked)}
              />
            )}
            <PlanState plan={plan} />
            {ready?.plan !== undefined && <MovedRuleChoice datasetId={datasetId} />}
            {ready?.sending === undefined && ready !== undefined && isUseful && (
              <ReadingFiles count={ready.count} />
            )}
          </>
        )}
      </Stack>
      <ConfirmRemoval
        open={isAsking}
        removed={removed}
        name={undefined}
        onClose={() => setAsking(false)}
        onConfirm={() => void start()}
      />
    </Dialog>
  );
}

const counted = (count: number) =>
  count === 1 ? '1 file' : `${count.toLocaleString('en-US')} files`;

/** What the button does: of files that the dataset has, nothing is sent. */
function actionOf({ plan, count }: Extract<FilesPlan, { state: 'ready' }>): string {
  if (plan === undefined) return `Upload ${counted(count)}`;
  const { added, changed } = plan.counts;
  return added + changed === 0 ? 'Remove what is missing' : `Upload ${counted(added + changed)}`;
}

/** Whether an upload would change something, or may do so. */
function isWorthSending({ plan, count }: Extract<FilesPlan, { state: 'ready' }>): boolean {
  if (plan === undefined) return count > 0;
  const { added, changed, removed } = plan.counts;
  return plan.refusal === undefined && added + changed + removed > 0;
}

interface FailureProps {
  upload: ReturnType<typeof useUpload>['upload'];
  onReadAgain: () => void;
}

function Failure({ upload: { phase, reason }, onReadAgain }: FailureProps) {
  if (phase === 'failed') return <FormMessage>{reason}</FormMessage>;
  return (
    <Stack gap="2" align="start">
      <FormMessage>
        Some of these files were moved, changed or deleted on your computer while they were sent.
      </FormMessage>
      <Button size="sm" onClick={onReadAgain}>
        Read them again
      </Button>
    </Stack>
  );
}

/** Shown while files are read that are only sent. */
function ReadingFiles({ count }: { count: number }) {
  const done = useAtomValue(filesReadAtom);
  return (
    <Stack gap="2">
      <ProgressBar value={count === 0 ? 100 : (100 * done) / count} label="Reading files" />
      <Text fontSize="sm" color="fg.muted" fontVariantNumeric="tabular-nums">
        {`Reading ${done.toLocaleString('en-US')} of ${counted(count)}`}
      </Text>
    </Stack>
  );
}

function PlanState({ plan }: { plan: FilesPlan }) {
  if (plan.state === 'none') return null;
  if (plan.state !== 'ready') {
    return (
      <Text as="output" fontSize="sm" color="fg.muted">
        {plan.state === 'collecting' ? 'Looking into the folders' : 'Comparing with the dataset'}
      </Text>
    );
  }
  if (plan.plan === undefined) {
    return (
      <Text fontSize="sm" color="fg.muted">
        {`${counted(plan.count)}. The documents of the dataset could not be read: the server decides what becomes of each file.`}
      </Text>
    );
  }
  const { total, unchanged } = plan.plan.counts;
  if (total === 0) return <FormMessage>There are no files in what you chose.</FormMessage>;
  return (
    <Stack gap="2">
      <UploadPlanSummary plan={{ state: 'ready', plan: plan.plan }} />
      {unchanged === total && (
        <Text as="output" fontSize="sm" color="fg.muted">
          The dataset has all of these files already. There is nothing to upload.
        </Text>
      )}
    </Stack>
  );
}
