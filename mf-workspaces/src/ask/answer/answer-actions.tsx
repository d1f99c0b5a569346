import { Button, toast } from '@carrel/shared/ui';
import { saveFile, useCopy } from '@carrel/shared/ui/signed-in';

import { answerMarkdown } from './answer-markdown.ts';
import type { Answer } from './answer.ts';

/** Takes an answer along: nothing of it is stored. */
export function AnswerActions({ answer }: { answer: Answer }) {
  const { copy } = useCopy();
  const take = async (text: string) => {
    if (await copy(text)) toast.success('Copied');
    else toast.error('The text could not be copied. Select it instead.');
  };
  return (
    <>
      <Button onClick={() => void take(answer.text)}>Copy</Button>
      <Button onClick={() => void take(answerMarkdown(answer, window.location.origin))}>
        Copy with sources
      </Button>
      <Button
        onClick={() =>
          saveFile('answer.md', answerMarkdown(answer, window.location.origin), 'text/markdown')
        }
      >
        Download
      </Button>
    </>
  );
}
