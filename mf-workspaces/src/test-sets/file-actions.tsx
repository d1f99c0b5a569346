import { isApiError, messageOf } from '@carrel/shared/api';
import { TEST_CSV_BYTES_MAX } from '@carrel/shared/contract';
import { counted } from '@carrel/shared/search';
import { Box, Button, Text, toast } from '@carrel/shared/ui';
import { Dialog, saveFile } from '@carrel/shared/ui/signed-in';
import { useMutation } from '@tanstack/react-query';
import { Download, Upload } from 'lucide-react';
import { useRef, useState } from 'react';

import { exportQuestions, importQuestions } from '../data/test-sets.api.ts';
import { useTestSetRefresh } from '../data/test-sets.queries.ts';
import type { TestSetScope } from '../data/test-sets.queries.ts';
import { useMayEditWorkspace } from '../parts/use-may-edit-workspace.ts';

interface FileActionsProps {
  scope: TestSetScope;
  /** Whether there is something to export. */
  canExport: boolean;
}

/** Imports questions from a CSV file, and exports them as one. */
export function FileActions({ scope, canExport }: FileActionsProps) {
  const { organizationId, workspaceId } = scope;
  const mayImport = useMayEditWorkspace(workspaceId);
  const refresh = useTestSetRefresh(scope);
  const input = useRef<HTMLInputElement>(null);
  const [faults, setFaults] = useState<readonly string[]>();
  const upload = useMutation({
    mutationFn: async (file: File) => {
      if (file.size > TEST_CSV_BYTES_MAX) throw new Error('The file is larger than 1 MB.');
      return importQuestions(organizationId, workspaceId, await file.text());
    },
    onSuccess: ({ questions, answers, missing }) => {
      toast.success(`Imported ${counted(questions, 'question')} and ${counted(answers, 'answer')}`);
      if (missing > 0) {
        toast.error(
          `The documents of ${counted(missing, 'answer')} are not in the datasets of this workspace.`,
        );
      }
      return refresh();
    },
    onError: (error) => {
      const issues = isApiError(error) ? (error.issues ?? []) : [];
      if (issues.length > 0) setFaults(issues.map(({ message }) => message));
      else toast.error(messageOf(error, 'Failed to import the file'));
    },
  });
  const download = useMutation({
    mutationFn: () => exportQuestions(organizationId, workspaceId),
    // Reading the response took the byte order mark.
    onSuccess: (text) => saveFile('questions.csv', text, 'text/csv'),
    onError: (error) => toast.error(messageOf(error, 'Failed to export the questions')),
  });

  return (
    <>
      <Box asChild display="none">
        <input
          ref={input}
          type="file"
          accept=".csv,text/csv"
          aria-label="CSV file"
          onChange={({ target }) => {
            const file = target.files?.[0];
            // The same file may be chosen again, once it was corrected.
            target.value = '';
            if (file !== undefined) upload.mutate(file);
          }}
        />
      </Box>
      {mayImport && (
        <Button loading={upload.isPending} onClick={() => input.current?.click()}>
          <Upload size={16} aria-hidden />
          Import CSV
        </Button>
      )}
      {canExport && (
        <Button loading={download.isPending} onClick={() => download.mutate()}>
          <Download size={16} aria-hidden />
          Export CSV
        </Button>
      )}
      <Dialog
        open={faults !== undefined}
        onClose={() => setFaults(undefined)}
        title="Nothing was imported"
        description="The file has these faults. Each line needs a query, a dataset and the path of a document, or a query and a verdict; passage and grade are optional."
        footer={<Button onClick={() => setFaults(undefined)}>Close</Button>}
      >
        <Box as="ul" display="grid" gap="1">
          {faults?.map((fault) => (
            <Text as="li" key={fault} overflowWrap="anywhere">
              {fault}
            </Text>
          ))}
        </Box>
      </Dialog>
    </>
  );
}
