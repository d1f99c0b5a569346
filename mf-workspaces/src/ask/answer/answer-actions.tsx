import { Button, toast } from '@carrel/shared/ui';

import { answerMarkdown } from './answer-markdown.ts';
import type { Answer } from './answer.ts';

/** Takes an answer along: nothing of it is stored. */
export function AnswerActions({ answer }: { answer: Answer }) {
  return (
    <>
      <Button onClick={() => void copy(answer.text)}>Copy</Button>
      <Button onClick={() => void copy(answerMarkdown(answer, window.location.origin))}>
        Copy with sources
      </Button>
      <Button onClick={() => download(answerMarkdown(answer, window.location.origin))}>
        Download
      </Button>
    </>
  );
}

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast.success('Copied');
  } catch {
    toast.error('The text could not be copied. Select it instead.');
  }
}

function download(markdown: string): void {
  const url = URL.createObjectURL(new Blob([markdown], { type: 'text/markdown' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = 'answer.md';
  link.click();
  URL.revokeObjectURL(url);
}
