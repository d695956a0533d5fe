import type { Answer } from '#src/platform/net/call.ts';
import type { OpenConnection } from './channel.ts';

const PART_MIN = 16;

/** A network's complaint may quote an address or a header. Of an address that is secret, each long part is. */
export function withoutSecrets(answer: Answer, { secrets }: Pick<OpenConnection, 'secrets'>): Answer {
  if (answer.kind === 'answered') return answer;
  const parts = Object.values(secrets).flatMap((secret) => [secret, ...secret.split(/[/?&=]/)]);
  const reason = parts
    .filter((part) => part.length >= PART_MIN && !/^[\w-]+(?:\.[\w-]+)+(?::\d+)?$/.test(part))
    .toSorted((a, b) => b.length - a.length)
    .reduce((text, part) => text.replaceAll(part, '…'), answer.reason);
  return { ...answer, reason };
}
