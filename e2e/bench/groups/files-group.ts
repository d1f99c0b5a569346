import { rm } from 'node:fs/promises';

import { apiPaths } from '@carrel/shared/paths';

import { addArchive, addFolder } from '../browser/added-files.ts';
import type { AddedFiles } from '../browser/added-files.ts';
import { writeFolderOfFiles } from '../load/folder-of-files.ts';
import { startSeededServer, withBrowser } from '../load/seeded-server.ts';
import { median } from '../report/bench-row.ts';
import type { BenchGroup } from '../report/bench-row.ts';

const FILES = 10_000;
const BYTES = 5000;
const ROUNDS = 3;

const medianOf = (rounds: readonly AddedFiles[], what: keyof AddedFiles): number =>
  median(rounds.map((figures) => figures[what]));

export const filesGroup: BenchGroup = {
  title: 'Files and folders',
  method: `A folder of ${FILES} files of ${BYTES} bytes is chosen in Chromium and uploaded as soon as its plan is shown, interleaved with an archive of the same files, each into a new dataset on loopback; medians of ${ROUNDS}.`,
  measure: async () => {
    const files = await writeFolderOfFiles(FILES, BYTES);
    const seeded = await startSeededServer();
    const { server, session } = seeded;
    try {
      const folders: AddedFiles[] = [];
      const archives: AddedFiles[] = [];
      await withBrowser(seeded, async (context) => {
        for (let round = 0; round < ROUNDS; round += 1) {
          const newDataset = () => session.create(apiPaths.datasets(), `Notes ${round}`);
          const { url } = server;
          folders.push(
            await addFolder(context, { url, datasetId: await newDataset(), folder: files.folder }),
          );
          archives.push(
            await addArchive(context, { url, datasetId: await newDataset(), zip: files.zip }),
          );
        }
      });
      return [
        {
          what: `${FILES} files: from choosing them to their plan`,
          value: medianOf(folders, 'planned'),
          unit: 'ms',
          goal: { atMost: 3000 },
          samples: folders.map(({ planned }) => planned),
        },
        {
          what: `${FILES} files: from pressing Upload, all still to be read, until they are at the server`,
          value: medianOf(folders, 'stored'),
          unit: 'ms',
          against: { what: 'an archive of them', value: medianOf(archives, 'stored') },
          goal: { atMost: 1.3 },
          samples: folders.map(({ stored }) => stored),
        },
        {
          what: `${FILES} files: the longest time without a frame meanwhile`,
          value: medianOf(folders, 'longestFrame'),
          unit: 'ms',
          goal: { atMost: 50 },
          samples: folders.map(({ longestFrame }) => longestFrame),
        },
      ];
    } finally {
      await server.stop();
      await rm(files.directory, { recursive: true, force: true });
    }
  },
};
