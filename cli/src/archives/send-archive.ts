import type { UploadSource } from '@carrel/client';
import type { UploadOptions } from '@carrel/shared/contract';
import { sizeText } from '@carrel/shared/contract/archive-rules';

import type { CommandContext } from '../command-context.ts';

interface ArchiveToSend {
  /** Its name in the history. */
  name: string;
  source: UploadSource;
  options: UploadOptions;
}

/** Sends an archive, and returns its id. @throws {FileChanged} */
export async function sendArchive(
  { client, place, terminal }: Pick<CommandContext, 'client' | 'place' | 'terminal'>,
  { name, source, options }: ArchiveToSend,
): Promise<string> {
  let isToldOfEarlier = false;
  const { id } = await client.uploads.archive(place.id, source, {
    ...options,
    name,
    onProgress: ({ sent, size, resumed }) => {
      if (resumed > 0 && !isToldOfEarlier) {
        isToldOfEarlier = true;
        terminal.say(`Going on after ${sizeText(resumed)} that were sent before.`);
      }
      terminal.progress(`Sending: ${sizeText(sent)} of ${sizeText(size)}`);
    },
  });
  return id;
}
