import { Flex, Text } from '@carrel/shared/ui';
import { EyeOff } from 'lucide-react';

/** How many datasets of a workspace its searches leave out for the user; nothing where there are none. */
export function LeftOut({ count = 0 }: { count?: number | undefined }) {
  if (count === 0) return null;
  const [are, them] =
    count === 1 ? ['One more dataset is', 'it'] : [`${count} more datasets are`, 'them'];
  return (
    <Flex align="center" gap="2" my="3" color="fg.muted" css={MARK}>
      <EyeOff size={16} aria-hidden />
      <Text fontSize="sm">{`${are} attached that you cannot see. Your searches leave ${them} out.`}</Text>
    </Flex>
  );
}

const MARK = { '& > svg': { flexShrink: 0 } };
