import { Box, Button, Stack, Text } from '@carrel/shared/ui';
import { CodeBlock, Dialog, saveFile } from '@carrel/shared/ui/signed-in';
import { Download } from 'lucide-react';

interface RecoveryCodesDialogProps {
  codes: readonly string[];
  onClose: () => void;
}

/** Shows new recovery codes, which nobody can see again. A click outside does not close it. */
export function RecoveryCodesDialog({ codes, onClose }: RecoveryCodesDialogProps) {
  const text = codes.join('\n');
  return (
    <Dialog
      open
      busy
      size="sm"
      onClose={onClose}
      title="Save your recovery codes"
      description="They are shown only now. Each signs you in once, if you do not have your phone."
      footer={
        <Button variant="primary" onClick={onClose}>
          I have saved them
        </Button>
      }
    >
      <Stack gap="3">
        <CodeBlock label="Recovery codes" text={text} />
        <Box>
          <Button variant="secondary" onClick={() => saveCodes(text)}>
            <Download size={16} aria-hidden /> Download
          </Button>
        </Box>
        <Text fontSize="sm" color="fg.muted">
          Keep them apart from your password: in a password manager, or on paper.
        </Text>
      </Stack>
    </Dialog>
  );
}

function saveCodes(codes: string): void {
  const text = `Recovery codes for Carrel (${window.location.host})\nEach works once.\n\n${codes}\n`;
  saveFile('carrel-recovery-codes.txt', text, 'text/plain');
}
