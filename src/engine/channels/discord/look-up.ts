import { z } from 'zod';
import type { LookUp, SendDeps, Sought } from '../channel.ts';
import { findByText, readList, unclear } from '../look-up.ts';
import { accessBy, headersBy, postUrl, withoutToken } from './access.ts';
import { embedOf, textOf } from './embed.ts';

const listSchema = z.array(z.object({ id: z.string(), timestamp: z.string(), embeds: z.array(z.unknown()) }));
const MAX = 100;
/** The first moment of Discord's ids, ms since the epoch, UTC; an id holds its time in all but the last 22 bits. */
const EPOCH = 1_420_070_400_000;
const idAt = (ms: number): string => String(BigInt(Math.max(0, ms - EPOCH)) << 22n);

const readEmbed = (embed: unknown): string =>
  textOf(embedOf({ title: null, text: '', html: null, media: [], own: z.json().parse({ embed }) }));

/** Among a channel's messages. Discord forgets a nonce within minutes, so the words are what is compared. */
export async function lookUp(sought: Sought, deps: SendDeps): Promise<LookUp> {
  if (!deps.connection) return unclear('The connection is gone.');
  const access = accessBy(deps.connection);
  if (access.way === 'webhook')
    return unclear('A webhook can’t list what it posted. A bot can.', { never: true });
  const url = `${postUrl(access, sought.address)}?limit=${MAX}&after=${idAt(sought.since)}`;
  const answer = withoutToken(access, await deps.call({ method: 'GET', url, headers: headersBy(access) }));
  const list = readList(answer, 'Discord', 'The bot may not read there. Give it Read Message History.');
  if ('problem' in list) return unclear(list.problem);
  const messages = listSchema.safeParse(list.read.json);
  if (!messages.success) return unclear('Discord’s list couldn’t be read.');
  const listed = messages.data.map(({ id, timestamp, embeds }) => ({
    id,
    at: Date.parse(timestamp),
    text: embeds.map(readEmbed).join('\n\n'),
  }));
  const text = textOf(embedOf(sought.prepared));
  return findByText(listed, { isWhole: listed.length < MAX, text }, sought);
}
