import { shownName } from '@carrel/shared/contract';
import type { UploadPlan } from '@carrel/shared/packing';
import { Button, Flex, Stack } from '@carrel/shared/ui';
import { Panel } from '@carrel/shared/ui/signed-in';
import { Upload as UploadIcon } from 'lucide-react';
import { useState } from 'react';

import { ChosenFile } from './chosen-file.tsx';
import { ConfirmRemoval } from './confirm-removal.tsx';
import { DropArea } from './drop-area.tsx';
import { UploadOptionsFields } from './upload-options-fields.tsx';
import { MovedRuleChoice } from './plan/moved-rule-choice.tsx';
import { UploadPlanSummary } from './plan/upload-plan-summary.tsx';
import { UploadProgress } from './upload-progress.tsx';
import { useUploadPlan } from './plan/use-upload-plan.ts';
import { useUpload } from './use-upload.ts';

/** Uploads one zip with its options. */
export function UploadForm({ datasetId }: { datasetId: string }) {
  const { upload, choose, setOptions, clear, cancel, send } = useUpload(datasetId);
  const sending = upload.phase === 'sending';
  const plan = useUploadPlan(datasetId, upload.file, upload.options);
  const [asking, setAsking] = useState(false);
  const [agreedTo, setAgreedTo] = useState<File | null>(null);
  const removing = plan.state === 'ready' ? muchRemoved(plan.plan) : 0;
  const refused =
    plan.state === 'refused' || (plan.state === 'ready' && plan.plan.refusal !== undefined);
  // The user must see what is removed before it is removed.
  const waiting = upload.options.delete_orphans && plan.state === 'reading';

  const submit = () => {
    if (refused) return;
    if (removing > 0 && agreedTo !== upload.file) setAsking(true);
    else void send();
  };
  const agree = () => {
    setAgreedTo(upload.file);
    setAsking(false);
    void send();
  };

  return (
    <Panel
      title="Upload an archive"
      description="A ZIP file of documents. Its folders become the folders of the dataset."
    >
      <Stack gap="5">
        <Stack gap="3">
          <DropArea disabled={sending} onChoose={choose} />
          <ChosenFile datasetId={datasetId} upload={upload} onRetry={submit} />
          {sending && <UploadProgress upload={upload} />}
        </Stack>
        <UploadOptionsFields options={upload.options} disabled={sending} onChange={setOptions} />
        {!sending && <UploadPlanSummary plan={plan} />}
        {!sending && plan.state === 'ready' && <MovedRuleChoice datasetId={datasetId} />}
        <Flex gap="2" wrap="wrap">
          <Button
            variant="primary"
            disabled={upload.file === null || waiting || refused}
            loading={sending}
            onClick={submit}
          >
            <UploadIcon size={16} aria-hidden />
            Upload Archive
          </Button>
          <Button disabled={upload.file === null || sending} onClick={clear}>
            Clear
          </Button>
          {sending && (
            <Button variant="ghost" onClick={cancel}>
              Cancel upload
            </Button>
          )}
        </Flex>
      </Stack>
      <ConfirmRemoval
        open={asking}
        removed={removing}
        name={upload.file === null ? undefined : shownName(upload.file.name)}
        onClose={() => setAsking(false)}
        onConfirm={agree}
      />
    </Panel>
  );
}

/** Returns how many documents are removed if that needs a confirmation; a refused archive removes none. */
function muchRemoved({ removesMuch, refusal, counts }: UploadPlan): number {
  return removesMuch && refusal === undefined ? counts.removed : 0;
}
