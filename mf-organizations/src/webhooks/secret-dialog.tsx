import { Box, Button, Stack, Text, toast } from '@carrel/shared/ui';
import { Dialog } from '@carrel/shared/ui/signed-in';
import { Check, Copy } from 'lucide-react';
import { useState } from 'react';

interface SecretDialogProps {
  secret: string;
  onClose: () => void;
}

/** Shows a new secret, which nobody can see again. A click outside does not close it. */
export function SecretDialog({ secret, onClose }: SecretDialogProps) {
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(secret);
      setIsCopied(true);
    } catch {
      toast.error('The secret could not be copied. Select it and copy it yourself.');
    }
  };
  return (
    <Dialog
      open
      busy
      onClose={onClose}
      title="Copy the signing secret"
      description="It is shown only now. Your receiver verifies with it that a request is from Carrel."
      footer={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <Stack gap="3" align="flex-start">
        <Box
          p="3"
          width="100%"
          borderWidth="1px"
          borderRadius="md"
          bg="bg.canvas"
          overflowWrap="anywhere"
        >
          <Text fontFamily="mono" fontSize="xs" userSelect="all">
            {secret}
          </Text>
        </Box>
        <Button variant="secondary" onClick={() => void copy()}>
          {isCopied ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
          <span aria-live="polite">{isCopied ? 'Copied' : 'Copy'}</span>
        </Button>
      </Stack>
    </Dialog>
  );
}
