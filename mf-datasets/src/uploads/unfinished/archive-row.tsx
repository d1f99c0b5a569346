import type { UnfinishedUpload } from '@carrel/shared/api';
import { shownName } from '@carrel/shared/contract';
import { Button, VisuallyHidden } from '@carrel/shared/ui';
import { useRef, useState } from 'react';
import type { ChangeEvent } from 'react';

import { useUpload } from '../use-upload.ts';
import { fingerprintOf } from '../../data/sending/file-fingerprint.ts';
import { rememberedUpload } from '../../data/sending/remembered-uploads.ts';
import { UnfinishedRow } from './unfinished-row.tsx';

interface ArchiveRowProps {
  upload: UnfinishedUpload;
  /** When it was as shown, in milliseconds since 1970. */
  readAt: number;
}

/** An unfinished upload of an archive, which goes on once its file is chosen again. */
export function ArchiveRow({ upload, readAt }: ArchiveRowProps) {
  const { id, dataset_id: datasetId, filename, fingerprint } = upload;
  const input = useRef<HTMLInputElement>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [isReading, setReading] = useState(false);
  const { upload: current, choose, send } = useUpload(datasetId);

  const take = async (file: File) => {
    setFault(null);
    setReading(true);
    const found = await fingerprintOf(file).catch(() => null);
    setReading(false);
    if (found === null) {
      setFault(`${shownName(file.name)} could not be read. Choose it again.`);
    } else if (found !== fingerprint) {
      setFault(
        `${shownName(file.name)} is not the file that was being uploaded. Choose ${filename} as it was then. What has arrived is kept.`,
      );
    } else {
      const options = rememberedUpload(id)?.options ?? current.options;
      choose(file, { options, uploadId: id });
      // What is removed from the dataset is shown first, and then confirmed.
      if (!options.delete_orphans) await send();
    }
  };
  const browse = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    if (file !== undefined) void take(file);
    // The same file can be chosen again.
    target.value = '';
  };

  return (
    <UnfinishedRow upload={upload} readAt={readAt} fault={fault}>
      <Button
        size="sm"
        aria-label={`Continue ${filename}`}
        disabled={current.phase === 'sending'}
        loading={isReading}
        onClick={() => input.current?.click()}
      >
        Continue
      </Button>
      <VisuallyHidden>
        <input
          ref={input}
          type="file"
          accept=".zip"
          aria-label={`The file of ${filename}`}
          tabIndex={-1}
          disabled={current.phase === 'sending'}
          onChange={browse}
        />
      </VisuallyHidden>
    </UnfinishedRow>
  );
}
